// Reciprocal, division, inverse and square root of rusting_engine's sim_math (1.4.0 in Rust, 2.4.1
// in GLSL: the same operations in the same order), bit for bit. Every operation is binary32,
// rounded once, in the scene language; an argument that is not binary32 is rounded to it first. The
// faults are the seed's; the functions of arithmetic-f32.ts mend them.

import { floatBits, floatFromBits } from './bits.ts'

/**
 * 1 / x for finite, normal, non-zero x, within 1 ulp: a bit-trick start, three Newton steps, then
 * whichever of y - 1 ulp, y, y + 1 ulp leaves the smallest residual (Newton comes from below and
 * stops an ulp short of round values such as 1 / 1).
 *
 * Outside that domain it is wrong: from 0x7EF311C4 (1.6e38) on the start is negative and the result
 * is NaN; so is 1 / 0, and subnormals and infinities give nonsense. See `recipF32`.
 */
export function simRecip(x: number): number {
  const f = Math.fround
  const v = f(x)
  const magnitude = Math.abs(v)
  let y = floatFromBits((0x7ef311c3 - floatBits(magnitude)) | 0)
  for (let step = 0; step < 3; step++) y = f(y * f(2 - f(magnitude * y)))
  const below = floatFromBits((floatBits(y) - 1) | 0)
  const above = floatFromBits((floatBits(y) + 1) | 0)
  const residual = Math.abs(f(1 - f(magnitude * y)))
  const residualBelow = Math.abs(f(1 - f(magnitude * below)))
  const residualAbove = Math.abs(f(1 - f(magnitude * above)))
  let best = y
  let least = residual
  if (residualBelow < least) {
    best = below
    least = residualBelow
  }
  if (residualAbove < least) best = above
  return v < 0 ? -best : best
}

/** a * simRecip(b): 21 / 7 is 3.0000002 and 1 / 0 is NaN. See `divF32`. */
export function simDiv(a: number, b: number): number {
  const f = Math.fround
  return f(f(a) * simRecip(b))
}

/**
 * 1 / sqrt(x) for finite, normal, positive x, within 2 ulp, by the method of `simRecip`. Wrong at
 * 0, at subnormals and at infinity. See `rsqrtF32`.
 */
export function simRsqrt(x: number): number {
  const f = Math.fround
  const v = f(x)
  const half = f(0.5 * v)
  let y = floatFromBits((0x5f375a86 - (floatBits(v) >>> 1)) | 0)
  for (let step = 0; step < 3; step++) y = f(y * f(1.5 - f(f(half * y) * y)))
  const below = floatFromBits((floatBits(y) - 1) | 0)
  const above = floatFromBits((floatBits(y) + 1) | 0)
  const residual = Math.abs(f(1 - f(f(v * y) * y)))
  const residualBelow = Math.abs(f(1 - f(f(v * below) * below)))
  const residualAbove = Math.abs(f(1 - f(f(v * above) * above)))
  let best = y
  let least = residual
  if (residualBelow < least) {
    best = below
    least = residualBelow
  }
  if (residualAbove < least) best = above
  return best
}

/**
 * sqrt(x) within 1 ulp for finite, normal x; 0 for x <= 0. sqrt(1e-45) is 6.2e-26 (3.7e-23 is
 * right) and sqrt(inf) is -inf. See `sqrtF32`.
 */
export function simSqrt(x: number): number {
  const f = Math.fround
  const v = f(x)
  const root = f(v * simRsqrt(v))
  const below = floatFromBits((floatBits(root) - 1) | 0)
  const above = floatFromBits((floatBits(root) + 1) | 0)
  const residual = Math.abs(f(f(root * root) - v))
  const residualBelow = Math.abs(f(f(below * below) - v))
  const residualAbove = Math.abs(f(f(above * above) - v))
  let best = root
  let least = residual
  if (residualBelow < least) {
    best = below
    least = residualBelow
  }
  if (residualAbove < least) best = above
  return v <= 0 ? 0 : best
}

/** x truncated toward zero as an int32: out-of-range values saturate, NaN gives 0 (Rust's `as`). */
export function simToInt(x: number): number {
  const v = Math.fround(x)
  if (v >= 2147483648) return 2147483647
  if (v <= -2147483648) return -2147483648
  return v | 0
}
