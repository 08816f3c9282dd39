// Lyapunov rates, measured over a block: tangent vectors that the kernel takes along are made
// orthonormal again every so many steps, and the logarithms of their lengths are gathered.

import { orthonormalise } from '../analysis/gram-schmidt.ts'
import { GrowthSeries } from '../analysis/growth-series.ts'
import { lyapunov, type RateEstimate } from '../analysis/lyapunov.ts'
import { Repetition } from '../analysis/repetition.ts'
import { NO_ESTIMATE, spectrum, sumResidual, zeroOf } from '../analysis/spectrum.ts'
import { VERDICTS, verdictOf } from '../analysis/verdict.ts'
import { loadF32 } from '../kernel/f32-rule.ts'
import { ownComponents } from '../kernel/ir.ts'
import { type Block, STATUS } from '../kernel/kernel.ts'
import type { Measured, Program, Task } from './protocol.ts'
import { type Volume, volumeOf } from './volume.ts'

type Spectral = Extract<Measured, { readonly kind: 'spectrum' }>

export class Tangents {
  /** Vectors of a member. */
  readonly #count: number
  /** Components of a vector. */
  readonly #size: number
  readonly #every: number
  readonly #discard: number
  /** Simulated time from one renewal to the next. */
  readonly #interval: number
  readonly #isF32: boolean
  readonly #block: Block
  readonly #growth: GrowthSeries
  /** Watches for states that come back; undefined where the next state depends on more. */
  readonly #repetition: Repetition | undefined
  readonly #lengths: Float64Array
  /** The sum rule, where there are as many vectors as components. */
  readonly #volume: Volume | undefined

  constructor({ program, renewEvery = 1, discard }: Task, block: Block) {
    this.#count = program.tangents ?? 0
    this.#size = ownComponents(program)
    this.#every = renewEvery
    this.#discard = discard
    this.#interval = program.dt * renewEvery
    this.#isF32 = program.precision === 'f32'
    this.#block = block
    this.#growth = new GrowthSeries(block.size, this.#count)
    this.#repetition = isAutonomous(program) ? new Repetition(block.size, this.#size) : undefined
    this.#lengths = new Float64Array(this.#count)
    this.#volume = this.#count === this.#size ? volumeOf(program, block) : undefined
  }

  /** The next step after `step` at which the vectors are renewed. */
  dueAfter(step: number): number {
    return (Math.floor(step / this.#every) + 1) * this.#every
  }

  /** Gives every member the same vectors, which favour no direction. */
  begin(count: number): void {
    const { state } = this.#block
    for (let j = 0; j < this.#count; j++) {
      for (let i = 0; i < this.#size; i++) {
        const column = state[this.#size * (1 + j) + i]
        column.fill(1 / (1 + ((i + this.#size - j) % this.#size)), 0, count)
      }
    }
    for (let m = 0; m < count; m++) this.#renew(m)
    this.#growth.reset(count)
    this.#volume?.begin(count)
    this.#repetition?.reset(count)
  }

  /** Renews the vectors of the live members at a step at which that is due. */
  renew(count: number, step: number): void {
    const seen = step - this.#every >= this.#discard
    const { state, status } = this.#block
    for (let m = 0; m < count; m++) {
      if (status[m] !== STATUS.live) continue
      this.#volume?.take(m, seen)
      this.#renew(m)
      this.#repetition?.look(state, m, step)
      if (seen) this.#growth.add(m, this.#lengths)
    }
  }

  /** Writes the numbers of a measure for a member; NaN stands for none. */
  store(member: number, measured: Measured, values: Float64Array, at: number): void {
    if (measured.kind === 'lyapunov') {
      const estimate = this.#estimate(member, 0)
      values[at] = estimate.rate
      values[at + 1] = estimate.error
      values[at + 2] = this.#verdict(member, estimate)
    } else if (measured.kind === 'spectrum') {
      values.set(this.#spectrum(member, measured), at)
    }
  }

  #renew(member: number): void {
    const { state } = this.#block
    orthonormalise(state, this.#size, this.#size, this.#count, member, this.#lengths)
    if (!this.#isF32) return
    for (let i = this.#size; i < state.length; i++) state[i][member] = loadF32(state[i][member])
  }

  #spectrum(member: number, { exponents, flow }: Spectral): number[] {
    const [size, interval] = [this.#size, this.#interval]
    const found = spectrum(this.#growth, member, size, interval, exponents)
    const { dimension, sum } = found
    const time = this.#growth.intervals(member) * interval
    const residual =
      this.#volume && exponents === size
        ? sumResidual(sum, this.#volume.total(member) / time).value
        : Number.NaN
    const zero = flow && this.#repetition ? zeroOf(found, size) : NO_ESTIMATE
    return [
      ...found.exponents.flatMap(({ rate, error }) => [rate, error]),
      ...[dimension.value, dimension.error],
      ...[sum.rate, sum.error, residual],
      ...[zero.value, zero.error],
    ]
  }

  #estimate(member: number, vector: number): RateEstimate {
    return lyapunov(this.#growth, member, vector, this.#interval)
  }

  #verdict(member: number, estimate: RateEstimate): number {
    const facts = {
      estimate,
      intervals: this.#growth.intervals(member),
      escaped: this.#block.status[member] === STATUS.escaped,
      repeated: (this.#repetition?.period(member) ?? 0) > 0,
    }
    return VERDICTS.indexOf(verdictOf(facts))
  }
}

/** Whether the next state follows from the state and the parameters alone. */
function isAutonomous({ next }: Program): boolean {
  return !next.nodes.some(({ op }) => op === 'time' || op === 'step' || op === 'seed')
}
