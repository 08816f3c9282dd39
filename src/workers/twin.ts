// A divergence, measured over a block: twins that start some representable steps away run beside
// the reference, and their distance is taken now and then, in all as the seed's `divergence` does.

import {
  columnDistance,
  doublingTime,
  fitRise,
  THRESHOLD,
  timeAbove,
} from '../analysis/seed-divergence.ts'
import { type Block, type Kernel, STATUS } from '../kernel/kernel.ts'
import { sampleCount, sampleStep } from './columns.ts'
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
  /** Step of the next sample; Infinity when none is left. */
  next = 0
  /** Members whose curve goes on. */
  open = 0

  readonly #kernel: Kernel
  readonly #block: Block
  readonly #component: number
  readonly #ulps: number
  readonly #steps: number
  readonly #stride: number
  readonly #nudge: (x: number, count: number) => number
  /** Simulated time of each sample; the same for every member and every block. */
  readonly #times: Float64Array
  /** Samples of each member so far. */
  readonly #lengths: Uint32Array
  readonly #going: Uint8Array
  #reference: Block
  #rows: Rows = { numbers: new Float64Array(0), start: 0, width: 0 }
  #count = 0
  #at = 0
  #time = 0
  #taken = 0

  /** Twins for the divergence with this index in the task, beside blocks of up to `size`. */
  constructor(task: Task, index: number, kernel: Kernel, size: number) {
    const divergence = task.divergences[index]
    this.#kernel = kernel
    this.#block = kernel.block(size)
    this.#reference = this.#block
    this.#component = divergence.component
    this.#ulps = divergence.ulps
    this.#steps = task.steps
    this.#stride = divergence.stride
    this.#nudge = representableSteps(task.program.precision)
    this.#times = new Float64Array(sampleCount(task.steps, divergence))
    this.#lengths = new Uint32Array(size)
    this.#going = new Uint8Array(size)
  }

  /** Starts beside a reference that has just begun; the curves go to `rows`. */
  begin(reference: Block, count: number, rows: Rows): void {
    this.#reference = reference
    this.#count = count
    this.#rows = rows
    const twin = this.#block
    copyStart(reference, twin, count)
    const column = twin.state[this.#component]
    for (let m = 0; m < count; m++) column[m] = this.#nudge(column[m], this.#ulps)
    this.#kernel.begin(twin, count)
    this.#at = this.#time = this.#taken = 0
    this.#lengths.fill(0, 0, count)
    this.#going.fill(1, 0, count)
    this.open = count
    this.#plan()
    for (let m = 0; m < count; m++) {
      rows.numbers[rows.start + m * rows.width] = columnDistance(reference.state, m, twin.state, m)
    }
  }

  /** Takes the sample of step `next`. Every live member of the reference stands at that step. */
  sample(): void {
    const to = this.next
    const span = { from: this.#at, to, time: this.#time, observe: false, fingerprint: false }
    this.#time = this.#kernel.advance(this.#block, this.#count, span)
    this.#at = to
    this.#times[this.#taken] = this.#time
    const { status, steps } = this.#reference
    for (let m = 0; m < this.#count; m++) {
      if (this.#going[m] === 0) continue
      const ended = status[m] !== STATUS.live && status[m] !== STATUS.escaped
      // A reference that stopped on the way has no state here; one that escaped gives Infinity.
      if (ended && steps[m] < to) this.#end(m)
      else if (!this.#keep(m) || ended) this.#end(m)
    }
    this.#taken += 1
    this.#plan()
  }

  /** Writes the numbers of DIVERGENCE_VALUES for a member; NaN stands for none. */
  store(member: number, values: Float64Array, at: number): void {
    const { numbers, start, width } = this.#rows
    const row = start + member * width
    const samples = this.#lengths[member]
    const curve = [this.#times, numbers, row + 1, samples] as const
    const rate = fitRise(numbers[row], ...curve)
    values[at] = rate ?? Number.NaN
    values[at + 1] = doublingTime(rate) ?? Number.NaN
    values[at + 2] = timeAbove(THRESHOLD, ...curve) ?? Number.NaN
    values[at + 3] = numbers[row]
    // The last distance that was measured; without a sample that is the initial one.
    values[at + 4] = numbers[row + samples]
  }

  /** Records a member's distance; false when it is not finite, which ends the curve. */
  #keep(member: number): boolean {
    const { numbers, start, width } = this.#rows
    const apart = columnDistance(this.#reference.state, member, this.#block.state, member)
    numbers[start + member * width + 1 + this.#taken] = apart
    this.#lengths[member] = this.#taken + 1
    return Number.isFinite(apart)
  }

  /** The member's curve is complete: its twin need not be advanced any more. */
  #end(member: number): void {
    this.#going[member] = 0
    this.#block.status[member] = STATUS.done
    this.open -= 1
  }

  #plan(): void {
    this.next =
      this.#taken < this.#times.length
        ? sampleStep(this.#steps, { stride: this.#stride }, this.#taken)
        : Number.POSITIVE_INFINITY
  }
}

/** Copies where members start, and who they are, so that both draw the same random numbers. */
function copyStart(from: Block, to: Block, count: number): void {
  for (const [i, column] of to.state.entries()) column.set(from.state[i].subarray(0, count))
  for (const [i, column] of to.params.entries()) column.set(from.params[i].subarray(0, count))
  to.cell.set(from.cell.subarray(0, 2 * count))
  to.replica.set(from.replica.subarray(0, count))
}
