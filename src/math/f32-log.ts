// Logarithms in binary32 arithmetic alone: logF32, log1pF32, log2F32, log10F32. Scene-language
// sources; the largest measured errors stand in accuracy-f32.fixture.ts.
//
// All four write x = m * 2^k with m between sqrt(1/2) and sqrt(2), after FreeBSD's msun (Sun
// Microsystems, 1993): with u = m - 1 (exact) and s = u / (2 + u),
// log(1 + u) = u - u*u/2 + s * (u*u/2 + R(s*s)). R is a minimax fit of our own, within 2^-30.

import { floatBits, floatFromBits } from './bits.ts'

/** s (u*u/2 + R(s*s)): what log(1 + u) has beyond u - u*u/2; sqrt(1/2) <= 1 + u <= sqrt(2). */
export function logTailF32(u: number): number {
  const f = Math.fround
  const s = f(u / f(2 + u))
  const z = f(s * s)
  const r0 = 0.6666677594184875 // 0x3f2aaabd
  const r1 = 0.39977580308914185 // 0x3eccaf6a
  const r2 = 0.29870927333831787 // 0x3e98f06c
  const r = f(z * f(r0 + f(z * f(r1 + f(z * r2)))))
  return f(s * f(f(0.5 * f(u * u)) + r))
}

/** [k, u] with x = (1 + u) * 2^k and sqrt(1/2) <= 1 + u < sqrt(2), both exact; x > 0 and finite. */
export function logPartsF32(x: number): number[] {
  const f = Math.fround
  const subnormal = x < 1.1754943508222875e-38
  const bits = floatBits(subnormal ? f(x * 33554432) : x)
  // 0x3f3504f3 is sqrt(1/2); moving it to 1 makes the exponent field count from there.
  const moved = (bits + 0x4afb0d) | 0
  const k = ((moved >> 23) - (subnormal ? 152 : 127)) | 0
  const m = floatFromBits(((moved & 0x7fffff) + 0x3f3504f3) | 0)
  return [f(k), f(m - 1)]
}

/**
 * `value` where x is positive and finite; else what every logarithm gives: -Infinity at 0, Infinity
 * at Infinity, NaN below 0 and for NaN.
 */
export function logOrSpecialF32(x: number, value: number): number {
  if (x === 0) return floatFromBits(0xff800000)
  if (x > 3.4028234663852886e38) return x
  return x > 0 ? value : floatFromBits(0x7fc00000)
}

/**
 * Natural logarithm in binary32; domain: every x (rounded to binary32 first). At most 0.84 ulp.
 * Not Math.log: that differs between engines, and is binary64.
 */
export function logF32(x: number): number {
  const f = Math.fround
  const v = f(x)
  const [k, u] = logPartsF32(v)
  const half = f(0.5 * f(u * u))
  // The upper part of ln 2 has 15 bits, so that k times it is exact.
  const low = f(k * 1.428606765330187e-6) // 0x35bfbe8e
  const high = f(k * 0.693145751953125) // 0x3f317200
  const value = f(high - f(f(half - f(logTailF32(u) + low)) - u))
  return logOrSpecialF32(v, value)
}

/**
 * log(1 + x) in binary32, precise near 0; domain: every x. NaN below -1, -Infinity at -1. At most
 * 0.84 ulp. Not Math.log1p: that differs between engines.
 */
export function log1pF32(x: number): number {
  const f = Math.fround
  const v = f(x)
  const sum = f(1 + v)
  const [k, reduced] = logPartsF32(sum)
  // 1 + x lost its last bits: c puts them back, relative to the sum.
  const lost = k > 1 ? f(1 - f(sum - v)) : f(v - f(sum - 1))
  const c = k < 25 ? f(lost / sum) : 0
  const u = k === 0 ? v : reduced
  const correction = k === 0 ? 0 : c
  const half = f(0.5 * f(u * u))
  const low = f(f(k * 1.428606765330187e-6) + correction)
  const high = f(k * 0.693145751953125)
  const value = f(high - f(f(half - f(logTailF32(u) + low)) - u))
  if (Math.abs(v) < 2.9802322387695312e-8) return v
  return logOrSpecialF32(sum, value)
}

/** log(1 + u) as an unevaluated sum [high, low], the high part of 12 bits. */
export function logPairF32(u: number): number[] {
  const f = Math.fround
  const half = f(0.5 * f(u * u))
  const high = floatFromBits(floatBits(f(u - half)) & 0xfffff000)
  return [high, f(f(f(u - high) - half) + logTailF32(u))]
}

/** Binary logarithm in binary32; domain: every x. Exact at powers of two. At most 0.87 ulp. */
export function log2F32(x: number): number {
  const f = Math.fround
  const v = f(x)
  const [k, u] = logPartsF32(v)
  const [high, low] = logPairF32(u)
  // 1 / ln 2 in two parts; the upper one has 12 bits, so that its product with `high` is exact.
  const inverseHigh = 1.44287109375 // 0x3fb8b000
  const inverseLow = -1.7605285393074155e-4 // 0xb9389ad4
  const rest = f(f(f(low + high) * inverseLow) + f(low * inverseHigh))
  return logOrSpecialF32(v, f(f(rest + f(high * inverseHigh)) + k))
}

/** Decimal logarithm in binary32; domain: every x. Exact at powers of ten. At most 0.84 ulp. */
export function log10F32(x: number): number {
  const f = Math.fround
  const v = f(x)
  const [k, u] = logPartsF32(v)
  const [high, low] = logPairF32(u)
  // 1 / ln 10 and log10(2), each in two parts as above.
  const inverseHigh = 0.434326171875 // 0x3ede6000
  const inverseLow = -3.168997136526741e-5 // 0xb804ead9
  const twoHigh = 0.3010292053222656 // 0x3e9a2080
  const twoLow = 7.903416872068192e-7 // 0x355427de
  const small = f(f(k * twoLow) + f(f(low + high) * inverseLow))
  const rest = f(small + f(low * inverseHigh))
  return logOrSpecialF32(v, f(f(rest + f(high * inverseHigh)) + f(k * twoHigh)))
}
