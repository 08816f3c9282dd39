// Numbers in their views: a float for arithmetic, 32 bits for integer operators, a condition.

import type { GraphBuilder } from '../graph/graph.ts'
import type { Node } from '../syntax/parse.ts'
import type { Lowering } from './lowering.ts'
import { describe, Int, literal, type Value } from './values.ts'

export const MAX_EXACT = 9007199254740992

export type NumberValue = Extract<Value, { kind: 'literal' | 'float' | 'int' }>

export function isNumber(value: Value): value is NumberValue {
  return value.kind === 'literal' || value.kind === 'float' || value.kind === 'int'
}

/** How integers of a range compare: as signed or unsigned 32 bits, or as neither. */
export function intRange(low: number, high: number): 'signed' | 'unsigned' | 'wide' {
  if (low >= -0x80000000 && high <= 0x7fffffff) return 'signed'
  return low >= 0 && high <= 0xffffffff ? 'unsigned' : 'wide'
}

/** An integer of 32 bits; its float view is exact in f64 and rounded once in f32. */
export function int32(b: GraphBuilder, node: number, low = -0x80000000, high = 0x7fffffff): Int {
  const op = intRange(low, high) === 'signed' ? 'toFloat' : 'toFloatUnsigned'
  return new Int(node, low, high, () => b.push(op, [node]))
}

/** A number as an integer, if it is surely one; -0 is not, since its sign could be seen. */
export function intOf(b: GraphBuilder, value: NumberValue): Int | undefined {
  if (value.kind === 'int') return value
  if (value.kind !== 'literal') return undefined
  const { value: x } = value
  if (Math.trunc(x) !== x || Math.abs(x) > MAX_EXACT || Object.is(x, -0)) return undefined
  return new Int(b.int(x), x, x, () => b.constant(x))
}

export function floatOf(b: GraphBuilder, value: NumberValue): number {
  switch (value.kind) {
    case 'literal':
      return b.constant(value.value)
    case 'float':
      return value.node
    default:
      return value.float
  }
}

/** A value as a number; a condition counts as 1 or 0, which is what minifiers rely on. */
export function numberOf(low: Lowering, value: Value, at: Node): NumberValue {
  if (isNumber(value)) return value
  if (value.kind !== 'bool') return fault(low, value, at, 'a number')
  const { b } = low
  const { node } = value
  const known = b.known(node)
  if (known !== undefined) return literal(known)
  const view = () => b.select(node, b.constant(1), b.constant(0))
  return new Int(b.select(node, b.int(1), b.int(0)), 0, 1, view)
}

export function toFloat(low: Lowering, value: Value, at: Node): number {
  return floatOf(low.b, numberOf(low, value, at))
}

/** ECMAScript ToInt32: the 32 bits that an integer operator works on. */
export function toInt32(low: Lowering, value: Value, at: Node): number {
  const number = numberOf(low, value, at)
  if (number.kind === 'int') return number.node
  if (number.kind === 'literal') return low.b.int(number.value | 0)
  return low.b.push('toInt', [number.node])
}

/** A value as a condition: a number holds where it is neither 0 nor NaN. */
export function toBool(low: Lowering, value: Value, at: Node): number {
  const { b } = low
  if (value.kind === 'bool') return value.node
  if (!isNumber(value)) return fault(low, value, at, 'a condition')
  if (value.kind === 'literal') return b.bool(value.value !== 0 && value.value === value.value)
  if (value.kind === 'int' && intRange(value.low, value.high) !== 'wide') {
    return b.push('not', [b.push('ieq', [value.node, b.int(0)])])
  }
  const x = floatOf(b, value)
  const nonzero = b.push('not', [b.push('eq', [x, b.constant(0)])])
  return b.push('and', [nonzero, b.push('eq', [x, x])])
}

export function fault(low: Lowering, value: Value, at: Node, wanted: string): never {
  if (value.kind === 'missing') return low.fail(at, value.why)
  return low.fail(at, `${describe(value)} stands where ${wanted} is wanted`)
}
