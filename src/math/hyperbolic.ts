// Hyperbolic functions and expm1. With x = n ln 2 + r each is a combination, by exact powers of 2,
// of cosh r and sinh r; the leading terms are added with their rounding errors kept.

import { fromWords } from './bits.ts'
import { expParts } from './exp.ts'
import { pairQuotient, upperHalf } from './pairs.ts'

/** sinh(r) - r for |r| <= 0.35, by its Taylor series to r^13. */
export function sinhExcess(r: number): number {
  const z = r * r
  const first = 0.16666666666666666 + z * 0.008333333333333333 // 1/3!, 1/5!
  const middle = 0.0001984126984126984 + z * 2.7557319223985893e-6 // 1/7!, 1/9!
  const last = 2.505210838544172e-8 + z * 1.6059043836821613e-10 // 1/11!, 1/13!
  const w = z * z
  return z * r * (first + w * (middle + w * last))
}

/** cosh(r) - 1 - r^2 / 2 for |r| <= 0.35, by its Taylor series to r^14. */
export function coshRest(r: number): number {
  const z = r * r
  const first = 0.041666666666666664 + z * 0.001388888888888889 // 1/4!, 1/6!
  const middle = 2.48015873015873e-5 + z * 2.755731922398589e-7 // 1/8!, 1/10!
  const last = 2.08767569878681e-9 + z * 1.1470745597729725e-11 // 1/12!, 1/14!
  const w = z * z
  return w * (first + w * (middle + w * last))
}

/**
 * [a, aLow, b, bLow] where a + aLow is sinh(x) / 2 and b + bLow is cosh(x) / 2, known to about
 * 2^-58 of themselves, for 0 <= x <= 710.5. The halves do not overflow where the whole does not.
 */
export function hyperbolicParts(x: number): [number, number, number, number] {
  const parts = expParts(x)
  const n = parts[0]
  const r = parts[1]
  const low = parts[2]
  const up = fromWords((n + 1021) << 20, 0) // 2^n / 4
  const down = 0.0625 / up // 2^-n / 4
  const odd = up - down
  const even = up + down
  // From n of 27 on these two are rounded by a part of `down`.
  const oddLost = up - odd - down
  const evenLost = down - (even - up)
  const sinhLess = sinhExcess(r)
  const coshLess = 0.5 * (r * r) + coshRest(r)
  // sinh(x) / 2 = odd cosh(r) + even sinh(r), and cosh(x) / 2 with the two exchanged.
  const a1 = odd + up * r
  const a = a1 + down * r
  const aLost = up * r - (a1 - odd) + (down * r - (a - a1)) + (oddLost + evenLost * r)
  const b1 = even + up * r
  const b = b1 - down * r
  const bLost = up * r - (b1 - even) + (b1 - b - down * r) + (evenLost + oddLost * r)
  return [
    a,
    aLost + (odd * coshLess + even * sinhLess + low * (even + odd * r)),
    b,
    bLost + (even * coshLess + odd * sinhLess + low * (odd + even * r)),
  ]
}

/**
 * Hyperbolic sine. Domain: all; overflows above 710.4758600739439; sinh(-0) = -0. Odd bit for bit.
 * Error: at most 0.85 ulp. `Math.sinh` differs between engines.
 */
export function sinh(x: number): number {
  const size = Math.abs(x)
  // Below 2^-28 the cube is less than half an ulp; this keeps the sign of zero too.
  if (size < 3.725290298461914e-9) return x
  if (size > 710.476) return x * Infinity
  const parts = hyperbolicParts(size)
  const value = 2 * (parts[0] + parts[1])
  return x < 0 ? -value : value
}

/**
 * Hyperbolic cosine. Domain: all; overflows above 710.4758600739439. Even bit for bit.
 * Error: at most 0.85 ulp. `Math.cosh` differs between engines.
 */
export function cosh(x: number): number {
  const size = Math.abs(x)
  if (size > 710.476) return Infinity
  const parts = hyperbolicParts(size)
  return 2 * (parts[2] + parts[3])
}

/**
 * Hyperbolic tangent. Domain: all; 1 from 20 on; tanh(-0) = -0. Odd bit for bit.
 * Error: at most 0.9 ulp. `Math.tanh` differs between engines.
 */
export function tanh(x: number): number {
  const size = Math.abs(x)
  // Below 2^-28 the cube is less than half an ulp; this keeps the sign of zero too.
  if (size < 3.725290298461914e-9) return x
  if (size > 20) return x < 0 ? -1 : 1
  const parts = hyperbolicParts(size)
  const value = pairQuotient(parts[0], parts[1], parts[2], parts[3])
  return x < 0 ? -value : value
}

/**
 * e^x - 1, precise for small x. Domain: all; overflows above 709.782712893384; expm1(-0) = -0.
 * Error: at most 0.7 ulp. `Math.expm1` differs between engines.
 */
export function expm1(x: number): number {
  // Below 2^-54 the square is less than half an ulp; this keeps the sign of zero too.
  if (Math.abs(x) < 5.551115123125783e-17) return x
  if (x > 709.79) return Infinity
  if (x < -40) return -1
  const parts = expParts(x)
  const r = parts[1]
  // Half of it, as 2^1024 is no number: the sum of up - 1/2, up r and up r^2 / 2 with what their
  // roundings lose, then the rest of the series.
  const up = fromWords((parts[0] + 1022) << 20, 0)
  const base = up - 0.5
  const baseLost = parts[0] > 0 ? up - base - 0.5 : up - (base + 0.5)
  const upper = upperHalf(r)
  const square = upper * upper * 0.5
  const squareLost = (r - upper) * (r + upper) * 0.5
  const sum1 = base + up * r
  const sum = sum1 + up * square
  const lost = up * r - (sum1 - base) + (up * square - (sum - sum1)) + baseLost
  const excess = coshRest(r) + sinhExcess(r) + (squareLost + parts[2] * (1 + r))
  return 2 * (sum + (lost + up * excess))
}
