// What each operation gives on scalars, in both precisions: the reference that folding uses.
// Ints are signed 32-bit numbers, bools are 0 or 1.

import { floatBits, floatFromBits, fromWords, highWord, lowWord } from '../math/bits.ts'
import { F32, NAN_BITS_F32 } from './f32-rule.ts'
import type { Precision, PureOp } from './ir.ts'

type Scalar = (a: number, b: number) => number

/** Operations that are the same in both precisions. */
const COMMON = {
  lt: (a, b) => (a < b ? 1 : 0),
  le: (a, b) => (a <= b ? 1 : 0),
  eq: (a, b) => (a === b ? 1 : 0),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  not: (a) => 1 - a,
  iadd: (a, b) => (a + b) | 0,
  isub: (a, b) => (a - b) | 0,
  imul: (a, b) => Math.imul(a, b),
  iand: (a, b) => a & b,
  ior: (a, b) => a | b,
  ixor: (a, b) => a ^ b,
  ishl: (a, b) => a << b,
  ishr: (a, b) => (a >>> b) | 0,
  isar: (a, b) => a >> b,
  clz: (a) => Math.clz32(a),
  ieq: (a, b) => (a === b ? 1 : 0),
  ilt: (a, b) => (a < b ? 1 : 0),
  ult: (a, b) => (a >>> 0 < b >>> 0 ? 1 : 0),
  toInt: (a) => a | 0,
} as const satisfies Partial<Record<PureOp, Scalar>>

const F64 = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  rem: (a, b) => a % b,
  min: (a, b) => Math.min(a, b),
  max: (a, b) => Math.max(a, b),
  neg: (a) => -a,
  abs: (a) => Math.abs(a),
  sqrt: (a) => Math.sqrt(a),
  floor: (a) => Math.floor(a),
  ceil: (a) => Math.ceil(a),
  trunc: (a) => Math.trunc(a),
  fround: (a) => Math.fround(a),
  toFloat: (a) => a,
  toFloatUnsigned: (a) => a >>> 0,
  highWord: (a) => (a === a ? highWord(a) : 0x7ff80000),
  lowWord: (a) => (a === a ? lowWord(a) : 0),
  fromWords: (a, b) => fromWords(a, b),
  floatBits: (a) => (a === a ? floatBits(a) : NAN_BITS_F32),
  floatFromBits: (a) => floatFromBits(a),
} as const satisfies Partial<Record<PureOp, Scalar>>

function needsBinary64(): never {
  throw new Error('the words of a binary64 exist in f64 programs only')
}

export const SCALAR: Readonly<Record<Precision, Readonly<Record<PureOp, Scalar>>>> = {
  f64: { ...COMMON, ...F64 },
  f32: {
    ...COMMON,
    ...F32,
    highWord: needsBinary64,
    lowWord: needsBinary64,
    fromWords: needsBinary64,
  },
}
