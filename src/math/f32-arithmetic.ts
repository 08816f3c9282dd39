// Quotient, reciprocal, square root and inverse square root in binary32, correctly rounded for
// every argument: what simDiv, simRecip, simSqrt and simRsqrt get wrong. Scene-language sources.

import { floatBits, floatFromBits } from './bits.ts'
import { mulHigh } from './philox.ts'

/** a / b, correctly rounded; IEEE's special values. Mends `simDiv`: 21 / 7 is 3, 1 / 0 infinite. */
export function divF32(a: number, b: number): number {
  const f = Math.fround
  return f(f(a) / f(b))
}

/**
 * 1 / x, correctly rounded; IEEE's special values. Mends `simRecip`: right from 0x7EF311C4 on, at
 * subnormals, 0 and the infinities.
 */
export function recipF32(x: number): number {
  const f = Math.fround
  return f(1 / f(x))
}

/**
 * sqrt(x), correctly rounded; NaN below 0. Mends `simSqrt`: right at subnormals and at infinity.
 */
export function sqrtF32(x: number): number {
  const f = Math.fround
  return f(Math.sqrt(f(x)))
}

/**
 * Whether x * t * t > 2^73 for integers 0 < x < 2^25 and 0 < t < 2^26, t odd, with x * t * t within
 * 2^62 of it. Modulo 2^64 the difference is the product itself, so its sign bit tells.
 */
export function exceedsUnitF32(x: number, t: number): boolean {
  const low = Math.imul(t, t)
  const high = mulHigh(t, t)
  return ((mulHigh(x, low) + Math.imul(x, high)) | 0) >= 0
}

/**
 * 1 / sqrt(x), correctly rounded; NaN below 0, infinite at 0, 0 at infinity. Mends `simRsqrt`.
 *
 * With x = m * 4^h, 1 <= m < 4, the result is y * 2^-h, 1/2 < y <= 1. The quotient of rounded steps
 * is at most one ulp off; which of the three candidates is right, exact integers decide: y is the
 * least multiple of 2^-24 whose upper midpoint y + 2^-25 is above 1 / sqrt(m).
 */
export function rsqrtF32(x: number): number {
  const f = Math.fround
  const v = f(x)
  const subnormal = v < 1.1754943508222875e-38
  const bits = floatBits(subnormal ? f(v * 16777216) : v)
  const exponent = ((bits >> 23) - 127) | 0
  const odd = exponent & 1
  const half = ((exponent >> 1) - (subnormal ? 12 : 0)) | 0
  const m = floatFromBits((bits & 0x7fffff) | ((127 + odd) << 23))
  const integer = f(m * 8388608) | 0
  const guess = f(f(1 / f(Math.sqrt(m))) * 16777216) | 0
  const first = exceedsUnitF32(integer, (2 * guess - 1) | 0)
  const second = exceedsUnitF32(integer, (2 * guess + 1) | 0)
  const y = (guess + (first ? -1 : second ? 0 : 1)) | 0
  const unit = floatFromBits(((103 - half) | 0) << 23)
  const special = f(1 / f(Math.sqrt(v)))
  return v > 0 && v <= 3.4028234663852886e38 ? f(f(y) * unit) : special
}
