// How far the members of a block move about, from their states now and then.

import { magnitude } from '../math/separation.ts'

type Column = Float64Array | Float32Array

/** States that are looked at in a rollout, more or less. */
const LOOKS = 64

/** The smallest box that holds the states of each member that were looked at. */
export class Extent {
  /** Steps from one look to the next. */
  readonly every: number
  readonly #periods: readonly number[] | undefined
  /** Component i of member m is entry m * size + i. */
  readonly #least: Float64Array
  readonly #most: Float64Array
  readonly #size: number
  readonly #ranges: Float64Array

  /** `size`: components of a state. */
  constructor(members: number, size: number, steps: number, periods?: readonly number[]) {
    this.every = Math.max(1, Math.ceil(steps / LOOKS))
    this.#periods = periods
    this.#size = size
    this.#least = new Float64Array(members * size)
    this.#most = new Float64Array(members * size)
    this.#ranges = new Float64Array(size)
  }

  /** Begins anew with the states of the first `count` members. */
  begin(columns: readonly Column[], count: number): void {
    for (let i = 0; i < this.#size; i++) {
      for (let m = 0; m < count; m++) {
        this.#least[m * this.#size + i] = columns[i][m]
        this.#most[m * this.#size + i] = columns[i][m]
      }
    }
  }

  /** Looks at a member's state; numbers that are not finite tell nothing. */
  look(columns: readonly Column[], m: number): void {
    for (let i = 0; i < this.#size; i++) {
      const x = columns[i][m]
      if (x - x !== 0) continue
      const at = m * this.#size + i
      this.#least[at] = Math.min(this.#least[at], x)
      this.#most[at] = Math.max(this.#most[at], x)
    }
  }

  /**
   * The length of the box's diagonal, an angle's side no longer than half a period. Of a member who
   * stays where it is, the length of its state; 1 at the origin.
   */
  scale(m: number): number {
    const ranges = this.#ranges
    for (let i = 0; i < this.#size; i++) {
      const at = m * this.#size + i
      const range = this.#most[at] - this.#least[at]
      const period = this.#periods?.[i] ?? 0
      ranges[i] = period > 0 ? Math.min(range, period / 2) : range
    }
    const moved = magnitude(ranges)
    if (moved > 0) return moved
    const at = m * this.#size
    return magnitude(this.#most.subarray(at, at + this.#size)) || 1
  }
}
