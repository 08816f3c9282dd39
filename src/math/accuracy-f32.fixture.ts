// What the binary32 functions promise: the largest error, where it was found, and the oracle.

import { acosF32, atanF32 } from './f32-arc.ts'
import { cbrtF32 } from './f32-cbrt.ts'
import { expm1F32 } from './f32-exp.ts'
import { coshF32, sinhF32, tanhF32 } from './f32-hyperbolic.ts'
import { log1pF32, log2F32, log10F32, logF32 } from './f32-log.ts'
import { tanF32 } from './f32-tan.ts'

export interface Accuracy {
  readonly name: string
  readonly of: (x: number) => number
  /** Binary64, whose own error is 2^-29 of what is measured. */
  readonly oracle: (x: number) => number
  /**
   * The largest error found over every seventh binary32 number of the whole domain and every one
   * from 1/8 to 16, rounded up to hundredths; an ulp is the spacing of binary32 at the true value.
   */
  readonly errorUlpMax: number
  /** The bits of the number where it was found. */
  readonly worstBits: number
  readonly symmetry: 'odd' | 'even' | 'none'
  /** How it runs over the whole domain; `none` for the tangent. None of these numbers is an
   * exception. */
  readonly course: 'rising' | 'falling' | 'rising from 0' | 'none'
}

export const ACCURACY_F32: readonly Accuracy[] = [
  {
    name: 'logF32',
    of: logF32,
    oracle: Math.log,
    errorUlpMax: 0.84,
    worstBits: 0x3fb4e79f,
    symmetry: 'none',
    course: 'rising from 0',
  },
  {
    name: 'log1pF32',
    of: log1pF32,
    oracle: Math.log1p,
    errorUlpMax: 0.84,
    worstBits: 0x3ed39e7c,
    symmetry: 'none',
    course: 'rising',
  },
  {
    name: 'log2F32',
    of: log2F32,
    oracle: Math.log2,
    errorUlpMax: 0.87,
    worstBits: 0x3f332b14,
    symmetry: 'none',
    course: 'rising from 0',
  },
  {
    name: 'log10F32',
    of: log10F32,
    oracle: Math.log10,
    errorUlpMax: 0.84,
    worstBits: 0x3f264d83,
    symmetry: 'none',
    course: 'rising from 0',
  },
  {
    name: 'expm1F32',
    of: expm1F32,
    oracle: Math.expm1,
    errorUlpMax: 1.09,
    worstBits: 0x41880bd6,
    symmetry: 'none',
    course: 'rising',
  },
  {
    name: 'sinhF32',
    of: sinhF32,
    oracle: Math.sinh,
    errorUlpMax: 1.62,
    worstBits: 0x3fb588e8,
    symmetry: 'odd',
    course: 'rising',
  },
  {
    name: 'coshF32',
    of: coshF32,
    oracle: Math.cosh,
    errorUlpMax: 1.29,
    worstBits: 0x40915643,
    symmetry: 'even',
    course: 'rising from 0',
  },
  {
    name: 'tanhF32',
    of: tanhF32,
    oracle: Math.tanh,
    errorUlpMax: 1.43,
    worstBits: 0x3f101de3,
    symmetry: 'odd',
    course: 'rising',
  },
  {
    name: 'acosF32',
    of: acosF32,
    oracle: Math.acos,
    errorUlpMax: 0.89,
    worstBits: 0xbf02791a,
    symmetry: 'none',
    course: 'falling',
  },
  {
    name: 'atanF32',
    of: atanF32,
    oracle: Math.atan,
    errorUlpMax: 0.85,
    worstBits: 0x3f31f27b,
    symmetry: 'odd',
    course: 'rising',
  },
  {
    name: 'tanF32',
    of: tanF32,
    oracle: Math.tan,
    errorUlpMax: 1.2,
    worstBits: 0x42f9c99e,
    symmetry: 'odd',
    course: 'none',
  },
  {
    name: 'cbrtF32',
    of: cbrtF32,
    oracle: Math.cbrt,
    errorUlpMax: 0.78,
    worstBits: 0x4ffe004,
    symmetry: 'odd',
    course: 'rising',
  },
]

/** For powers and hypotenuses: the largest error among 10^8 pairs of arguments, rounded up. */
export const POW_ERROR_ULP_MAX = 0.84
export const HYPOT_ERROR_ULP_MAX = 1.2
