// How the volume grows that all tangent vectors of a member span, told without their lengths: by
// the divergence that a flow's program gathers, or by the determinant of the vectors.

import { DeterminantProduct } from '../analysis/determinant.ts'
import { ownComponents, type Program } from '../kernel/ir.ts'
import type { Block, Column } from '../kernel/kernel.ts'
import { neumaierAdd } from '../math/sums.ts'

export interface Volume {
  begin(count: number): void
  /** Takes the growth since the last call, before the vectors are made orthonormal again. */
  take(member: number, seen: boolean): void
  /** The logarithm of the factor by which the volume grew while it was seen. */
  total(member: number): number
}

/** For a program with as many vectors as components. */
export function volumeOf(program: Program, block: Block): Volume {
  if (program.volume) return new Gathered(block)
  const size = ownComponents(program)
  const product = new DeterminantProduct(block.size, size)
  return {
    begin: (count) => product.reset(count),
    take(member, seen) {
      if (seen) product.multiply(block.state, size, member)
    },
    total: (member) => product.logarithm(member),
  }
}

/** The last component of the state, which the step adds to. */
class Gathered implements Volume {
  readonly #column: Column
  /** Of each member: a sum and its compensation. */
  readonly #sums: Float64Array

  constructor({ state, size }: Block) {
    this.#column = state[state.length - 1]
    this.#sums = new Float64Array(2 * size)
  }

  begin(count: number): void {
    this.#column.fill(0, 0, count)
    this.#sums.fill(0, 0, 2 * count)
  }

  take(member: number, seen: boolean): void {
    const at = 2 * member
    if (seen) {
      const growth = this.#column[member]
      const [sum, lost] = neumaierAdd(this.#sums[at], this.#sums[at + 1], growth)
      this.#sums[at] = sum
      this.#sums[at + 1] = lost
    }
    this.#column[member] = 0
  }

  total(member: number): number {
    const sum = this.#sums[2 * member]
    return Number.isFinite(sum) ? sum + this.#sums[2 * member + 1] : sum
  }
}
