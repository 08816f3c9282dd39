// Rewrites that give equal meanings one form. Each is exact for every input, NaN and -0 included;
// what a minifier may do to a source text, these undo.

import type { Node, PureOp } from '../ir.ts'
import type { GraphBuilder } from './graph.ts'

type Rule = (b: GraphBuilder, x: number, y: number) => number | undefined

/** How far a chain of `and` or `or` is searched for a member that it already has. */
const CHAIN = 32

/** A node that is simpler than `op` of these arguments, or undefined. */
export function canonical(
  b: GraphBuilder,
  op: PureOp,
  args: readonly number[],
): number | undefined {
  return RULES[op]?.(b, args[0]!, args[1]!)
}

/** Constants stand right in commutative operations already. */
const RULES: Partial<Record<PureOp, Rule>> = {
  // A constant is added or subtracted so that it is positive: x + -1 and x - 1 are one node.
  add: (b, x, y) => {
    const right = b.constantOf(y)
    return right !== undefined && right < 0 ? b.push('sub', [x, b.constant(-right)]) : undefined
  },
  sub: (b, x, y) => {
    const right = b.constantOf(y)
    return right !== undefined && right < 0 ? b.push('add', [x, b.constant(-right)]) : undefined
  },
  // In f32 a negation flushes tiny numbers, so two of them are not nothing.
  neg: (b, x) => (b.precision === 'f64' ? argOf(b, x, 'neg') : undefined),
  abs: (b, x) => (b.node(x).op === 'abs' ? x : undefined),
  fround: (b, x) => {
    const { op } = b.node(x)
    return b.precision === 'f32' || op === 'fround' || op === 'floatFromBits' ? x : undefined
  },
  lt: (b, x, y) => (x === y ? b.bool(false) : undefined),
  eq: (b, x, y) => ofSelect(b, 'eq', x, y),
  ieq: (b, x, y) => (x === y ? b.bool(true) : ofSelect(b, 'ieq', x, y)),
  ilt: (b, x, y) => (x === y ? b.bool(false) : undefined),
  ult: (b, x, y) => (x === y ? b.bool(false) : undefined),
  and: (b, x, y) => chain(b, 'and', x, y),
  or: (b, x, y) => chain(b, 'or', x, y),
  iadd: (b, x, y) => same(b, x, y, 0) ?? constants(b, 'iadd', x, y),
  isub: (b, x, y) => {
    const right = b.constantOf(y)
    if (right !== undefined) return b.push('iadd', [x, b.int(-right)])
    return x === y ? b.int(0) : undefined
  },
  imul: (b, x, y) => zero(b, y) ?? same(b, x, y, 1) ?? constants(b, 'imul', x, y),
  iand: (b, x, y) => (x === y ? x : (zero(b, y) ?? same(b, x, y, -1) ?? mixed(b, 'iand', x, y))),
  ior: (b, x, y) => (x === y ? x : (same(b, x, y, 0) ?? mixed(b, 'ior', x, y))),
  ixor: (b, x, y) => (x === y ? b.int(0) : (same(b, x, y, 0) ?? mixed(b, 'ixor', x, y))),
  ishl: (b, x, y) => same(b, x, y, 0),
  ishr: (b, x, y) => same(b, x, y, 0),
  isar: (b, x, y) => same(b, x, y, 0),
  // Exact in f64; in f32 the conversion rounds.
  toInt: (b, x) => {
    if (b.precision === 'f32') return undefined
    return argOf(b, x, 'toFloat') ?? argOf(b, x, 'toFloatUnsigned')
  },
}

function argOf(b: GraphBuilder, id: number, op: PureOp): number | undefined {
  const node = b.node(id)
  return node.op === op ? node.args[0] : undefined
}

/** `x` where the right operand is the one that changes nothing. */
function same(b: GraphBuilder, x: number, y: number, neutral: number): number | undefined {
  return b.constantOf(y) === neutral ? x : undefined
}

function zero(b: GraphBuilder, y: number): number | undefined {
  return b.constantOf(y) === 0 ? b.int(0) : undefined
}

/** How many operands of & | ^ are put in order; a longer chain keeps the order of its text. */
const OPERANDS = 8

/** & | ^ associate: whatever the brackets, the operands stand in their order, constants as one. */
function mixed(b: GraphBuilder, op: 'iand' | 'ior' | 'ixor', x: number, y: number) {
  const operands: number[] = []
  const pending = [x, y]
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const node = b.node(id)
    if (node.op === op) pending.push(...node.args)
    else operands.push(id)
    if (operands.length + pending.length > OPERANDS) return constants(b, op, x, y)
  }
  if (operands.length < 3) return undefined
  operands.sort((p, q) => (b.precedes(p, q) ? -1 : b.precedes(q, p) ? 1 : 0))
  const [last, before] = [operands.at(-1)!, operands.at(-2)!]
  if (b.constantOf(before) === undefined) return operands.reduce((p, q) => b.raw(op, [p, q]))
  const rest = operands.slice(0, -2).reduce((p, q) => b.raw(op, [p, q]))
  return b.push(op, [rest, b.push(op, [before, last])])
}

/** (x op c) op d is x op (c op d): integers wrap, so they associate. */
function constants(b: GraphBuilder, op: PureOp, x: number, y: number): number | undefined {
  const inner = b.node(x)
  if (inner.op !== op || b.constantOf(y) === undefined) return undefined
  const [z, c] = inner.args as [number, number]
  return b.constantOf(c) === undefined ? undefined : b.push(op, [z, b.push(op, [c, y])])
}

/** (c ? 1 : 0) === 0 is !c: what a number made from a condition is compared with. */
function ofSelect(b: GraphBuilder, op: PureOp, x: number, y: number): number | undefined {
  const { op: kind, args } = b.node(x)
  if (kind !== 'select' || b.constantOf(y) === undefined) return undefined
  const [condition, t, e] = args as [number, number, number]
  if (b.constantOf(t) === undefined || b.constantOf(e) === undefined) return undefined
  return b.select(condition, b.push(op, [t, y]), b.push(op, [e, y]))
}

/**
 * Chains of `and` and of `or` lean to the left and name no member twice; `x and not x` is false.
 */
function chain(b: GraphBuilder, op: 'and' | 'or', x: number, y: number): number | undefined {
  const absorbing = op === 'or' ? 1 : 0
  for (const [one, other] of [
    [x, y],
    [y, x],
  ] as const) {
    const known = b.constantOf(one)
    if (known !== undefined) return known === absorbing ? one : other
  }
  const right = b.node(y)
  if (right.op === op) return b.push(op, [b.push(op, [x, right.args[0]!]), right.args[1]!])
  const opposite = b.push('not', [y])
  const shorter = absorbed(b, op, x, right)
  if (shorter !== undefined) return shorter
  let rest = x
  for (let i = 0; i < CHAIN; i++) {
    const node = b.node(rest)
    const member = node.op === op ? node.args[1]! : rest
    if (member === y) return x
    if (member === opposite) return b.bool(absorbing === 1)
    if (node.op !== op) break
    rest = node.args[0]!
  }
  return undefined
}

/** x or (not x and z) is x or z; x or (x and z) is x; the same with `and` and `or` exchanged. */
function absorbed(b: GraphBuilder, op: 'and' | 'or', x: number, { op: inner, args }: Node) {
  if (inner !== (op === 'or' ? 'and' : 'or')) return undefined
  const [p, q] = args as [number, number]
  if (p === x || q === x) return x
  const opposite = b.push('not', [x])
  if (p === opposite) return b.push(op, [x, q])
  return q === opposite ? b.push(op, [x, p]) : undefined
}

/** See `GraphBuilder.select`. Where the leftmost leaf of the condition is negated, arms swap. */
export function canonicalSelect(
  b: GraphBuilder,
  condition: number,
  whenTrue: number,
  whenFalse: number,
): number {
  const known = b.constantOf(condition)
  if (known !== undefined) return known === 1 ? whenTrue : whenFalse
  if (whenTrue === whenFalse) return whenTrue
  const opposite = turned(b, condition)
  if (opposite !== undefined) return b.select(opposite, whenFalse, whenTrue)
  const bools = b.node(whenTrue).type === 'bool'
  const logic = bools ? boolSelect(b, condition, whenTrue, whenFalse) : undefined
  return (
    logic ??
    nested(b, condition, whenTrue, whenFalse) ??
    b.rawSelect(condition, whenTrue, whenFalse)
  )
}

/**
 * The opposite of a condition, if a select is to ask for that: of the two, one is to be taken
 * whichever stands in the text. Rules may have left both negative, or neither.
 */
function turned(b: GraphBuilder, condition: number): number | undefined {
  const negative = b.isNegative(condition)
  const { op } = b.node(condition)
  if (!negative && op !== 'and' && op !== 'or' && op !== 'select') return undefined
  const opposite = b.push('not', [condition])
  const other = b.isNegative(opposite)
  const turn = negative === other ? b.precedes(opposite, condition) : negative
  return turn ? opposite : undefined
}

function boolSelect(b: GraphBuilder, c: number, t: number, e: number): number | undefined {
  const not = b.push('not', [c])
  if (t === c || b.constantOf(t) === 1) return b.push('or', [c, e])
  if (e === c || b.constantOf(e) === 0) return b.push('and', [c, t])
  if (t === not || b.constantOf(t) === 0) return b.push('and', [not, e])
  if (e === not || b.constantOf(e) === 1) return b.push('or', [not, t])
  return undefined
}

/** Selects inside a select that ask the same question again, or share an arm with it. */
function nested(b: GraphBuilder, c: number, t: number, e: number): number | undefined {
  const then = b.node(t)
  const other = b.node(e)
  if (then.op === 'select') {
    const [inner, x, y] = then.args as [number, number, number]
    if (inner === c) return b.select(c, x, e)
    if (y === e) return b.select(b.push('and', [c, inner]), x, e)
    if (x === e) return b.select(b.push('and', [c, b.push('not', [inner])]), y, e)
  }
  if (other.op === 'select') {
    const [inner, x, y] = other.args as [number, number, number]
    if (inner === c) return b.select(c, t, y)
    if (x === t) return b.select(b.push('or', [c, inner]), t, y)
    if (y === t) return b.select(b.push('or', [c, b.push('not', [inner])]), t, x)
  }
  return undefined
}

/** Whether the leftmost leaf of a condition is negated; of a condition and its opposite, one is. */
export function isNegative(b: GraphBuilder, node: Node): boolean {
  if (node.op === 'not') return true
  if (node.op === 'and' || node.op === 'or') return b.isNegative(node.args[0]!)
  return node.op === 'select' && node.type === 'bool' && b.isNegative(node.args[1]!)
}
