// A divergence, measured over a block: twins that start some representable steps away run beside
// the reference, and their distance is taken now and then. Curves are taken as the seed's
// `divergence` takes them; they are judged as the seed does, or soundly.

import { MODELS } from '../analysis/growth-models.ts'
import { doublingTime, fitRise, THRESHOLD, timeAbove } from '../analysis/seed-divergence.ts'
import { CAUSES, soundDivergence } from '../analysis/sound-divergence.ts'
import { type Beginner, type Block, type Pairs, STATUS } from '../kernel/kernel.ts'
import { distanceBy, samplesUpTo, stepOfSample } from '../kernel/pairs.ts'
import { sampleCount } from './columns.ts'
import { representableSteps } from './perturb.ts'
import type { Task } from './protocol.ts'

/** A part of each member's row in a column of rows. */
export interface Rows {
  readonly numbers: Float64Array
  /** Where the first member's part begins, and how far it is from there to the next member's. */
  readonly start: number
  readonly width: number
}

export class Twin {
  /** What a kernel needs to run twins and references side by side; from `begin` on. */
  pairs: Pairs

  readonly #block: Block
  readonly #component: number
  readonly #ulps: number
  readonly #nudge: (x: number, count: number) => number
  /** Simulated time of each sample; the same for every member and every block. */
  readonly #times: Float64Array
  #reference: Block
  #rows: Rows = { numbers: new Float64Array(0), start: 0, width: 0 }

  /** Twins for the divergence with this index in the task, in the twin block of this index. */
  constructor(task: Task, index: number, reference: Block, timeOf: (step: number) => number) {
    const { metric, component, ulps, stride } = task.divergences[index]
    this.#block = reference.twins[index]
    this.#reference = reference
    this.#component = component
    this.#ulps = ulps
    this.#nudge = representableSteps(task.program.precision)
    const last = task.steps
    const samples = { length: sampleCount(last, { stride }) }
    this.#times = Float64Array.from(samples, (_, k) => timeOf(stepOfSample({ stride, last }, k)))
    const distances = { distances: this.#times, start: 0, width: 0 }
    this.pairs = { twin: this.#block, metric, stride, last, ...distances }
  }

  /** Starts beside references that have just begun; the curves go to `rows`. */
  begin(kernel: Beginner, count: number, rows: Rows): void {
    const { numbers, start, width } = rows
    this.#rows = rows
    this.pairs = { ...this.pairs, distances: numbers, start: start + 1, width }
    copyStart(this.#reference, this.#block, count)
    const column = this.#block.state[this.#component]
    for (let m = 0; m < count; m++) column[m] = this.#nudge(column[m], this.#ulps)
    kernel.begin(this.#block, count)
    const distance = distanceBy(this.pairs.metric, kernel.program, this.#reference, this.#block)
    for (let m = 0; m < count; m++) numbers[start + m * width] = distance(m)
  }

  /**
   * Ends the curve of a member whose rollout is over, and writes the numbers of DIVERGENCE_VALUES
   * (of SEED_DIVERGENCE_VALUES), where NaN stands for none. `scale` is how far the reference's own
   * motion reaches.
   */
  store(member: number, values: Float64Array, at: number, scale: number): void {
    const { start, width } = this.#rows
    const row = start + member * width
    const samples = this.#settle(member, row + 1)
    if (this.pairs.metric === 'seed') this.#judgeAsSeed(row, samples, values, at)
    else this.#judge(row, samples, values, at, scale)
  }

  #judge(row: number, samples: number, values: Float64Array, at: number, scale: number): void {
    const { numbers } = this.#rows
    const initial = numbers[row]
    const found = soundDivergence({
      times: this.#times,
      distances: numbers.subarray(row + 1, row + 1 + samples),
      ...{ start: 0, initial, scale, nudged: true },
    })
    values[at] = found.rate
    values[at + 1] = found.rateError
    values[at + 2] = placeIn(CAUSES, found.cause)
    values[at + 3] = placeIn(MODELS, found.model)
    values[at + 4] = found.degree
    values[at + 5] = found.doublingTime
    values[at + 6] = found.doublingError
    values[at + 7] = found.horizon
    values[at + 8] = found.horizonBits
    values[at + 9] = initial
    values[at + 10] = numbers[row + samples]
  }

  #judgeAsSeed(row: number, samples: number, values: Float64Array, at: number): void {
    const { numbers } = this.#rows
    const curve = [this.#times, numbers, row + 1, samples] as const
    const rate = fitRise(numbers[row], ...curve)
    values[at] = rate ?? Number.NaN
    values[at + 1] = doublingTime(rate) ?? Number.NaN
    values[at + 2] = timeAbove(THRESHOLD, ...curve) ?? Number.NaN
    values[at + 3] = numbers[row]
    // The last distance that was measured; without a sample that is the initial one.
    values[at + 4] = numbers[row + samples]
  }

  /**
   * The number of samples. The first distance that is not finite is the last; who escapes is
   * infinitely far away at the next sample, if the reference reaches that or escapes itself.
   */
  #settle(member: number, row: number): number {
    const { numbers } = this.#rows
    const reached = this.#reference.steps[member]
    const lost = this.#reference.status[member] === STATUS.escaped
    const end = Math.min(lost ? reached : NEVER, escapeOf(this.#block, member))
    const taken = samplesUpTo(this.pairs, Math.min(reached, end - 1))
    for (let k = 0; k < taken; k++) {
      if (!Number.isFinite(numbers[row + k])) return this.#endApart(row, k)
    }
    const seen = lost || stepOfSample(this.pairs, taken) <= reached
    return end < NEVER && seen ? this.#endApart(row, taken) : taken
  }

  /** Makes a sample the last one, infinitely far away. */
  #endApart(row: number, sample: number): number {
    const { numbers } = this.#rows
    numbers[row + sample] = Number.POSITIVE_INFINITY
    numbers.fill(Number.NaN, row + sample + 1, row + this.#times.length)
    return sample + 1
  }
}

const NEVER = Number.POSITIVE_INFINITY
const placeIn = <T>(words: readonly T[], word: T | undefined) =>
  word === undefined ? Number.NaN : words.indexOf(word)
const escapeOf = ({ status, steps }: Block, member: number) =>
  status[member] === STATUS.escaped ? steps[member] : NEVER

/** Copies where members start, and who they are, so that both draw the same random numbers. */
export function copyStart(from: Block, to: Block, count: number): void {
  for (const [i, column] of to.state.entries()) column.set(from.state[i].subarray(0, count))
  for (const [i, column] of to.params.entries()) column.set(from.params[i].subarray(0, count))
  to.cell.set(from.cell.subarray(0, 2 * count))
  to.replica.set(from.replica.subarray(0, count))
}
