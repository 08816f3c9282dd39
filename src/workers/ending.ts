// Ends rollouts whose rates are known well enough.

import { type Block, STATUS } from '../kernel/kernel.ts'
import type { RateBook } from './rate-book.ts'

/** A standard error that is enough for the first `vectors` rates of a book. */
export interface Enough {
  readonly book: RateBook
  readonly vectors: number
  readonly error: number
}

/** Renewals before the first look, and by which factor there are more at the next. */
const RENEWALS_MIN = 64
const SPACING = 1.25
/** An error is believed when it is small at so many looks in a row: one may be small by chance. */
const LOOKS = 2

/**
 * Looks at the errors at steps that are the same for all rollouts of a task, ever further apart.
 * Whoever has had enough at two looks in a row is `stopped`.
 */
export class Ending {
  readonly #wishes: readonly Enough[]
  readonly #first: number
  readonly #every: number
  readonly #discard: number
  readonly #streaks: Uint8Array
  #next = 0

  /** `wishes`: all of them have to be fulfilled. */
  constructor(wishes: readonly Enough[], discard: number, members: number) {
    this.#wishes = wishes
    this.#every = Math.max(...wishes.map(({ book }) => book.every))
    this.#discard = discard
    this.#first = this.#stepAfter(RENEWALS_MIN * this.#every)
    this.#streaks = new Uint8Array(members)
  }

  begin(): void {
    this.#streaks.fill(0)
    this.#next = this.#first
  }

  /** The step of the next look. */
  get due(): number {
    return this.#next
  }

  /** Looks at the live members, and returns those who are stopped now. */
  look(block: Block, count: number): number[] {
    const taken = this.#next - this.#discard
    this.#next = this.#stepAfter(Math.ceil(SPACING * taken))
    const ended: number[] = []
    for (let m = 0; m < count; m++) {
      if (block.status[m] !== STATUS.live) continue
      this.#streaks[m] = this.#enough(m) ? this.#streaks[m] + 1 : 0
      if (this.#streaks[m] < LOOKS) continue
      block.status[m] = STATUS.stopped
      ended.push(m)
    }
    return ended
  }

  #stepAfter(steps: number): number {
    return Math.ceil((this.#discard + steps) / this.#every) * this.#every
  }

  #enough(m: number): boolean {
    return this.#wishes.every(({ book, vectors, error }) => {
      for (let j = 0; j < vectors; j++) {
        const estimate = book.estimate(m, j)
        const known = estimate.rate === Number.NEGATIVE_INFINITY
        if (!known && !(estimate.settled && estimate.error <= error)) return false
      }
      return true
    })
  }
}
