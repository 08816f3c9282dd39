// c ? f(x) : f(y) is f(c ? x : y). Minifiers write the one for the other, so both must give one
// graph, and the second computes f once. Where another node uses f(x) or f(y) too, no minifier
// joins them, and joining would compute more.

import type { Node } from '../ir.ts'
import { COMMUTATIVE, type GraphBuilder } from './graph.ts'

type Pair = readonly [number, number]

/** How many pairs of nodes are compared before two arms count as different. */
const PAIRS = 1_000
/** A joined select may stand in an arm of another. */
const ROUNDS = 8

/** Joins what can be joined above these roots and gives the new roots. */
export function factor(b: GraphBuilder, roots: readonly number[]): readonly number[] {
  let current = roots
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Factoring(b, current).run()
    if (next === undefined) break
    current = next
  }
  return current
}

const LOGIC: ReadonlySet<string> = new Set(['and', 'or', 'not'])

class Factoring {
  readonly #b: GraphBuilder
  readonly #roots: readonly number[]
  /**
   * How often each reachable node is used, roots once more; -1 for the others. Uses in `and`, `or`,
   * `not` do not count: they cost nothing, and the guards of calls are made of them.
   */
  readonly #uses: Int32Array
  /** The reachable nodes, as they were found. */
  readonly #reached: number[] = []
  readonly #joined = new Map<number, Alignment>()
  readonly #renewed = new Map<number, number>()

  constructor(b: GraphBuilder, roots: readonly number[]) {
    this.#b = b
    this.#roots = roots
    this.#uses = new Int32Array(b.size).fill(-1)
  }

  run(): readonly number[] | undefined {
    this.#count()
    for (const id of this.#reached) {
      if (this.#b.node(id).op === 'select') this.#consider(id)
    }
    if (this.#joined.size === 0) return undefined
    // Arguments have smaller numbers than what uses them.
    for (const id of this.#reached.sort((x, y) => x - y)) {
      this.#renewed.set(id, this.#renew(id))
    }
    return this.#roots.map((root) => this.#renewed.get(root)!)
  }

  #count(): void {
    const uses = this.#uses
    const pending: number[] = []
    for (const root of this.#roots) {
      if (uses[root]! < 0) this.#reached.push(root)
      uses[root] = 0
      pending.push(root)
    }
    const visited = new Uint8Array(uses.length)
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (visited[id] === 1) continue
      visited[id] = 1
      const { op, args } = this.#b.node(id)
      const use = LOGIC.has(op) ? 0 : 1
      for (let i = 0; i < args.length; i++) {
        const arg = args[i]!
        if (uses[arg]! < 0) {
          uses[arg] = 0
          this.#reached.push(arg)
        }
        uses[arg]! += use
        if (visited[arg] === 0) pending.push(arg)
      }
    }
    for (const root of this.#roots) uses[root]! += 1
  }

  #consider(id: number): void {
    const [condition, one, other] = this.#b.node(id).args as [number, number, number]
    if (this.#b.node(one).op !== this.#b.node(other).op) return
    if (this.#uses[one] !== 1 || this.#uses[other] !== 1) return
    const alignment = new Alignment(this.#b, condition, one, other)
    if (alignment.leaf === undefined) return
    // Every node that would be computed once is used by nothing else.
    const inner = new Map<number, number>(alignment.inside().map((node) => [node, 0]))
    const use = (node: number) => {
      if (inner.has(node)) inner.set(node, inner.get(node)! + 1)
    }
    use(one)
    use(other)
    for (const node of inner.keys()) {
      const { op, args } = this.#b.node(node)
      if (!LOGIC.has(op)) args.forEach(use)
    }
    const alone = [...inner].every(([node, count]) => count === this.#uses[node])
    if (alone) this.#joined.set(id, alignment)
  }

  #renew(id: number): number {
    const { args } = this.#b.node(id)
    const renewed = args.map((arg) => this.#renewed.get(arg)!)
    const alignment = this.#joined.get(id)
    if (alignment === undefined) {
      return renewed.every((arg, i) => arg === args[i]) ? id : rebuild(this.#b, id, renewed)
    }
    const [u, v] = alignment.leaf!
    const chosen = this.#b.select(renewed[0]!, this.#renewed.get(u)!, this.#renewed.get(v)!)
    return alignment.join(chosen, (node) => this.#renewed.get(node)!)
  }
}

/** The same operation on other arguments. */
export function rebuild(b: GraphBuilder, id: number, args: readonly number[]): number {
  const { op, type, value } = b.node(id)
  switch (op) {
    case 'select':
      return b.select(args[0]!, args[1]!, args[2]!)
    case 'lookup':
      return b.lookup(value!, type as 'float' | 'int', args[0]!)
    case 'call':
      return b.call(value!, type, args[0]!, args.slice(1))
    default:
      return args.length === 0 ? id : b.push(op as never, args)
  }
}

/** Two graphs of one shape, laid side by side, that differ in one place at most. */
class Alignment {
  readonly #b: GraphBuilder
  readonly #condition: number
  readonly #top: Pair
  /** For each pair of nodes: the only place below in which they differ; undefined where in none. */
  readonly #differences = new Map<string, Pair | undefined>()
  readonly #pairings = new Map<string, readonly Pair[]>()
  /** The one place, if the tops themselves are not it. */
  readonly leaf: Pair | undefined

  constructor(b: GraphBuilder, condition: number, one: number, other: number) {
    this.#b = b
    this.#condition = condition
    this.#top = [one, other]
    const leaf = this.#difference(one, other)
    const whole = leaf === undefined || leaf[0] === one
    this.leaf = whole || b.node(leaf[0]).type === 'bool' ? undefined : leaf
  }

  /** The nodes of both graphs above the one place, without what they share. */
  inside(): number[] {
    const found = new Set<number>()
    const seen = new Set<string>()
    const pending = [this.#top]
    for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
      const key = pair.join(' ')
      if (seen.has(key) || this.#ends(pair)) continue
      seen.add(key)
      found.add(pair[0]).add(pair[1])
      pending.push(...this.#pairings.get(key)!)
    }
    return [...found]
  }

  /** Builds the common graph around what was chosen at the one place. */
  join(chosen: number, renewed: (node: number) => number): number {
    const built = new Map<string, number>()
    const of = (pair: Pair): number => {
      if (pair[0] === pair[1]) return renewed(pair[0])
      if (this.#ends(pair)) return chosen
      const key = pair.join(' ')
      let node = built.get(key)
      if (node === undefined) {
        node = rebuild(this.#b, pair[0], this.#arguments(pair[0], this.#pairings.get(key)!.map(of)))
        built.set(key, node)
      }
      return node
    }
    return of(this.#top)
  }

  /** The joined arguments of a node; those of a call begin with the members of its guard. */
  #arguments(id: number, joined: readonly number[]): readonly number[] {
    const { op, args } = this.#b.node(id)
    if (op !== 'call') return joined
    const members = joined.slice(0, joined.length - args.length + 1)
    const guard = members.reduce((x, y) => this.#b.push('and', [x, y]), this.#b.bool(true))
    return [guard, ...joined.slice(members.length)]
  }

  #ends([one, other]: Pair): boolean {
    return one === other || (one === this.leaf?.[0] && other === this.leaf[1])
  }

  #difference(one: number, other: number): Pair | undefined {
    if (one === other) return undefined
    const key = `${one} ${other}`
    if (this.#differences.has(key)) return this.#differences.get(key)
    const itself: Pair = [one, other]
    this.#differences.set(key, itself)
    if (this.#differences.size > PAIRS) return itself
    for (const pairs of this.#waysToPair(one, other)) {
      const single = this.#single(pairs)
      if (single === 'several') continue
      this.#pairings.set(key, pairs)
      this.#differences.set(key, single)
      return single
    }
    return itself
  }

  /** What all of these pairs differ in. A condition is no such place: it is joined otherwise. */
  #single(pairs: readonly Pair[]): Pair | undefined | 'several' {
    let found: Pair | undefined
    for (const [one, other] of pairs) {
      const difference = this.#difference(one, other)
      if (difference === undefined) continue
      if (this.#b.node(difference[0]).type === 'bool') return 'several'
      const same = found?.[0] === difference[0] && found[1] === difference[1]
      if (found !== undefined && !same) return 'several'
      found = difference
    }
    return found
  }

  /** How the arguments of two nodes that do the same may belong together. */
  #waysToPair(one: number, other: number): Pair[][] {
    const [first, second] = [this.#b.node(one), this.#b.node(other)]
    const alike = first.op === second.op && first.value === second.value
    if (!alike || first.args.length === 0 || first.type !== second.type) return []
    if (first.op === 'call') return this.#callPairs(first, second)
    const straight = first.args.map((arg, i): Pair => [arg, second.args[i]!])
    if (!COMMUTATIVE.has(first.op)) return [straight]
    const [p, q] = first.args as [number, number]
    const [r, s] = second.args as [number, number]
    return [
      straight,
      [
        [p, s],
        [q, r],
      ],
    ]
  }

  /** In each arm a call stands under the arm's own condition, which the joined one does without. */
  #callPairs(first: Node, second: Node): Pair[][] {
    const opposite = this.#b.push('not', [this.#condition])
    const one = without(members(this.#b, first.args[0]!), members(this.#b, this.#condition))
    const other = without(members(this.#b, second.args[0]!), members(this.#b, opposite))
    if (one.length !== other.length) return []
    const guards = one.map((member, i): Pair => [member, other[i]!])
    const args = first.args.slice(1).map((arg, i): Pair => [arg, second.args[i + 1]!])
    return [[...guards, ...args]]
  }
}

/** The members of a chain of `and`. */
function members(b: GraphBuilder, id: number): number[] {
  const { op, args } = b.node(id)
  return op === 'and' ? [...members(b, args[0]!), args[1]!] : [id]
}

const without = (all: readonly number[], some: readonly number[]) =>
  all.filter((member) => !some.includes(member))
