// How the volume grows that all tangent vectors of a member span, told without their lengths: by the
// divergence that a flow's program gathers, or by the determinant of the vectors.

import { logDeterminant } from '../analysis/determinant.ts'
import { ownComponents, type Program } from '../kernel/ir.ts'
import type { Block } from '../kernel/kernel.ts'
import { neumaierAdd } from '../math/sums.ts'

export class Volume {
  readonly #block: Block
  readonly #size: number
  /** The logarithm of the volume, where the program keeps it. */
  readonly #gathered: Block['state'][number] | undefined
  /** Of each member: a sum and its compensation. */
  readonly #sums: Float64Array

  /** For a program with as many vectors as components. */
  constructor(program: Program, block: Block) {
    this.#block = block
    this.#size = ownComponents(program)
    this.#gathered = program.volume ? block.state[block.state.length - 1] : undefined
    this.#sums = new Float64Array(2 * block.size)
  }

  begin(count: number): void {
    this.#gathered?.fill(0, 0, count)
    this.#sums.fill(0, 0, 2 * count)
  }

  /** Takes the growth since the last call, before the vectors are made orthonormal again. */
  take(member: number, seen: boolean): void {
    const at = 2 * member
    const growth = this.#gathered?.[member] ?? (seen ? this.#determinant(member) : 0)
    if (this.#gathered) this.#gathered[member] = 0
    if (!seen) return
    const [sum, lost] = neumaierAdd(this.#sums[at], this.#sums[at + 1], growth)
    this.#sums[at] = sum
    this.#sums[at + 1] = lost
  }

  /** What was seen of it: the logarithm of the factor by which the volume grew. */
  total(member: number): number {
    const sum = this.#sums[2 * member]
    return Number.isFinite(sum) ? sum + this.#sums[2 * member + 1] : sum
  }

  #determinant(member: number): number {
    return logDeterminant(this.#block.state, this.#size, this.#size, member)
  }
}
