// What is known of the growth of a block's vectors: their lengths at each renewal, and what follows
// from them.

import { GrowthSeries } from '../analysis/growth-series.ts'
import { lyapunov, type RateEstimate } from '../analysis/lyapunov.ts'
import { Repetition } from '../analysis/repetition.ts'
import { VERDICTS, verdictOf } from '../analysis/verdict.ts'
import { ownComponents, type Program } from '../kernel/ir.ts'
import { type Block, STATUS } from '../kernel/kernel.ts'

export class RateBook {
  readonly growth: GrowthSeries
  /** Steps from one renewal to the next, and the simulated time that they take. */
  readonly every: number
  readonly interval: number
  /** Whether the next state follows from the state and the parameters alone. */
  readonly isAutonomous: boolean
  readonly #discard: number
  readonly #block: Block
  /** Watches for states that come back; undefined where the next state depends on more. */
  readonly #repetition: Repetition | undefined

  /**
   * For `count` vectors of each member, renewed at every such step. `watches`: whether the state is
   * all there is, so that one which comes back means a cycle.
   */
  constructor(
    program: Program,
    block: Block,
    count: number,
    every: number,
    discard: number,
    watches = true,
  ) {
    this.growth = new GrowthSeries(block.size, count)
    this.every = every
    this.interval = program.dt * every
    this.#discard = discard
    this.#block = block
    this.isAutonomous = watches && isAutonomous(program)
    this.#repetition = this.isAutonomous
      ? new Repetition(block.size, ownComponents(program))
      : undefined
  }

  reset(count: number): void {
    this.growth.reset(count)
    this.#repetition?.reset(count)
  }

  /** The next step after `step` at which vectors are renewed. */
  dueAfter(step: number): number {
    return (Math.floor(step / this.every) + 1) * this.every
  }

  /** Whether the interval that ends at a step lies behind the discarded steps. */
  sees(step: number): boolean {
    return step - this.every >= this.#discard
  }

  /** Takes the lengths that the vectors of a live member had at a renewal. */
  add(member: number, lengths: ArrayLike<number>, step: number): void {
    this.#repetition?.look(this.#block.state, member, step)
    if (this.sees(step)) this.growth.add(member, lengths)
  }

  estimate(member: number, vector = 0): RateEstimate {
    return lyapunov(this.growth, member, vector, this.interval)
  }

  /** Writes the largest rate of a member, its error and its verdict; NaN stands for none. */
  store(member: number, values: Float64Array, at: number): void {
    const estimate = this.estimate(member)
    values[at] = estimate.rate
    values[at + 1] = estimate.error
    const facts = {
      estimate,
      escaped: this.#block.status[member] === STATUS.escaped,
      repeated: (this.#repetition?.period(member) ?? 0) > 0,
    }
    values[at + 2] = VERDICTS.indexOf(verdictOf(facts))
  }
}

function isAutonomous({ next }: Program): boolean {
  return !next.nodes.some(({ op }) => op === 'time' || op === 'step' || op === 'seed')
}
