// Runs rollouts on one kernel: the walk along a rollout's steps, and the numbers kept on the way.

import { type Advances, drive, driveLater } from '../kernel/advances.ts'
import { absorbMember } from '../kernel/block.ts'
import { ownComponents } from '../kernel/ir.ts'
import {
  type Beginner,
  type Block,
  type DeviceKernel,
  type Kernel,
  STATUS,
} from '../kernel/kernel.ts'
import { curveWidth, measuredWidth, NAN_BITS, rungs, sampleCount, valuesWidth } from './columns.ts'
import { Extent } from './extent.ts'
import { representableSteps } from './perturb.ts'
import type { Columns, Task } from './protocol.ts'
import { Rates } from './rates.ts'
import { readValue } from './readings.ts'
import { createStepTimes } from './step-times.ts'
import { Twin } from './twin.ts'

/** Members that run at once; more run block by block, so memory does not grow with a job. */
const BLOCK_SIZE = 256
/** Steps in one call of the kernel at most: engines put better code in place between two calls. */
const SPAN_STEPS = 1024
/** Which of the two 32-bit words of a 64-bit entry is the low one on this machine. */
const LOW = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 0 : 1

/** How a lane makes the kernel that a task runs on. */
export type KernelFactory = (task: Task) => Kernel

export interface Runner {
  /**
   * Runs rollouts out.from + offset to out.from + offset + count - 1 and writes their entries in
   * `out`, those from `offset` on. `inputs` and `out` are a whole job's; the rest of `out` stays.
   */
  run(inputs: readonly Float64Array[], offset: number, count: number, out: Columns): void
}

/** A runner for one task. What it writes does not depend on how a job is cut into calls. */
export function createRunner(task: Task, kernel: Kernel): Runner {
  // Engines go one at a time: a world may be large, and one that hangs or crashes is then known.
  const size = task.engine ? 1 : BLOCK_SIZE
  const runner = new BlockRunner(task, kernel, { size, spanSteps: SPAN_STEPS })
  return {
    run(inputs, offset, count, out) {
      drive(runner.run(inputs, offset, count, out), (asked) =>
        kernel.advance(asked.block, asked.count, asked.span, asked.pairs),
      )
    },
  }
}

/** As `Runner`, but on a device that answers in time; one call after the other. */
export interface DeviceRunner {
  run(inputs: readonly Float64Array[], offset: number, count: number, out: Columns): Promise<void>
}

/** A runner for one task on a device, up to `size` members at once. */
export function createDeviceRunner(task: Task, kernel: DeviceKernel, size: number): DeviceRunner {
  const runner = new BlockRunner(task, kernel, { size, spanSteps: task.steps })
  return {
    run: (inputs, offset, count, out) =>
      driveLater(runner.run(inputs, offset, count, out), (asked) =>
        kernel.advance(asked.block, asked.count, asked.span, asked.pairs),
      ),
  }
}

interface Sizes {
  readonly size: number
  /** Steps in one advance at most. */
  readonly spanSteps: number
}

class BlockRunner {
  readonly #task: Task
  readonly #kernel: Beginner
  readonly #size: number
  readonly #spanSteps: number
  readonly #block: Block
  readonly #twins: readonly Twin[]
  readonly #rates: Rates | undefined
  /** Where the judgement of a curve wants to know it. */
  readonly #extent: Extent | undefined
  readonly #rungs: readonly number[]
  readonly #timeOf: (step: number) => number
  readonly #nudge: (x: number, count: number) => number

  constructor(task: Task, kernel: Beginner, { size, spanSteps }: Sizes) {
    this.#task = task
    this.#kernel = kernel
    this.#size = size
    this.#spanSteps = spanSteps
    const rescalings = task.rescalings?.length ?? 0
    this.#block = kernel.block(size, task.divergences.length + rescalings)
    this.#rungs = rungs(task)
    this.#timeOf = createStepTimes(task.program.dt)
    this.#twins = task.divergences.map((_, i) => new Twin(task, i, this.#block, this.#timeOf))
    const own = ownComponents(task.program)
    this.#extent = task.divergences.some(({ metric }) => metric === 'sound')
      ? new Extent(size, own, task.steps, task.program.periods)
      : undefined
    const measured = task.program.tangents || rescalings > 0
    this.#rates = measured ? new Rates(task, this.#block) : undefined
    this.#nudge = representableSteps(task.program.precision)
  }

  /** Runs rollouts as `Runner.run` does, block by block. */
  *run(
    inputs: readonly Float64Array[],
    offset: number,
    count: number,
    out: Columns,
  ): Advances<void> {
    const end = offset + count
    for (let at = offset; at < end; at += this.#size) {
      yield* this.#runBlock(inputs, at, Math.min(this.#size, end - at), out)
    }
  }

  *#runBlock(
    inputs: readonly Float64Array[],
    offset: number,
    count: number,
    out: Columns,
  ): Advances<void> {
    this.#place(inputs, offset, count)
    this.#name(out.from + offset, count)
    this.#kernel.begin(this.#block, count)
    this.#clear(offset, count, out)
    this.#rates?.begin(this.#kernel, count)
    this.#extent?.begin(this.#block.state, count)
    this.#beginTwins(offset, count, out)
    yield* this.#walk(offset, count, out)
    this.#store(offset, count, out)
  }

  /** Puts defaults and inputs into the columns of the block. */
  #place(inputs: readonly Float64Array[], offset: number, count: number): void {
    const { defaults } = this.#task
    const { state, params } = this.#block
    for (const [i, column] of state.entries()) column.fill(defaults.state[i], 0, count)
    for (const [i, column] of params.entries()) column.fill(defaults.params[i], 0, count)
    this.#task.inputs.forEach(({ target, index }, i) => {
      const column = (target === 'state' ? state : params)[index]
      if (!column) throw new Error(`input ${i} sets ${target} ${index}, which the scene lacks`)
      column.set(inputs[i].subarray(offset, offset + count))
    })
  }

  /** Tells the members who they are, and moves replicas away from their cell's start. */
  #name(first: number, count: number): void {
    const { replicas } = this.#task
    const { cell, replica, state } = this.#block
    for (let m = 0; m < count; m++) {
      const k = (first + m) % replicas.count
      const index = (first + m - k) / replicas.count
      // Stores take numbers modulo 2^32.
      cell[2 * m] = index
      cell[2 * m + 1] = Math.floor(index / 0x1_0000_0000)
      replica[m] = k
      if (k === 0) continue
      const column = state[replicas.component]
      column[m] = this.#nudge(column[m], k * replicas.ulps)
    }
  }

  /** Makes rows say that nothing was reached: a rollout may end before its last rung or sample. */
  #clear(offset: number, count: number, { ladder, curves }: Columns): void {
    const rungCount = this.#rungs.length
    ladder.fill(0n, offset * rungCount, (offset + count) * rungCount)
    const width = curveWidth(this.#task)
    bitsOf(curves).fill(NAN_BITS, offset * width, (offset + count) * width)
  }

  #beginTwins(offset: number, count: number, { curves }: Columns): void {
    const width = curveWidth(this.#task)
    let start = offset * width
    this.#twins.forEach((twin, i) => {
      twin.begin(this.#kernel, count, { numbers: curves, start, width })
      start += 1 + sampleCount(this.#task.steps, this.#task.divergences[i])
    })
  }

  /** Takes all steps, from one boundary at which something is due to the next. */
  *#walk(offset: number, count: number, out: Columns): Advances<void> {
    const { steps, discard, fingerprintEvery, program } = this.#task
    const ladder = wordsOf(out.ladder)
    // A kernel asks for the stop where it observes, and a rollout may stop in discarded steps too:
    // what the accumulators see until then is forgotten.
    const always = program.stop !== undefined
    let at = 0
    let time = 0
    let rung = 0
    const pairs = this.#twins.map((twin) => twin.pairs)
    while (at < steps && this.#unfinished(count)) {
      const to = this.#boundary(at, rung)
      const observe = always || at >= discard
      const span = { from: at, to, time, observe, fingerprint: fingerprintEvery }
      time = yield { block: this.#block, count, span, pairs }
      if (this.#rates) yield* this.#rates.follow(count, span)
      at = to
      this.#rates?.visit(count, at, time, out.curves, offset)
      if (this.#extent && at % this.#extent.every === 0) this.#look(count)
      if (at === discard) this.#forget(count)
      if (at === this.#rungs[rung]) {
        this.#climb(offset, count, ladder, rung)
        rung += 1
      }
    }
    if (steps % fingerprintEvery !== 0) this.#absorbLast(count, time)
  }

  /** The last state of a rollout is in its fingerprint, whatever the stride. */
  #absorbLast(count: number, time: number): void {
    const { program } = this.#task
    for (let m = 0; m < count; m++) {
      if (this.#block.status[m] === STATUS.live) absorbMember(program, this.#block, m, time)
    }
  }

  #look(count: number): void {
    const { state, status } = this.#block
    for (let m = 0; m < count; m++) {
      if (status[m] === STATUS.live) this.#extent?.look(state, m)
    }
  }

  /** Lets the accumulators begin anew. */
  #forget(count: number): void {
    const { accumulators } = this.#task.program
    for (const [i, column] of this.#block.accumulators.entries()) {
      column.fill(accumulators[i].initial, 0, count)
    }
  }

  #unfinished(count: number): boolean {
    return this.#block.status.subarray(0, count).includes(STATUS.live)
  }

  #boundary(at: number, rung: number): number {
    const { steps, discard } = this.#task
    let to = Math.min(steps, at + this.#spanSteps)
    if (at < discard) to = Math.min(to, discard)
    if (this.#rates) to = Math.min(to, this.#rates.dueAfter(at))
    if (this.#extent) to = Math.min(to, nextMultiple(at, this.#extent.every))
    if (rung < this.#rungs.length) to = Math.min(to, this.#rungs[rung])
    return to
  }

  /** Keeps the prefix fingerprints at a rung of those members that got there. */
  #climb(offset: number, count: number, ladder: Uint32Array, rung: number): void {
    const { hash, steps } = this.#block
    for (let m = 0; m < count; m++) {
      if (steps[m] !== this.#rungs[rung]) continue
      const entry = (offset + m) * this.#rungs.length + rung
      ladder[2 * entry + LOW] = hash[2 * m]
      ladder[2 * entry + 1 - LOW] = hash[2 * m + 1]
    }
  }

  #store(offset: number, count: number, out: Columns): void {
    const { hash, status, steps } = this.#block
    const fingerprint = wordsOf(out.fingerprint)
    this.#kernel.finish(this.#block, count, (m) => this.#timeOf(steps[m]))
    for (let m = 0; m < count; m++) {
      const entry = offset + m
      out.status[entry] = status[m] === STATUS.live ? STATUS.done : status[m]
      out.steps[entry] = steps[m]
      fingerprint[2 * entry + LOW] = hash[2 * m]
      fingerprint[2 * entry + 1 - LOW] = hash[2 * m + 1]
    }
    this.#storeValues(offset, count, out)
  }

  #storeValues(offset: number, count: number, { values }: Columns): void {
    const { measures, program, discard } = this.#task
    const { status, steps } = this.#block
    const width = valuesWidth(this.#task)
    for (let m = 0; m < count; m++) {
      // The step on which a rollout escapes is taken, but not observed.
      const seen = steps[m] - (status[m] === STATUS.escaped ? 1 : 0) - discard
      let at = (offset + m) * width
      for (const measure of measures) {
        if (measure.kind === 'divergence' || measure.kind === 'seedDivergence') {
          const scale = this.#extent?.scale(m) ?? Number.NaN
          this.#twins[measure.divergence].store(m, values, at, scale)
        } else if (measure.kind !== 'reading') this.#rates?.store(m, measure, values, at)
        else {
          const reading = program.readings[measure.reading]
          values[at] = readValue(reading, this.#block, m, Math.max(0, seen), this.#timeOf)
        }
        at += measuredWidth(measure)
      }
    }
    settleNaN(values, offset * width, (offset + count) * width)
  }
}

const nextMultiple = (at: number, every: number) => (Math.floor(at / every) + 1) * every

/** Gives every NaN of a stretch its one pattern of bits. */
function settleNaN(numbers: Float64Array, from: number, to: number): void {
  const bits = bitsOf(numbers)
  for (let i = from; i < to; i++) if (Number.isNaN(numbers[i])) bits[i] = NAN_BITS
}

const bitsOf = ({ buffer, byteOffset, length }: Float64Array) =>
  new BigUint64Array(buffer, byteOffset, length)

const wordsOf = ({ buffer, byteOffset, length }: BigUint64Array) =>
  new Uint32Array(buffer, byteOffset, 2 * length)
