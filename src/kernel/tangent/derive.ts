// Tangents of a step, derived forward from the state: node after node, each after what it takes.

import { rebuild } from '../graph/factor.ts'
import type { GraphBuilder } from '../graph/graph.ts'
import { complaint, type Lowering } from '../lower/lowering.ts'
import type { Origin } from '../lower/values.ts'
import type { Node } from '../syntax/parse.ts'
import { Calculus, type Tangent } from './calculus.ts'
import { RULES } from './operations.ts'
import { tangentOfCall } from './partials.ts'
import { TracedCalls } from './traced-calls.ts'

/** Where to point when a derivative is missing and nothing tells more. */
export interface Place {
  readonly origin: Origin
  readonly at: Node
}

/**
 * Runs what gives the float nodes of the new state, and gives them with those of the new tangents
 * behind: component i of vector j is the state's component n + j * n + i. Throws SourceError where
 * something has no derivative.
 */
export function withTangents(
  low: Lowering,
  count: number,
  place: Place,
  step: () => readonly number[],
): number[] {
  const traced = new TracedCalls()
  low.traced = traced
  const roots = step()
  low.traced = undefined
  const size = roots.length
  const state = (i: number) =>
    Array.from({ length: count }, (_, j) => low.b.input('state', size * (j + 1) + i))
  const tangents = new Derivation(low, traced, { place, state }).of(roots)
  const columns = Array.from({ length: count }, (_, j) =>
    tangents.map((tangent) => tangent?.[j] ?? low.b.constant(0)),
  )
  return uncovered(low.b, traced, [...roots, ...columns.flat()])
}

/**
 * Runs what gives the rate of each component of the state, and gives the trace of their derivative:
 * the divergence of the field. Throws SourceError as `withTangents` does.
 */
export function fieldDivergence(
  low: Lowering,
  place: Place,
  field: () => readonly number[],
): number {
  const traced = new TracedCalls()
  low.traced = traced
  const rates = field()
  low.traced = undefined
  const one = [low.b.constant(1)]
  const slopes = rates.flatMap((rate, i) => {
    const state = (component: number) => (component === i ? one : undefined)
    return new Derivation(low, traced, { place, state }).of([rate])[0] ?? []
  })
  const sum = slopes.reduce((x, y) => low.b.push('add', [x, y]), low.b.constant(0))
  return uncovered(low.b, traced, [sum])[0]!
}

/** A node with others in the place of some that it is made of. */
export function substituted(b: GraphBuilder, root: number, by: ReadonlyMap<number, number>) {
  const renewed = new Map(by)
  const sources = (id: number) => (by.has(id) ? [] : b.node(id).args)
  for (const id of reachable([root], sources)) {
    if (renewed.has(id)) continue
    const places = b.node(id).args.map((arg) => renewed.get(arg)!)
    renewed.set(id, rebuild(b, id, places))
  }
  return renewed.get(root)!
}

interface Request {
  readonly place: Place
  /** The tangent of a component of the state. */
  readonly state: (component: number) => Tangent
}

class Derivation {
  readonly #low: Lowering
  readonly #b: GraphBuilder
  readonly #calculus: Calculus
  readonly #traced: TracedCalls
  readonly #request: Request
  readonly #tangents = new Map<number, Tangent>()

  constructor(low: Lowering, traced: TracedCalls, request: Request) {
    this.#low = low
    this.#b = low.b
    this.#calculus = new Calculus(low)
    this.#traced = traced
    this.#request = request
  }

  of(roots: readonly number[]): Tangent[] {
    const needed = reachable(roots, (id) => this.#sources(id))
    for (const id of needed) {
      this.#tangents.set(id, this.#derive(id))
      this.#low.requireRoom(this.#request.place.at, 'ask for fewer tangents')
    }
    return roots.map((root) => this.#tangents.get(root))
  }

  /** The floats on whose tangents that of a node depends. */
  #sources(id: number): readonly number[] {
    const hidden = this.#traced.hidden.get(id)
    if (hidden !== undefined) return hidden.call.args
    const { op, args } = this.#b.node(id)
    if (op === 'fromWords' || op === 'floatFromBits') return this.#bitSources(id)
    return args.filter((arg) => this.#b.node(arg).type === 'float')
  }

  /** The floats whose bits a number is made of. What a float was truncated to is no bits of it. */
  #bitSources(id: number): readonly number[] {
    const ints = (node: number) => {
      const { op, args } = this.#b.node(node)
      if (op === 'toInt') return []
      return args.filter((arg) => this.#b.node(arg).type === 'int')
    }
    return reachable([id], ints).flatMap((node) => {
      const { op, args } = this.#b.node(node)
      return op === 'highWord' || op === 'lowWord' || op === 'floatBits' ? args : []
    })
  }

  #derive(id: number): Tangent {
    const of = (node: number) => this.#tangents.get(node)
    const hidden = this.#traced.hidden.get(id)
    if (hidden !== undefined) {
      const { call, index } = hidden
      return tangentOfCall(this.#calculus, call.meaning, { ...call, index }, of)
    }
    const { op, args, value } = this.#b.node(id)
    const { state } = this.#request
    const ofBits = (node: number) => this.#ofBits(node)
    return RULES[op]({ c: this.#calculus, of, state, ofBits }, args, id, value)
  }

  #ofBits(id: number): undefined {
    if (this.#sources(id).every((source) => this.#tangents.get(source) === undefined)) return
    const call = this.#traced.callAround(id)
    const { origin, at } = call ?? this.#request.place
    const what = call ? `\`${call.name}\`` : 'a number made of bits'
    throw complaint(
      origin,
      at,
      `${what} depends on the bits of the state, which have no derivative: write it with ` +
        'arithmetic and functions of Math',
    )
  }
}

/** All that is reached from these nodes, each after its sources, which have smaller numbers. */
function reachable(from: readonly number[], sources: (id: number) => readonly number[]): number[] {
  const found = new Set(from)
  const pending = [...from]
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    for (const source of sources(id)) {
      if (found.has(source)) continue
      found.add(source)
      pending.push(source)
    }
  }
  return [...found].sort((x, y) => x - y)
}

/** The roots with the results of calls where nodes have hidden them. */
function uncovered(b: GraphBuilder, { hidden }: TracedCalls, roots: readonly number[]): number[] {
  if (hidden.size === 0) return [...roots]
  const renewed = new Map<number, number>()
  const sources = (id: number) => {
    const result = hidden.get(id)?.node
    return result === undefined ? b.node(id).args : [result]
  }
  for (const id of reachable(roots, sources)) {
    const places = sources(id).map((source) => renewed.get(source)!)
    if (hidden.has(id)) renewed.set(id, places[0]!)
    else {
      const { args } = b.node(id)
      renewed.set(id, places.every((place, i) => place === args[i]) ? id : rebuild(b, id, places))
    }
  }
  return roots.map((root) => renewed.get(root)!)
}
