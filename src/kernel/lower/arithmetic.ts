// The operators. Literals fold in binary64; integers stay integers while they are surely exact; the
// rest is floats.

import type { GraphBuilder } from '../graph/graph.ts'
import type { PureOp } from '../ir.ts'
import type { Node } from '../syntax/parse.ts'
import type { Lowering } from './lowering.ts'
import type { NumberValue } from './numbers.ts'
import { floatOf, int32, intOf, intRange, MAX_EXACT, numberOf, toInt32 } from './numbers.ts'
import { bool, float, Int, literal, type Value } from './values.ts'

type Pair = readonly [number, number]

interface Arithmetic {
  readonly op: PureOp
  readonly fold: (a: number, b: number) => number
  /** For those that take integers to integers: the operation modulo 2^32, and the exact range. */
  readonly int?: PureOp
  readonly range?: (a: Int, b: Int) => Pair
}

const ARITHMETIC: Readonly<Record<string, Arithmetic>> = {
  '+': {
    op: 'add',
    fold: (a, b) => a + b,
    int: 'iadd',
    range: (a, b) => [a.low + b.low, a.high + b.high],
  },
  '-': {
    op: 'sub',
    fold: (a, b) => a - b,
    int: 'isub',
    range: (a, b) => [a.low - b.high, a.high - b.low],
  },
  '*': {
    op: 'mul',
    fold: (a, b) => a * b,
    int: 'imul',
    range: (a, b) => {
      const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high]
      return [Math.min(...corners), Math.max(...corners)]
    },
  },
  '/': { op: 'div', fold: (a, b) => a / b },
  '%': { op: 'rem', fold: (a, b) => a % b },
}

/** `a op b` for + - * / %, or undefined if `op` is none of these. */
export function arithmetic(low: Lowering, op: string, x: Value, y: Value, at: Node) {
  const rule = ARITHMETIC[op]
  if (rule === undefined) return undefined
  const [left, right] = [numberOf(low, x, at), numberOf(low, y, at)]
  if (left.kind === 'literal' && right.kind === 'literal') {
    return literal(rule.fold(left.value, right.value))
  }
  const { b } = low
  const floats = () => b.push(rule.op, [floatOf(b, left), floatOf(b, right)])
  return exactly(b, rule, left, right, floats) ?? float(floats())
}

/**
 * The result as an integer, where no rounding can happen; its 32 bits are then those of the
 * integer operation. Where it meets a float it is the result of the float operation, as ever.
 */
function exactly(
  b: GraphBuilder,
  { int, range }: Arithmetic,
  left: NumberValue,
  right: NumberValue,
  floats: () => number,
): Int | undefined {
  if (int === undefined || range === undefined) return undefined
  if (left.kind === 'float' || right.kind === 'float') return undefined
  const [one, other] = [intOf(b, left), intOf(b, right)]
  if (one === undefined || other === undefined) return undefined
  const [least, most] = range(one, other)
  if (!(least >= -MAX_EXACT && most <= MAX_EXACT)) return undefined
  return new Int(b.push(int, [one.node, other.node]), least, most, floats)
}

export function negate(low: Lowering, value: Value, at: Node): Value {
  const { b } = low
  const x = numberOf(low, value, at)
  if (x.kind === 'literal') return literal(-x.value)
  const negated = () => b.push('neg', [floatOf(b, x)])
  if (x.kind === 'float') return float(negated())
  return new Int(b.push('isub', [b.int(0), x.node]), -x.high, -x.low, negated)
}

const INTEGER: Readonly<Record<string, PureOp>> = {
  '|': 'ior',
  '&': 'iand',
  '^': 'ixor',
  '<<': 'ishl',
  '>>': 'isar',
  '>>>': 'ishr',
}

const INTEGER_FOLD: Readonly<Record<string, (a: number, b: number) => number>> = {
  '|': (a, b) => a | b,
  '&': (a, b) => a & b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
}

/** `a op b` for the integer operators, or undefined if `op` is none of these. */
export function integer(low: Lowering, op: string, x: Value, y: Value, at: Node) {
  const rule = INTEGER[op]
  if (rule === undefined) return undefined
  const [left, right] = [numberOf(low, x, at), numberOf(low, y, at)]
  if (left.kind === 'literal' && right.kind === 'literal') {
    return literal(INTEGER_FOLD[op]!(left.value, right.value))
  }
  const node = low.b.push(rule, [toInt32(low, left, at), toInt32(low, right, at)])
  return int32(low.b, node, ...integerRange(op, left, right))
}

/** What is known of the result besides that it has 32 bits: masks and shifts make numbers small. */
function integerRange(op: string, x: NumberValue, y: NumberValue): Pair {
  const full: Pair = op === '>>>' ? [0, 0xffffffff] : [-0x80000000, 0x7fffffff]
  const count = y.kind === 'literal' ? y.value & 31 : undefined
  const signed = x.kind === 'int' && intRange(x.low, x.high) === 'signed' ? x : undefined
  if (op === '&') {
    const masks = [x, y].map((v) => (v.kind === 'literal' ? v.value | 0 : lowest(v)))
    const small = masks.filter((mask) => mask >= 0)
    return small.length > 0 ? [0, Math.min(...small)] : full
  }
  if (count === undefined) return full
  if (op === '>>' && signed) return [signed.low >> count, signed.high >> count]
  if (op === '>>>' && signed && signed.low >= 0)
    return [signed.low >>> count, signed.high >>> count]
  if (op === '>>>') return [0, 0xffffffff >>> count]
  // x | 0 and x ^ 0 change nothing.
  const nothing = (op === '|' || op === '^') && y.kind === 'literal' && (y.value | 0) === 0
  return nothing && signed ? [signed.low, signed.high] : full
}

/** The largest value of an integer that is surely not negative in 32 bits, else -1. */
function lowest(x: NumberValue): number {
  return x.kind === 'int' && x.low >= 0 && x.high <= 0x7fffffff ? x.high : -1
}

export function complement(low: Lowering, value: Value, at: Node): Value {
  const x = numberOf(low, value, at)
  if (x.kind === 'literal') return literal(~x.value)
  return int32(low.b, low.b.push('ixor', [toInt32(low, x, at), low.b.int(-1)]))
}

/** `a op b` for the comparisons, or undefined if `op` is none of these. */
export function comparison(low: Lowering, op: string, x: Value, y: Value, at: Node) {
  switch (op) {
    case '<':
      return bool(less(low, x, y, at))
    case '>':
      return bool(less(low, y, x, at))
    case '<=':
      return bool(atMost(low, x, y, at))
    case '>=':
      return bool(atMost(low, y, x, at))
    case '==':
      return bool(equal(low, ...alike(low, x, y, at), at))
    case '===':
      return bool(equal(low, x, y, at))
    case '!=':
      return bool(low.b.push('not', [equal(low, ...alike(low, x, y, at), at)]))
    case '!==':
      return bool(low.b.push('not', [equal(low, x, y, at)]))
    default:
      return undefined
  }
}

function less(low: Lowering, x: Value, y: Value, at: Node): number {
  const [left, right] = [numberOf(low, x, at), numberOf(low, y, at)]
  const { b } = low
  if (left.kind === 'literal' && right.kind === 'literal') return b.bool(left.value < right.value)
  return lessInts(b, left, right) ?? b.push('lt', [floatOf(b, left), floatOf(b, right)])
}

function atMost(low: Lowering, x: Value, y: Value, at: Node): number {
  const [left, right] = [numberOf(low, x, at), numberOf(low, y, at)]
  const { b } = low
  if (left.kind === 'literal' && right.kind === 'literal') return b.bool(left.value <= right.value)
  const more = lessInts(b, right, left)
  if (more !== undefined) return b.push('not', [more])
  return b.push('le', [floatOf(b, left), floatOf(b, right)])
}

/** Both as integers of 32 bits and how each is to be read; undefined if that would not be exact. */
function bothInts(b: GraphBuilder, x: NumberValue, y: NumberValue) {
  if (x.kind === 'float' || y.kind === 'float') return undefined
  const [one, other] = [intOf(b, x), intOf(b, y)]
  if (one === undefined || other === undefined) return undefined
  const ranges = [intRange(one.low, one.high), intRange(other.low, other.high)]
  if (ranges.includes('wide')) return undefined
  // What fits both readings takes that of its partner.
  if (ranges[0] !== ranges[1]) {
    if (ranges[0] === 'signed' && one.low >= 0) ranges[0] = 'unsigned'
    if (ranges[1] === 'signed' && other.low >= 0) ranges[1] = 'unsigned'
  }
  return { one: one.node, other: other.node, left: ranges[0], right: ranges[1] }
}

function lessInts(b: GraphBuilder, x: NumberValue, y: NumberValue): number | undefined {
  const both = bothInts(b, x, y)
  if (both === undefined) return undefined
  const { one, other, left, right } = both
  if (left === right) return b.push(left === 'signed' ? 'ilt' : 'ult', [one, other])
  const unsigned = b.push('ult', [one, other])
  // A negative number is below every unsigned one.
  if (left === 'signed') return b.push('or', [b.push('ilt', [one, b.int(0)]), unsigned])
  return b.push('and', [b.push('not', [b.push('ilt', [other, b.int(0)])]), unsigned])
}

/** `==` takes a boolean beside a number as 1 or 0; minifiers write `x < y == 0`. */
function alike(low: Lowering, x: Value, y: Value, at: Node): [Value, Value] {
  if (x.kind === 'bool' && y.kind === 'bool') return [x, y]
  return [numberOf(low, x, at), numberOf(low, y, at)]
}

function equal(low: Lowering, x: Value, y: Value, at: Node): number {
  const { b } = low
  if (x.kind === 'bool' && y.kind === 'bool') {
    return b.select(x.node, y.node, b.push('not', [y.node]))
  }
  if (x.kind === 'bool' || y.kind === 'bool') {
    return low.fail(at, 'a boolean and a number are compared; write the boolean alone')
  }
  const [left, right] = [numberOf(low, x, at), numberOf(low, y, at)]
  if (left.kind === 'literal' && right.kind === 'literal') {
    return b.bool(left.value === right.value)
  }
  const both = bothInts(b, left, right)
  if (both === undefined) return b.push('eq', [floatOf(b, left), floatOf(b, right)])
  const same = b.push('ieq', [both.one, both.other])
  if (both.left === both.right) return same
  const signed = both.left === 'signed' ? both.one : both.other
  return b.push('and', [same, b.push('not', [b.push('ilt', [signed, b.int(0)])])])
}
