// Arithmetic on tangents: for each vector a float node, or nothing where all are zero whatever the
// state is. What is nothing makes no nodes, and zero times infinity stays nothing.

import type { GraphBuilder } from '../graph/graph.ts'
import type { PureOp } from '../ir.ts'
import { LIBRARY } from '../library/library.ts'
import { libraryFunction } from '../library/library-calls.ts'
import { invoke } from '../lower/calls.ts'
import type { Lowering } from '../lower/lowering.ts'
import { toFloat } from '../lower/numbers.ts'
import { float } from '../lower/values.ts'

/** The derivatives of a number along each tangent vector; undefined where none has any. */
export type Tangent = readonly number[] | undefined

const NOWHERE = { type: 'Tangent', start: 0, end: 0 }

export class Calculus {
  readonly b: GraphBuilder
  readonly #low: Lowering

  constructor(low: Lowering) {
    this.b = low.b
    this.#low = low
  }

  sum(x: Tangent, y: Tangent): Tangent {
    if (x === undefined || y === undefined) return x ?? y
    return x.map((node, j) => this.b.push('add', [node, y[j]!]))
  }

  difference(x: Tangent, y: Tangent): Tangent {
    if (y === undefined) return x
    if (x === undefined) return y.map((node) => this.b.push('neg', [node]))
    return x.map((node, j) => this.b.push('sub', [node, y[j]!]))
  }

  /** `x` times a number. */
  times(x: Tangent, factor: number): Tangent {
    const known = this.b.constantOf(factor)
    if (known === 0) return undefined
    if (known === 1) return x
    return x?.map((node) =>
      this.b.constantOf(node) === 1 ? factor : this.b.push('mul', [node, factor]),
    )
  }

  /** `x` divided by a number. */
  over(x: Tangent, divisor: number): Tangent {
    if (this.b.constantOf(divisor) === 1) return x
    return x?.map((node) => this.b.push('div', [node, divisor]))
  }

  /** One of two, as a select of the numbers themselves chooses. */
  choose(condition: number, whenTrue: Tangent, whenFalse: Tangent): Tangent {
    const zero = this.b.constant(0)
    return (whenTrue ?? whenFalse)?.map((_, j) =>
      this.b.select(condition, whenTrue?.[j] ?? zero, whenFalse?.[j] ?? zero),
    )
  }

  number(value: number): number {
    return this.b.constant(value)
  }

  op(op: PureOp, ...args: readonly number[]): number {
    return this.b.push(op, args)
  }

  /** What Math's function of this name gives in the program's precision. */
  math(name: keyof typeof LIBRARY, ...args: readonly number[]): number {
    const low = this.#low
    const callee = libraryFunction(LIBRARY[name]![this.b.precision])
    return toFloat(low, invoke(low, callee, args.map(float), NOWHERE), NOWHERE)
  }
}
