// Logarithms. All of them reduce x to 2^k m with m in [sqrt(1/2), sqrt(2)) and use one series.

import { fromWords, highWord, lowWord } from './bits.ts'
import { upperHalf } from './pairs.ts'

/** [k, m] with x = 2^k m exactly, for finite x > 0. Source: fdlibm (e_log.c). */
export function logParts(x: number): [number, number] {
  // The exponent of a subnormal number is made visible by 2^54.
  const subnormal = x < 2.2250738585072014e-308
  const normal = subnormal ? x * 18014398509481984 : x
  const high = highWord(normal)
  const fraction = high & 0xfffff
  // Bit 20 says that the fraction is above that of sqrt(2), and m is halved.
  const halve = (fraction + 0x95f64) & 0x100000
  const m = fromWords(fraction | (halve ^ 0x3ff00000), lowWord(normal))
  return [((high >> 20) + (halve >> 20) - (subnormal ? 1077 : 1023)) | 0, m]
}

/** The series R in log(1 + f) = f - f^2/2 + s (f^2/2 + R), where s = f / (2 + f). */
export function logSeries(s: number): number {
  const l1 = 0.6666666666666735 // 0x3fe5555555555593
  const l2 = 0.3999999999940942 // 0x3fd999999997fa04
  const l3 = 0.2857142874366239 // 0x3fd2492494229359
  const l4 = 0.22222198432149784 // 0x3fcc71c51d8e78af
  const l5 = 0.1818357216161805 // 0x3fc7466496cb03de
  const l6 = 0.15313837699209373 // 0x3fc39a09d078c69f
  const l7 = 0.14798198605116586 // 0x3fc2f112df3e5244
  const z = s * s
  const w = z * z
  return z * (l1 + w * (l3 + w * (l5 + w * l7))) + w * (l2 + w * (l4 + w * l6))
}

/**
 * Natural logarithm of `x`. Domain: x >= 0; log(0) = log(-0) = -Infinity, below 0 NaN. Error: at
 * most 0.95 ulp. Equal to FreeBSD's e_log.c bit for bit, and so to the `Math.log` of V8 in Node 20;
 * `Math.log` differs between engines.
 */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : Number.NaN
  if (x === Infinity) return x
  const ln2 = 0.6931471803691238 // 0x3fe62e42fee00000, so that k times it is exact
  const ln2Low = 1.9082149292705877e-10 // 0x3dea39ef35793c76
  const parts = logParts(x)
  const k = parts[0]
  const f = parts[1] - 1
  const s = f / (2 + f)
  const r = logSeries(s)
  const half = 0.5 * f * f
  const low = k * ln2Low
  // Three forms, for m next to 1, for m in the middle, and for m near 1 or sqrt(2): the source's
  // intervals of the fraction decide, and the last bit depends on them.
  const fraction = highWord(parts[1]) & 0xfffff
  let deficit = s * (f - r) - low
  if (((fraction - 0x6147a) | (0x6b851 - fraction)) > 0) deficit = half - (s * (half + r) + low)
  if (((fraction + 2) & 0xfffff) < 3) deficit = f * f * (0.5 - 0.3333333333333333 * f) - low
  return k * ln2 - (deficit - f)
}

/**
 * Logarithm of `x` to base 2; exact for powers of 2. Domain: x >= 0; 0 gives -Infinity, below 0
 * NaN. Error: at most 0.95 ulp. Source: FreeBSD (e_log2.c). `Math.log2` differs between engines.
 */
export function log2(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : Number.NaN
  if (x === Infinity) return x
  const perLn2 = 1.4426950514316559 // 0x3ff7154768000000, the upper 26 bits
  const perLn2Low = -1.0542692476429138e-8 // 0xbe46a3e80f444178
  const parts = logParts(x)
  const f = parts[1] - 1
  const half = 0.5 * f * f
  const s = f / (2 + f)
  const high = upperHalf(f - half)
  const low = f - high - half + s * (half + logSeries(s))
  const product = high * perLn2
  const productLow = (low + high) * perLn2Low + low * perLn2
  const sum = parts[0] + product
  return productLow + (parts[0] - sum + product) + sum
}

/**
 * Logarithm of `x` to base 10. Domain: x >= 0; 0 gives -Infinity, below 0 NaN.
 * Error: at most 0.8 ulp. Source: FreeBSD (e_log10.c). `Math.log10` differs between engines.
 */
export function log10(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : Number.NaN
  if (x === Infinity) return x
  const perLn10 = 0.4342944845557213 // 0x3fdbcb7b18000000, the upper 26 bits
  const perLn10Low = -2.6524694553078553e-9 // 0xbe26c8d78e6acaa4
  const log2 = 0.30102999566361177 // 0x3fd34413509f6000, so that k times it is exact
  const log2Low = 3.694239077158931e-13 // 0x3d59fef311f12b36
  const parts = logParts(x)
  const f = parts[1] - 1
  const half = 0.5 * f * f
  const s = f / (2 + f)
  const high = upperHalf(f - half)
  const low = f - high - half + s * (half + logSeries(s))
  const product = high * perLn10
  const productLow = parts[0] * log2Low + (low + high) * perLn10Low + low * perLn10
  const start = parts[0] * log2
  const sum = start + product
  return productLow + (start - sum + product) + sum
}

/**
 * log(1 + x), precise for small x. Domain: x >= -1; -1 gives -Infinity, below it NaN; log1p(-0) =
 * -0. Error: at most 0.95 ulp. Source: fdlibm (s_log1p.c), its cases made one. `Math.log1p` differs
 * between engines.
 */
export function log1p(x: number): number {
  // Below 2^-54 the square is less than half an ulp; this keeps the sign of zero too.
  if (Math.abs(x) < 5.551115123125783e-17) return x
  if (!(x > -1)) return x === -1 ? -Infinity : Number.NaN
  if (x === Infinity) return x
  const ln2 = 0.6931471803691238 // 0x3fe62e42fee00000
  const ln2Low = 1.9082149292705877e-10 // 0x3dea39ef35793c76
  const u = 1 + x
  // What the sum lost, relative to it: log(1 + x) = log(u) + lost.
  const lost = (x - (u - 1)) / u
  const parts = logParts(u)
  const k = parts[0]
  const f = parts[1] - 1
  const half = 0.5 * f * f
  const s = f / (2 + f)
  return k * ln2 - (half - (s * (half + logSeries(s)) + (k * ln2Low + lost)) - f)
}
