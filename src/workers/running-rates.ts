// The running curve of a rate: what was known of it at steps along a rollout.

import { type Block, STATUS } from '../kernel/kernel.ts'
import type { RateBook } from './rate-book.ts'

export class RunningRates {
  readonly #book: RateBook
  readonly #block: Block
  /** The points that lie on a step, by the step. */
  readonly #points = new Map<number, number[]>()
  /** Where in a row of curves the first point lies. */
  readonly #at: number

  /** `steps`: of each point. */
  constructor(book: RateBook, block: Block, steps: readonly number[], at: number) {
    this.#book = book
    this.#block = block
    this.#at = at
    for (const [k, step] of steps.entries()) {
      this.#points.set(step, [...(this.#points.get(step) ?? []), k])
    }
  }

  /** Writes the points of a step for the live members, the first of them in row `offset`. */
  record(count: number, step: number, curves: Float64Array, offset: number, width: number): void {
    const points = this.#points.get(step)
    if (!points) return
    for (let m = 0; m < count; m++) {
      if (this.#block.status[m] !== STATUS.live) continue
      const { rate, error } = this.#book.estimate(m)
      for (const k of points) {
        const entry = (offset + m) * width + this.#at + 2 * k
        curves[entry] = rate
        curves[entry + 1] = error
      }
    }
  }
}
