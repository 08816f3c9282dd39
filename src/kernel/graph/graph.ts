// Builds graphs: equal nodes are one node, constants are folded with the exact semantics of the
// precision, conditions and selects take one canonical form, and what no root needs is left out.

import { loadF32, settleF32 } from '../f32-rule.ts'
import type { DatumOp, Graph, Node, Op, Precision, PureOp, Type } from '../ir.ts'
import { OPS } from '../ir.ts'
import { SCALAR } from '../scalar.ts'
import { canonical, canonicalSelect, isNegative } from './canonical.ts'
import { factor } from './factor.ts'
import { NodeOrder } from './node-order.ts'
import { NodeTable } from './node-table.ts'

/** Operations without arguments that stand for a number known only at run time. */
export type InputOp = Exclude<DatumOp, 'const' | 'select' | 'lookup' | 'call'>

const INPUT_TYPES: Readonly<Record<InputOp, Type>> = {
  state: 'float',
  param: 'float',
  accumulator: 'float',
  arg: 'float',
  time: 'float',
  step: 'int',
  seed: 'int',
  cell: 'int',
  replica: 'int',
}

const NONE: readonly number[] = []

/** Their operands are put in order. Those of `and` and `or` keep the order of the text. */
export const COMMUTATIVE: ReadonlySet<string> = new Set([
  ...['add', 'mul', 'eq'],
  ...['iadd', 'imul', 'iand', 'ior', 'ixor', 'ieq'],
])

/** Gives the tables and functions of a finished graph the indices that the program knows. */
export interface Renaming {
  lookup(table: number): number
  call(func: number): number
}

/** Nodes are named by their index here; `finish` gives them new ones. */
export class GraphBuilder {
  readonly precision: Precision
  readonly #nodes: Node[] = []
  readonly #table = new NodeTable(this.#nodes)
  readonly #order = new NodeOrder(this.#nodes)
  readonly #floats = new Map<number, number>()
  /** -0 equals +0 as a key; it has a place of its own. */
  #negativeZero: number | undefined
  /**
   * Each node itself; but for a constant that rules discovered, the plain constant of the same
   * value. `twins` is the way back.
   */
  readonly #plain: number[] = []
  readonly #twins = new Map<number, number>()
  readonly #negated = new Map<number, number>()
  /** Whether the leftmost leaf of a condition is a negation: then a select swaps its arms. */
  readonly #negative: boolean[] = []

  constructor(precision: Precision) {
    this.precision = precision
  }

  /** How many nodes were made so far, dead ones included. */
  get size(): number {
    return this.#nodes.length
  }

  node(id: number): Node {
    const node = this.#nodes[id]
    if (node === undefined) throw new Error(`no node ${id} in this graph`)
    return node
  }

  /** A float, rounded to the precision. */
  constant(value: number): number {
    const rounded = this.precision === 'f32' ? loadF32(value) : value
    const node: Node = { op: 'const', type: 'float', args: NONE, value: rounded }
    if (Object.is(rounded, -0)) {
      this.#negativeZero ??= this.#add(node)
      return this.#negativeZero
    }
    let id = this.#floats.get(rounded)
    if (id === undefined) {
      id = this.#add(node)
      this.#floats.set(rounded, id)
    }
    return id
  }

  /** A 32-bit integer, taken modulo 2^32. */
  int(value: number): number {
    return this.#intern('const', 'int', NONE, value | 0)
  }

  bool(value: boolean): number {
    return this.#intern('const', 'bool', NONE, value ? 1 : 0)
  }

  /** The value of a constant node of any type, else undefined. */
  constantOf(id: number): number | undefined {
    const node = this.node(id)
    return node.op === 'const' ? node.value : undefined
  }

  /**
   * The value of what is made of constants alone. A rule may discover that `x < x` is false; that
   * is not known in this sense, so that what a text means does not depend on how clever rules
   * are.
   */
  known(id: number): number | undefined {
    return this.#plain[id] === id ? this.constantOf(id) : undefined
  }

  /** `type` matters for `arg` and `accumulator` alone, which may be of any type. */
  input(op: InputOp, value = 0, type: Type = INPUT_TYPES[op]): number {
    return this.#intern(op, type, NONE, value)
  }

  push(op: PureOp, args: readonly number[]): number {
    this.#check(op, args)
    const a = args[0]!
    if (op === 'not') return this.#not(a)
    const b = args.length === 2 ? args[1]! : a
    const folded = this.#fold(op, a, b)
    if (folded !== undefined) {
      const known = this.known(a) !== undefined && this.known(b) !== undefined
      return known ? folded : this.#discover(folded)
    }
    const turned = COMMUTATIVE.has(op) && this.#order.precedes(b, a) ? [b, a] : args
    const simpler = canonical(this, op, turned)
    return simpler === undefined ? this.raw(op, turned) : this.#discover(simpler)
  }

  /** The node itself, without looking for a simpler one; for the rules of canonical.ts. */
  raw(op: PureOp, args: readonly number[]): number {
    return this.#intern(op, OPS[op].result, args)
  }

  /** `condition ? whenTrue : whenFalse`; both are of one type. */
  select(condition: number, whenTrue: number, whenFalse: number): number {
    const type = this.node(whenTrue).type
    if (this.node(condition).type !== 'bool' || this.node(whenFalse).type !== type) {
      throw new Error('select takes a bool and two arms of one type')
    }
    const known = this.known(condition)
    if (known !== undefined) return known === 1 ? whenTrue : whenFalse
    return this.#discover(canonicalSelect(this, condition, whenTrue, whenFalse))
  }

  /** See `raw`. */
  rawSelect(condition: number, whenTrue: number, whenFalse: number): number {
    return this.#intern('select', this.node(whenTrue).type, [condition, whenTrue, whenFalse])
  }

  lookup(table: number, type: 'float' | 'int', index: number): number {
    return this.#intern('lookup', type, [index], table)
  }

  /** Calls a function of the program where `guard` holds; elsewhere it gives 0. */
  call(func: number, type: Type, guard: number, args: readonly number[]): number {
    return this.#intern('call', type, [guard, ...args], func)
  }

  /** The condition under which the whole code runs that makes this graph. */
  outerGuard(): number {
    return this.bool(true)
  }

  /** The order of operands, which depends on what they mean alone. */
  precedes(a: number, b: number): boolean {
    return this.#order.precedes(a, b)
  }

  isNegative(id: number): boolean {
    return this.#negative[id]!
  }

  /**
   * The graph of these roots: nodes in the order of their first use, seen from the first root, each
   * after its arguments. The builder can go on and finish other roots.
   */
  finish(roots: readonly number[], renaming?: Renaming): Graph {
    return this.#list(factor(this, roots), renaming)
  }

  #list(roots: readonly number[], renaming: Renaming | undefined): Graph {
    const nodes: Node[] = []
    const index = new Int32Array(this.#nodes.length).fill(-1)
    const plain = this.#plain
    // Where twins became one constant, what uses them may have become one node, too.
    const table = this.#twins.size === 0 ? undefined : new NodeTable(nodes)
    const pending = roots.map((root) => plain[root]!).reverse()
    while (pending.length > 0) {
      const id = pending[pending.length - 1]!
      if (index[id]! >= 0) {
        pending.pop()
        continue
      }
      const node = this.#nodes[id]!
      const { args } = node
      const depth = pending.length
      for (let i = args.length - 1; i >= 0; i--) {
        const arg = plain[args[i]!]!
        if (index[arg]! < 0) pending.push(arg)
      }
      if (pending.length > depth) continue
      pending.pop()
      const places: number[] = []
      for (let i = 0; i < args.length; i++) places.push(index[plain[args[i]!]!]!)
      index[id] = place(nodes, table, renamed(node, places, renaming))
    }
    return { nodes, roots: roots.map((root) => index[plain[root]!]!) }
  }

  /** The twin of a constant that a rule gave for operands that are not known; other nodes stay. */
  #discover(id: number): number {
    if (this.known(id) === undefined) return id
    let twin = this.#twins.get(id)
    if (twin === undefined) {
      twin = this.#add(this.node(id))
      this.#twins.set(id, twin)
      this.#plain[twin] = id
    }
    return twin
  }

  #intern(op: Op, type: Type, args: readonly number[], value?: number): number {
    const found = this.#table.find(op, type, value, args)
    if (found >= 0) return found
    const id = this.#add(value === undefined ? { op, type, args } : { op, type, args, value })
    this.#table.addMissed(id)
    return id
  }

  #add(node: Node): number {
    const id = this.#nodes.push(node) - 1
    this.#order.add(node)
    this.#plain.push(id)
    this.#negative.push(isNegative(this, node))
    return id
  }

  #check(op: PureOp, args: readonly number[]): void {
    const expected = OPS[op].args
    if (args.length !== expected.length) throw new Error(`${op} takes ${expected.length} arguments`)
    for (let i = 0; i < args.length; i++) {
      const { type } = this.node(args[i]!)
      if (type !== expected[i]) throw new Error(`${op} takes ${expected.join(', ')}, not ${type}`)
    }
    if (this.precision === 'f32' && (op === 'highWord' || op === 'lowWord' || op === 'fromWords')) {
      throw new Error(`${op} exists in f64 programs only`)
    }
  }

  #fold(op: PureOp, x: number, y: number): number | undefined {
    const a = this.constantOf(x)
    if (a === undefined) return undefined
    const b = this.constantOf(y)
    if (b === undefined) return undefined
    const value = SCALAR[this.precision][op](a, b)
    const type = OPS[op].result
    if (type === 'float') {
      // A sum in f32 may be smaller than any constant; it stays an operation then.
      const tiny = this.precision === 'f32' && settleF32(value) !== value && value === value
      return tiny ? undefined : this.constant(value)
    }
    return type === 'int' ? this.int(value) : this.bool(value === 1)
  }

  #opposite(id: number): number {
    const opposite = this.bool(this.constantOf(id) === 0)
    return this.#plain[id] === id ? opposite : this.#discover(opposite)
  }

  /** Negations stand at the leaves alone (De Morgan), so that a condition has one form. */
  #not(id: number): number {
    const memo = this.#negated.get(id)
    if (memo !== undefined) return memo
    const { op, args } = this.node(id)
    const [a, b, c] = args
    let result: number
    if (op === 'const') result = this.#opposite(id)
    else if (op === 'not') result = a!
    else if (op === 'and') result = this.push('or', [this.#not(a!), this.#not(b!)])
    else if (op === 'or') result = this.push('and', [this.#not(a!), this.#not(b!)])
    else if (op === 'select') result = this.select(a!, this.#not(b!), this.#not(c!))
    else result = this.raw('not', [id])
    this.#negated.set(id, result)
    if (!this.#negated.has(result)) this.#negated.set(result, id)
    return result
  }
}

/** Appends a node to a finished graph, unless it is there. */
function place(nodes: Node[], table: NodeTable | undefined, node: Node): number {
  if (table === undefined || node.op === 'const') return nodes.push(node) - 1
  const found = table.find(node.op, node.type, node.value, node.args)
  if (found >= 0) return found
  const id = nodes.push(node) - 1
  table.addMissed(id)
  return id
}

function renamed(node: Node, args: readonly number[], renaming: Renaming | undefined): Node {
  const { op, type, value } = node
  if (value === undefined) return { op, type, args }
  if (renaming !== undefined && (op === 'lookup' || op === 'call')) {
    return { op, type, args, value: renaming[op](value) }
  }
  return { op, type, args, value }
}
