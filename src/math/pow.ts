// Powers. The logarithm to base 2 is found to about 68 bits, multiplied, and raised again.

import { fromWords, highWord, lowWord } from './bits.ts'
import { expExcess, scaleByPower } from './exp.ts'
import { upperHalf } from './pairs.ts'

/**
 * [high, low] with high + low = log2(x), for finite x > 0; high has 26 bits. Source: fdlibm
 * (e_pow.c).
 */
export function log2Parts(x: number): [number, number] {
  const subnormal = x < 2.2250738585072014e-308
  const normal = subnormal ? x * 9007199254740992 : x
  const fraction = highWord(normal) & 0xfffff
  // x = 2^n m with m near 1, or near 3/2 where log2(3/2) is added at the end.
  const middle = fraction > 0x3988e && fraction < 0xbb67a
  const upper = fraction >= 0xbb67a
  const n = (highWord(normal) >> 20) - (subnormal ? 1076 : 1023) + (upper ? 1 : 0)
  const m = fromWords(fraction | (upper ? 0x3fe00000 : 0x3ff00000), lowWord(normal))
  const center = middle ? 1.5 : 1
  const shift = middle ? 0.5849624872207642 : 0 // 0x3fe2b80340000000
  const shiftLow = middle ? 1.350039202129749e-8 : 0 // 0x3e4cfdeb43cfd006
  // s = (m - center) / (m + center) in two parts
  const top = m - center
  const inverse = 1 / (m + center)
  const s = top * inverse
  const sHigh = upperHalf(s)
  const base = upperHalf(m + center)
  const sLow = inverse * (top - sHigh * base - sHigh * (m - (base - center)))
  // 3 log(m / center) / (2 s) = 3 + s^2 + r in two parts
  const l1 = 0.5999999999999946 // 0x3fe3333333333303
  const l2 = 0.4285714285785502 // 0x3fdb6db6db6fabff
  const l3 = 0.33333332981837743 // 0x3fd55555518f264d
  const l4 = 0.272728123808534 // 0x3fd17460a91d4101
  const l5 = 0.23066074577556175 // 0x3fcd864a93c9db65
  const l6 = 0.20697501780033842 // 0x3fca7e284a454eef
  const z = s * s
  const series = z * z * (l1 + z * (l2 + z * (l3 + z * (l4 + z * (l5 + z * l6)))))
  const r = series + sLow * (sHigh + s)
  const square = sHigh * sHigh
  const sum = upperHalf(3 + square + r)
  const sumLow = r - (sum - 3 - square)
  // Times s, in two parts
  const p = sHigh * sum
  const pLow = sLow * sum + sumLow * s
  const whole = upperHalf(p + pLow)
  const wholeLow = pLow - (whole - p)
  // Times 2 / (3 ln 2)
  const per = 0.9617966939259756 // 0x3feec709dc3a03fd
  const perHigh = 0.9617967009544373 // 0x3feec709e0000000
  const perLow = -7.028461650952758e-9 // 0xbe3e2fe0145b01f5
  const q = perHigh * whole
  const qLow = perLow * whole + wholeLow * per + shiftLow
  const high = upperHalf(q + qLow + shift + n)
  return [high, qLow - (high - n - shift - q)]
}

/**
 * 2^(high + low) for |high + low| <= 1100, where high has at most 52 bits. Source: fdlibm
 * (e_pow.c).
 */
export function exp2OfParts(high: number, low: number): number {
  // Adding 1.5 * 2^52 rounds to an integer and leaves that integer in the low word.
  const shift = 6755399441055744
  const shifted = high + low + shift
  const rest = high - (shifted - shift)
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: the bits stand here.
  const ln2 = 0.6931471805599453 // 0x3fe62e42fefa39ef
  const ln2High = 0.6931471824645996 // 0x3fe62e4300000000
  const ln2Low = -1.904654299957768e-9 // 0xbe205c610ca86c39
  const t = upperHalf(rest + low)
  const u = t * ln2High
  const v = (low - (t - rest)) * ln2 + t * ln2Low
  const r = u + v
  const rLow = v - (r - u)
  const sum = 1 + r
  const value = sum + (r - (sum - 1) + (expExcess(r) + (rLow + r * rLow)))
  return scaleByPower(value, lowWord(shifted))
}

/** x^y for finite x > 0 and finite y. */
export function powOfPositive(x: number, y: number): number {
  // Beyond 2^64 the result is 0, 1 or infinite, for every x.
  const limit = 18446744073709552000 // 2^64
  const limited = Math.max(-limit, Math.min(limit, y))
  const parts = log2Parts(x)
  const yHigh = upperHalf(limited)
  const high = yHigh * parts[0]
  const low = (limited - yHigh) * parts[0] + limited * parts[1]
  const power = high + low
  if (power > 1100) return Infinity
  if (power < -1100) return 0
  return exp2OfParts(high, low)
}

/**
 * `x` to the power `y`, with the special cases of ECMAScript: pow(x, 0) is 1 also for NaN; any
 * other NaN gives NaN, so pow(1, NaN) does, and so does pow(1, Infinity) and pow(-1, Infinity)
 * (they are 1 in C). Negative x needs an integer y. Exact for y of 1, and where the result is an
 * integer below 2^53. Error: at most 0.9 ulp (0.7 where the result is not subnormal). Source:
 * fdlibm (e_pow.c). `Math.pow` and `**` differ between engines.
 */
export function pow(x: number, y: number): number {
  if (y === 0) return 1
  if (y === 1) return x
  if (y === 2) return x * x
  if (x !== x || y !== y) return Number.NaN
  const size = Math.abs(x)
  if (y === Infinity) return size === 1 ? Number.NaN : size > 1 ? Infinity : 0
  if (y === -Infinity) return size === 1 ? Number.NaN : size > 1 ? 0 : Infinity
  const negative = highWord(x) < 0
  const integer = Math.trunc(y) === y
  const odd = integer && Math.trunc(y * 0.5) !== y * 0.5
  let value = 0
  if (size === 0) value = y < 0 ? Infinity : 0
  else if (size === Infinity) value = y < 0 ? 0 : Infinity
  else if (negative && !integer) value = Number.NaN
  else value = powOfPositive(size, y)
  return negative && odd ? -value : value
}
