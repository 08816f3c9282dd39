// How each operation reads in WebAssembly: one total table a precision. The arguments are on the
// stack; what needs one twice takes it into a local variable.
//
// In f64 a vector holds two members: an int stands twice in its 64 bits, so that comparisons give
// whole masks. In f32 it holds four. A bool is a mask of all ones or zeros.

import { NAN_BITS_F32 } from '../f32-rule.ts'
import type { Precision, PureOp, Type } from '../ir.ts'
import { type Code, F64 as F64_TYPE, I32, type Plain, V128 } from './code.ts'
import type { Import } from './module.ts'

type Write = (c: Code) => void

/** What WebAssembly lacks is asked of the engine, which has it exactly. */
export const HOST: readonly Import[] = [
  { name: 'rem', params: [F64_TYPE, F64_TYPE], result: F64_TYPE },
]
const HOST_REM = 0
/** The first function of a module's own does `%` on two members; those of a program follow. */
const REM = HOST.length
export const FIRST_FUNCTION = REM + 1

/** The functions of `HOST`. */
export const HOST_FUNCTIONS = {
  rem: (a: number, b: number) => a % b,
}

/** Byte patterns of shuffles on vectors of two members. */
const LOW_WORDS = [0, 1, 2, 3, 0, 1, 2, 3, 8, 9, 10, 11, 8, 9, 10, 11]
const HIGH_WORDS = [4, 5, 6, 7, 4, 5, 6, 7, 12, 13, 14, 15, 12, 13, 14, 15]
/** 32-bit lanes 0 and 2 to lanes 0 and 1, and 0 and 1 to both words of the members. */
const PACK = [0, 1, 2, 3, 8, 9, 10, 11, 0, 1, 2, 3, 8, 9, 10, 11]
const SPREAD = [0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7]
/** Words of the first operand above those of the second. */
const JOIN = [16, 17, 18, 19, 0, 1, 2, 3, 24, 25, 26, 27, 8, 9, 10, 11]

/** Halves of one register's members in f32, and of two registers in f64. */
export const LOW_HALVES = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23]
export const UPPER_HALF = [8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15]

export const spread = (c: Code) => c.rearrange(SPREAD)
export const pack = (c: Code) => c.rearrange(PACK)
export const lowWords = (c: Code) => c.rearrange(LOW_WORDS)
export const highWords = (c: Code) => c.rearrange(HIGH_WORDS)

export const laneCount = (precision: Precision) => (precision === 'f64' ? 2 : 4)

/** Puts a member's number on the stack: floats as f64, ints as i32. */
function extract(c: Code, precision: Precision, type: Type, vector: number, member: number): void {
  c.get(vector)
  if (type === 'float') {
    c.lane(precision === 'f64' ? 'f64x2.extract_lane' : 'f32x4.extract_lane', member)
    if (precision === 'f32') c.op('f64.promote_f32')
  } else c.lane('i32x4.extract_lane', precision === 'f64' ? 2 * member : member)
}

/** Makes a vector of the numbers of the members, which `scalar` leaves as f64 or i32. */
export function gather(
  c: Code,
  precision: Precision,
  type: Type,
  scalar: (member: number) => void,
): void {
  for (let member = 0; member < laneCount(precision); member++) {
    const first = member === 0
    scalar(member)
    if (type === 'float') {
      if (precision === 'f32') c.op('f32.demote_f64')
      if (first) c.op(precision === 'f64' ? 'f64x2.splat' : 'f32x4.splat')
      else c.lane(precision === 'f64' ? 'f64x2.replace_lane' : 'f32x4.replace_lane', member)
    } else if (first) c.op('i32x4.splat')
    else if (precision === 'f32') c.lane('i32x4.replace_lane', member)
    else {
      const value = c.local(I32)
      c.tee(value)
      c.lane('i32x4.replace_lane', 2 * member)
      c.get(value)
      c.lane('i32x4.replace_lane', 2 * member + 1)
      c.release(value)
    }
  }
}

/** `%` of the host, member by member, for what the function above does not do. */
export const hostRemainder: Write = (c) =>
  perMember('f64', ['float', 'float'], 'float', (code) => code.call(HOST_REM))(c)

/** Does an operation member by member, on scalars. */
export function perMember(
  precision: Precision,
  args: readonly Type[],
  result: Type,
  scalar: (c: Code) => void,
): Write {
  return (c) => {
    const vectors = args.map(() => c.pop(V128)).reverse()
    gather(c, precision, result, (member) => {
      for (const [i, type] of args.entries()) extract(c, precision, type, vectors[i]!, member)
      scalar(c)
    })
    for (const vector of vectors) c.release(vector)
  }
}

const plain =
  (...names: Plain[]): Write =>
  (c) =>
    c.op(...names)

/** Replaces what the lanes of NaN gave by an int. The float was kept in `kept`. */
function whereNumber(c: Code, kept: number, shape: 'f64x2' | 'f32x4', otherwise: number): void {
  c.i32x4(otherwise)
  c.get(kept, kept)
  c.op(`${shape}.eq`, 'v128.bitselect')
  c.release(kept)
}

/** The bits of SMALLEST_F32. */
const SMALLEST_BITS = 0x0d800000
const TWO_32 = 4294967296
const TWO_20 = 1048576

/**
 * ToInt32 without a branch: a whole number t / 2^32 less its floor is the int as a fraction, and
 * adding 2^20 brings that into the low word. All of it is exact. NaN, and the infinities that
 * become NaN on the way, do not compare as greater than 0 and give 0.
 */
const toInt64: Write = (c) => {
  c.op('f64x2.trunc')
  c.f64x2(1 / TWO_32)
  c.op('f64x2.mul')
  const turns = c.local(V128)
  c.tee(turns)
  c.get(turns)
  c.op('f64x2.floor', 'f64x2.sub')
  c.set(turns)
  c.f64x2(0)
  c.get(turns)
  c.op('f64x2.pmax')
  c.f64x2(TWO_20)
  c.op('f64x2.add')
  lowWords(c)
  c.release(turns)
}

/** What is left of a whole number after the multiples of 2^32; NaN for the infinities. Exact. */
function reduce(c: Code): void {
  c.op('f32x4.trunc')
  const whole = c.local(V128)
  c.tee(whole)
  c.get(whole)
  c.f32x4(1 / TWO_32)
  c.op('f32x4.mul', 'f32x4.trunc')
  c.f32x4(TWO_32)
  c.op('f32x4.mul', 'f32x4.sub')
  c.release(whole)
}

/** Converts the magnitude, and negates it as ints are negated: (i ^ -1) - -1. */
const toInt32: Write = (c) => {
  reduce(c)
  const rest = c.local(V128)
  const negative = c.local(V128)
  c.tee(rest)
  c.op('f32x4.abs', 'i32x4.trunc_sat_f32x4_u')
  c.get(rest)
  c.f32x4(0)
  c.op('f32x4.lt')
  c.tee(negative)
  c.op('v128.xor')
  c.get(negative)
  c.op('i32x4.sub')
  c.release(rest)
  c.release(negative)
}

const sameInBoth = (precision: Precision) => {
  const shift = (name: Plain) => perMember(precision, ['int', 'int'], 'int', (c) => c.op(name))
  return {
    and: plain('v128.and'),
    or: plain('v128.or'),
    not: plain('v128.not'),
    iadd: plain('i32x4.add'),
    isub: plain('i32x4.sub'),
    imul: plain('i32x4.mul'),
    iand: plain('v128.and'),
    ior: plain('v128.or'),
    ixor: plain('v128.xor'),
    ishl: shift('i32.shl'),
    ishr: shift('i32.shr_u'),
    isar: shift('i32.shr_s'),
    clz: perMember(precision, ['int'], 'int', (c) => c.op('i32.clz')),
    ieq: plain('i32x4.eq'),
    ilt: plain('i32x4.lt_s'),
    ult: plain('i32x4.lt_u'),
  } satisfies Partial<Record<PureOp, Write>>
}

/** Shifts by a count that is known: all lanes at once. */
export const SHIFTS: Partial<Record<PureOp, Plain>> = {
  ishl: 'i32x4.shl',
  ishr: 'i32x4.shr_u',
  isar: 'i32x4.shr_s',
}

const F64: Readonly<Record<PureOp, Write>> = {
  ...sameInBoth('f64'),
  add: plain('f64x2.add'),
  sub: plain('f64x2.sub'),
  mul: plain('f64x2.mul'),
  div: plain('f64x2.div'),
  rem: (c) => c.call(REM),
  min: plain('f64x2.min'),
  max: plain('f64x2.max'),
  neg: plain('f64x2.neg'),
  abs: plain('f64x2.abs'),
  sqrt: plain('f64x2.sqrt'),
  floor: plain('f64x2.floor'),
  ceil: plain('f64x2.ceil'),
  trunc: plain('f64x2.trunc'),
  lt: plain('f64x2.lt'),
  le: plain('f64x2.le'),
  eq: plain('f64x2.eq'),
  fround: plain('f32x4.demote_f64x2_zero', 'f64x2.promote_low_f32x4'),
  toFloat: (c) => {
    pack(c)
    c.op('f64x2.convert_low_i32x4_s')
  },
  toFloatUnsigned: (c) => {
    pack(c)
    c.op('f64x2.convert_low_i32x4_u')
  },
  toInt: toInt64,
  highWord: wordOf(HIGH_WORDS, 0x7ff80000),
  lowWord: wordOf(LOW_WORDS, 0),
  fromWords: (c) => c.shuffle(JOIN),
  floatBits: (c) => {
    const x = c.local(V128)
    c.tee(x)
    c.op('f32x4.demote_f64x2_zero')
    spread(c)
    whereNumber(c, x, 'f64x2', NAN_BITS_F32)
  },
  floatFromBits: (c) => {
    pack(c)
    c.op('f64x2.promote_low_f32x4')
  },
}

function wordOf(pattern: readonly number[], nan: number): Write {
  return (c) => {
    const x = c.local(V128)
    c.tee(x)
    c.get(x)
    c.shuffle(pattern)
    whereNumber(c, x, 'f64x2', nan)
  }
}

/**
 * Turns what is smaller than 2^-100 into +0; NaN stays. Magnitudes compare as ints in the order of
 * their bits, with NaN above all others, which takes less than comparing floats.
 */
export const settle: Write = (c) => {
  const x = c.local(V128)
  c.tee(x)
  c.get(x)
  c.i32x4(0x7fffffff)
  c.op('v128.and')
  c.i32x4(SMALLEST_BITS - 1)
  c.op('i32x4.gt_s', 'v128.and')
  c.release(x)
}

const settled =
  (name: Plain): Write =>
  (c) => {
    c.op(name)
    settle(c)
  }

/** Adding 0 makes -0 into +0. */
const withoutSign =
  (write: Write): Write =>
  (c) => {
    write(c)
    c.f32x4(0)
    c.op('f32x4.add')
  }

/** Does an operation on two floats in binary64, two members at a time. */
function inHalves(write: Write): Write {
  return (c) => {
    const operands = [c.pop(V128), c.pop(V128)].reverse()
    for (let half = 0; half < 2; half++) {
      for (const operand of operands) {
        c.get(operand)
        if (half > 0) c.rearrange(UPPER_HALF)
        c.op('f64x2.promote_low_f32x4')
      }
      write(c)
      c.op('f32x4.demote_f64x2_zero')
    }
    c.shuffle(LOW_HALVES)
    for (const operand of operands) c.release(operand)
  }
}

const needsBinary64: Write = () => {
  throw new Error('the words of a binary64 exist in f64 programs only')
}

const F32: Readonly<Record<PureOp, Write>> = {
  ...sameInBoth('f32'),
  add: plain('f32x4.add'),
  sub: plain('f32x4.sub'),
  mul: settled('f32x4.mul'),
  div: settled('f32x4.div'),
  rem: withoutSign(inHalves((c) => c.call(REM))),
  min: plain('f32x4.min'),
  max: plain('f32x4.max'),
  neg: settled('f32x4.neg'),
  abs: plain('f32x4.abs'),
  sqrt: plain('f32x4.sqrt'),
  floor: plain('f32x4.floor'),
  ceil: withoutSign(plain('f32x4.ceil')),
  trunc: withoutSign(plain('f32x4.trunc')),
  lt: plain('f32x4.lt'),
  le: plain('f32x4.le'),
  eq: plain('f32x4.eq'),
  fround: () => {},
  toFloat: plain('f32x4.convert_i32x4_s'),
  toFloatUnsigned: plain('f32x4.convert_i32x4_u'),
  toInt: toInt32,
  floatBits: (c) => {
    const x = c.local(V128)
    c.tee(x)
    whereNumber(c, x, 'f32x4', NAN_BITS_F32)
  },
  floatFromBits: settle,
  highWord: needsBinary64,
  lowWord: needsBinary64,
  fromWords: needsBinary64,
}

export const TABLES: Readonly<Record<Precision, Readonly<Record<PureOp, Write>>>> = {
  f64: F64,
  f32: F32,
}

/** Puts the same number in all lanes. */
export function constant(c: Code, precision: Precision, type: Type, value: number): void {
  if (type === 'bool') c.i32x4(value === 0 ? 0 : -1)
  else if (type === 'int') c.i32x4(value)
  else if (precision === 'f64') c.f64x2(value)
  else c.f32x4(value)
}
