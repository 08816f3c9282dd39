// How each operation reads in a shader: one total table, whatever the dialect.

import type { PureOp } from '../ir.ts'

export type Write = (a: string, b: string) => string

const call =
  (name: string): Write =>
  (a, b) =>
    b === undefined ? `${name}(${a})` : `${name}(${a},${b})`
const signed = (a: string) => `bitcast<i32>(${a})`

/**
 * Ints are u32, which wrap as the graph's ints do; bools are bools. Nothing here branches: some
 * compilers take minutes over functions of many blocks, and `&&` makes two.
 */
export const TABLE: Readonly<Record<PureOp, Write>> = {
  add: call('fadd'),
  sub: call('fsub'),
  mul: call('fmul'),
  div: call('fdiv'),
  rem: call('frem'),
  min: call('fmin'),
  max: call('fmax'),
  neg: call('fneg'),
  abs: call('fabs'),
  sqrt: call('fsqrt'),
  floor: call('ffloor'),
  ceil: call('fceil'),
  trunc: call('ftrunc'),
  fround: call('fround'),
  lt: call('flt'),
  le: call('fle'),
  eq: call('feq'),
  and: (a, b) => `(${a}&${b})`,
  or: (a, b) => `(${a}|${b})`,
  not: (a) => `(!${a})`,
  iadd: (a, b) => `(${a}+${b})`,
  isub: (a, b) => `(${a}-${b})`,
  imul: (a, b) => `(${a}*${b})`,
  iand: (a, b) => `(${a}&${b})`,
  ior: (a, b) => `(${a}|${b})`,
  ixor: (a, b) => `(${a}^${b})`,
  ishl: (a, b) => `(${a}<<(${b}&31u))`,
  ishr: (a, b) => `(${a}>>(${b}&31u))`,
  isar: (a, b) => `bitcast<u32>(${signed(a)}>>(${b}&31u))`,
  clz: call('countLeadingZeros'),
  ieq: (a, b) => `(${a}==${b})`,
  ilt: (a, b) => `(${signed(a)}<${signed(b)})`,
  ult: (a, b) => `(${a}<${b})`,
  toFloat: call('fromInt'),
  toFloatUnsigned: call('fromUnsigned'),
  toInt: call('toInt'),
  highWord: call('highWord'),
  lowWord: call('lowWord'),
  fromWords: call('fromWords'),
  floatBits: call('floatBits'),
  floatFromBits: call('floatFromBits'),
}
