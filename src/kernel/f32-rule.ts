// The arithmetic of f32 programs on scalars: binary32 with DESIGN.md's rule for tiny numbers, which
// every backend can be made to follow, also one that flushes subnormals and ignores signs of zero.

import { floatBits, floatFromBits } from '../math/bits.ts'
import type { PureOp } from './ir.ts'

/**
 * 2^-100. Whatever is smaller becomes +0 where it is loaded, multiplied, divided, negated or made
 * from bits, so that every value is 0 or a multiple of 2^-123 and no sum can be subnormal.
 */
export const SMALLEST_F32 = 7.888609052210118e-31

/** +0 for what is smaller than 2^-100 in magnitude, else `x`; NaN stays. */
export function settleF32(x: number): number {
  return x > -SMALLEST_F32 && x < SMALLEST_F32 ? 0 : x
}

/** A number from outside (state, parameter, time, constant) as an f32 program sees it. */
export function loadF32(x: number): number {
  return settleF32(Math.fround(x))
}

/** The bits of NaN are not portable: they read as this one pattern. */
export const NAN_BITS_F32 = 0x7fc00000

/** Operations on float operands or with a float result, without those that need binary64. */
type F32Op = Extract<
  PureOp,
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'rem'
  | 'min'
  | 'max'
  | 'neg'
  | 'abs'
  | 'sqrt'
  | 'floor'
  | 'ceil'
  | 'trunc'
  | 'fround'
  | 'toFloat'
  | 'toFloatUnsigned'
  | 'floatBits'
  | 'floatFromBits'
>

/**
 * Operands are values of an f32 program (never -0, never below 2^-123 but 0). The binary64 result
 * of + - * / sqrt rounds to the binary32 result: two roundings that are as good as one.
 */
export const F32: Readonly<Record<F32Op, (a: number, b: number) => number>> = {
  add: (a, b) => Math.fround(a + b),
  sub: (a, b) => Math.fround(a - b),
  mul: (a, b) => settleF32(Math.fround(a * b)),
  div: (a, b) => settleF32(Math.fround(a / b)),
  // Exact in binary32. Adding 0 makes -0 into +0, here and below.
  rem: (a, b) => (a % b) + 0,
  min: (a, b) => Math.min(a, b),
  max: (a, b) => Math.max(a, b),
  neg: (a) => settleF32(-a),
  abs: (a) => Math.abs(a),
  sqrt: (a) => Math.fround(Math.sqrt(a)),
  floor: (a) => Math.floor(a),
  ceil: (a) => Math.ceil(a) + 0,
  trunc: (a) => Math.trunc(a) + 0,
  fround: (a) => a,
  toFloat: (a) => Math.fround(a),
  toFloatUnsigned: (a) => Math.fround(a >>> 0),
  floatBits: (a) => (a === a ? floatBits(a) : NAN_BITS_F32),
  floatFromBits: (a) => settleF32(floatFromBits(a)),
}
