// How floats are held and computed in a shader. Every float is a bit pattern in integers, whatever
// the precision: a driver may assume much about floats, and nothing about integers.

import type { Precision } from '../ir.ts'
import { EXACT_F32 } from './exact-f32.ts'
import { EXACT_F64 } from './exact-f64.ts'
import { FENCED_F32 } from './fenced-f32.ts'

/**
 * One way to compute. `text` declares, over the type `float`, the functions fadd fsub fmul fdiv
 * frem fmin fmax fneg fabs fsqrt ffloor fceil ftrunc flt fle feq fromInt fromUnsigned toInt
 * floatBits floatFromBits fround, finite (a bool) and words (the bits of the binary64 of equal
 * value, low word first, each NaN as its one pattern); where `highWord` and its like are allowed,
 * these too. It may use the private variable `z`, which holds 0 and which no compiler knows.
 */
export interface Dialect {
  readonly name: 'fenced f32' | 'exact f32' | 'exact f64'
  readonly float: 'u32' | 'vec2u'
  /** 32-bit words of a float. */
  readonly words: 1 | 2
  readonly text: string
  /**
   * Whether its functions are so long that no shader may hold each of them more than once, since
   * compilers copy a function to wherever it is called.
   */
  readonly isLong: boolean
  /** An expression of type `float` for a number of the precision. */
  literal(x: number): string
}

/**
 * The device's own f32 arithmetic behind fences; with `exact`, and always for f64, integers alone,
 * which need no trust and take much longer.
 */
export function dialectFor(precision: Precision, exact: boolean): Dialect {
  if (precision === 'f64') return EXACT_F64
  return exact ? EXACT_F32 : FENCED_F32
}
