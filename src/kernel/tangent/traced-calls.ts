// Calls of the library while a program with tangents is compiled. A function such as the sine works
// on bits and by tables, which have no derivative, so its result is hidden behind a node without
// arguments until the derivatives are there. Rules of the graph cannot take the result apart then.

import type { Lowering } from '../lower/lowering.ts'
import { isNumber, toFloat } from '../lower/numbers.ts'
import { elementsOf, newArray } from '../lower/references.ts'
import { float, type Origin, type Value } from '../lower/values.ts'
import type { Node } from '../syntax/parse.ts'
import { type Meaning, meaningOf } from './derivable.ts'

/** One call of a function with a derivative of its own. */
export interface TracedCall {
  readonly meaning: Meaning
  /** Float nodes: what it took, and what hides its results. */
  readonly args: readonly number[]
  readonly results: number[]
}

/** A node that hides a result of a call, and what it hides. */
export interface Hidden {
  readonly call: TracedCall
  /** Which of the results. */
  readonly index: number
  readonly node: number
}

/** A call of a function whose operations are derived, and the nodes that it made. */
interface OpenCall {
  readonly name: string
  readonly origin: Origin
  readonly at: Node
  readonly from: number
  to: number
}

export class TracedCalls {
  /** By the node that hides a result. */
  readonly hidden = new Map<number, Hidden>()
  readonly #hiding = new Map<number, number>()
  readonly #open: OpenCall[] = []

  /** The value of a call of `name`, which `compute` gives. */
  call(low: Lowering, name: string, args: readonly Value[], at: Node, compute: () => Value): Value {
    const meaning = meaningOf(name)
    if (meaning === undefined || !args.every(isNumber))
      return this.#executed(low, name, at, compute)
    const nodes = args.map((arg) => toFloat(low, arg, at))
    low.traced = undefined
    const value = compute()
    low.traced = this
    return this.hide(low, meaning, nodes, value, at)
  }

  /** Puts hiding nodes in place of what depends on the run. */
  hide(low: Lowering, meaning: Meaning, args: readonly number[], value: Value, at: Node): Value {
    const call: TracedCall = { meaning, args, results: [] }
    const hidden = (result: Value): Value => {
      if (!isNumber(result)) return result
      const node = toFloat(low, result, at)
      const index = call.results.push(node) - 1
      if (result.kind !== 'float' || low.b.constantOf(node) !== undefined) return result
      const place = this.#hide(low, { call, index, node })
      call.results[index] = place
      return float(place)
    }
    if (value.kind !== 'array' && value.kind !== 'choice') return hidden(value)
    return newArray(low, elementsOf(low, value, at).map(hidden))
  }

  /** The call that made a node, as far as that is known. */
  callAround(node: number): OpenCall | undefined {
    return this.#open.find(({ from, to }) => from <= node && node < to)
  }

  #executed(low: Lowering, name: string, at: Node, compute: () => Value): Value {
    if (low.origin.library) return compute()
    const call = { name, origin: low.origin, at, from: low.b.size, to: 0 }
    const value = compute()
    call.to = low.b.size
    this.#open.push(call)
    return value
  }

  /** Two calls with one result are one: what takes them must meet in one node as ever. */
  #hide({ b }: Lowering, hidden: Hidden): number {
    let place = this.#hiding.get(hidden.node)
    if (place === undefined) {
      place = b.input('arg', this.hidden.size, 'float')
      this.hidden.set(place, hidden)
      this.#hiding.set(hidden.node, place)
    }
    return place
  }
}
