// Vectors of rusting_engine's sim_math (1.4.0 in Rust, 2.4.1 in GLSL), bit for bit: binary32, one
// rounding an operation, sums in x, y, z order. Vectors are arrays of 3, in the scene language.

import { simRecip, simRsqrt, simSqrt, simToInt } from './sim-arithmetic.ts'

/** a . b, summed in x, y, z order, unfused. */
export function simDot(a: number[], b: number[]): number {
  const f = Math.fround
  const xy = f(f(f(a[0]) * f(b[0])) + f(f(a[1]) * f(b[1])))
  return f(xy + f(f(a[2]) * f(b[2])))
}

/** |v|. Its square overflows and underflows: [2e19, 0, 0] gives -inf. See `lengthF32`. */
export function simLength(v: number[]): number {
  return simSqrt(simDot(v, v))
}

/**
 * v scaled to length 1; the zero vector stays zero. [1e-20, 0, 0], whose square is subnormal, gives
 * 0.424 for its direction. See `normalizeF32`.
 */
export function simNormalize(v: number[]): number[] {
  const f = Math.fround
  const square = simDot(v, v)
  const scale = simRsqrt(square)
  if (square <= 0) return [0, 0, 0]
  return [f(f(v[0]) * scale), f(f(v[1]) * scale), f(f(v[2]) * scale)]
}

/** m v for a matrix of 9 in column-major order, as in GLSL; each row summed in x, y, z order. */
export function simMul(m: number[], v: number[]): number[] {
  return [
    simDot([m[0], m[3], m[6]], v),
    simDot([m[1], m[4], m[7]], v),
    simDot([m[2], m[5], m[8]], v),
  ]
}

/** transpose(m) v for a matrix of 9 in column-major order: each column dotted with v. */
export function simMulTransposed(m: number[], v: number[]): number[] {
  return [
    simDot([m[0], m[1], m[2]], v),
    simDot([m[3], m[4], m[5]], v),
    simDot([m[6], m[7], m[8]], v),
  ]
}

/** v / s by one `simRecip`, GLSL's second `sim_div`. */
export function simDivVector(v: number[], s: number): number[] {
  const f = Math.fround
  const scale = simRecip(s)
  return [f(f(v[0]) * scale), f(f(v[1]) * scale), f(f(v[2]) * scale)]
}

/** `simToInt` of each component, GLSL's second `sim_to_int`. */
export function simToIntVector(v: number[]): number[] {
  return [simToInt(v[0]), simToInt(v[1]), simToInt(v[2])]
}
