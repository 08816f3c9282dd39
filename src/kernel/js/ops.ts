// How each operation reads in generated JavaScript: one total table a precision.

import { NAN_BITS_F32, SMALLEST_F32 } from '../f32-rule.ts'
import type { Op, Precision, PureOp } from '../ir.ts'

/** Text of an expression from the texts of its arguments; it stands in brackets where it must. */
export type Write = (a: string, b: string) => string
export type Table = Readonly<Record<PureOp, Write>>

/** Operations whose text repeats an argument or goes through scratch memory: these are names. */
export const WANTS_NAMES: ReadonlySet<Op> = new Set<Op>([
  'highWord',
  'lowWord',
  'fromWords',
  'floatBits',
  'floatFromBits',
  'lookup',
])

// Little-endian machines hold the low word first.
const HIGH = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0

/** Scratch memory of the generated code: `W` and `WI` are one f64, `F` and `FI` one f32. */
export const SCRATCH = [
  'const W=new Float64Array(1),WI=new Int32Array(W.buffer)',
  'const F=new Float32Array(1),FI=new Int32Array(F.buffer)',
].join(';')

const round = (x: string) => `Math.fround(${x})`

/** `x` after the rule for tiny numbers, which also turns -0 into +0. Uses the variable `q`. */
const settle = (x: string) => `((q=${x}),Math.abs(q)<${SMALLEST_F32}?0:q)`

/** Rounds to the precision a number that enters the program. */
export const rounded = (precision: Precision, x: string) =>
  precision === 'f32' ? settle(round(x)) : x

const SAME_IN_BOTH = {
  min: (a, b) => `Math.min(${a},${b})`,
  max: (a, b) => `Math.max(${a},${b})`,
  abs: (a) => `Math.abs(${a})`,
  floor: (a) => `Math.floor(${a})`,
  lt: (a, b) => `(${a}<${b})`,
  le: (a, b) => `(${a}<=${b})`,
  eq: (a, b) => `(${a}===${b})`,
  and: (a, b) => `(${a}&&${b})`,
  or: (a, b) => `(${a}||${b})`,
  not: (a) => `(!${a})`,
  iadd: (a, b) => `(${a}+${b}|0)`,
  isub: (a, b) => `(${a}-${b}|0)`,
  imul: (a, b) => `Math.imul(${a},${b})`,
  iand: (a, b) => `(${a}&${b})`,
  ior: (a, b) => `(${a}|${b})`,
  ixor: (a, b) => `(${a}^${b})`,
  ishl: (a, b) => `(${a}<<${b})`,
  ishr: (a, b) => `(${a}>>>${b}|0)`,
  isar: (a, b) => `(${a}>>${b})`,
  clz: (a) => `Math.clz32(${a})`,
  ieq: (a, b) => `(${a}===${b})`,
  ilt: (a, b) => `(${a}<${b})`,
  ult: (a, b) => `(${a}>>>0<${b}>>>0)`,
  toInt: (a) => `(${a}|0)`,
  // NaN has one pattern, whatever the machine made of it.
  highWord: (a) => `(${a}===${a}?(W[0]=${a},WI[${HIGH}]):0x7ff80000)`,
  lowWord: (a) => `(${a}===${a}?(W[0]=${a},WI[${1 - HIGH}]):0)`,
  fromWords: (a, b) => `(WI[${HIGH}]=${a},WI[${1 - HIGH}]=${b},W[0])`,
  floatBits: (a) => `(${a}===${a}?(F[0]=${a},FI[0]):${NAN_BITS_F32})`,
} satisfies Partial<Record<PureOp, Write>>

const F64: Table = {
  ...SAME_IN_BOTH,
  add: (a, b) => `(${a}+${b})`,
  sub: (a, b) => `(${a}-${b})`,
  mul: (a, b) => `(${a}*${b})`,
  div: (a, b) => `(${a}/${b})`,
  rem: (a, b) => `(${a}%${b})`,
  neg: (a) => `(-${a})`,
  sqrt: (a) => `Math.sqrt(${a})`,
  ceil: (a) => `Math.ceil(${a})`,
  trunc: (a) => `Math.trunc(${a})`,
  fround: (a) => round(a),
  toFloat: (a) => a,
  toFloatUnsigned: (a) => `(${a}>>>0)`,
  floatFromBits: (a) => `(FI[0]=${a},F[0])`,
}

// Every value is +0 or a multiple of 2^-123 of at least that size, so that sums stay exact near
// zero and cannot be -0; what can be -0 in JavaScript gets `+ 0`, which turns it into +0.
const F32: Table = {
  ...SAME_IN_BOTH,
  add: (a, b) => round(`${a}+${b}`),
  sub: (a, b) => round(`${a}-${b}`),
  mul: (a, b) => settle(round(`${a}*${b}`)),
  div: (a, b) => settle(round(`${a}/${b}`)),
  rem: (a, b) => `(${a}%${b}+0)`,
  neg: (a) => settle(`-${a}`),
  sqrt: (a) => round(`Math.sqrt(${a})`),
  ceil: (a) => `(Math.ceil(${a})+0)`,
  trunc: (a) => `(Math.trunc(${a})+0)`,
  fround: (a) => a,
  toFloat: (a) => round(a),
  toFloatUnsigned: (a) => round(`${a}>>>0`),
  floatFromBits: (a) => settle(`(FI[0]=${a},F[0])`),
}

export const TABLES: Readonly<Record<Precision, Table>> = { f64: F64, f32: F32 }

/** The literal that reads back as the same bits. */
export function literal(x: number): string {
  const text = Object.is(x, -0) ? '-0' : String(x)
  return text.startsWith('-') ? `(${text})` : text
}
