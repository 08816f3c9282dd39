// A device as a lane: jobs in blocks of many members, two jobs at once so that the device works on
// one while the other begins or ends. A device that is lost is asked for again, twice at most.

import type { DeviceKernel } from '../kernel/kernel.ts'
import { createColumns } from '../workers/columns.ts'
import type { Columns, Job, Pool, Task } from '../workers/protocol.ts'
import { createDeviceRunner, type DeviceRunner } from '../workers/run-batch.ts'
import { DeviceLostError } from './device-lost.ts'

/** A device that is there, with a task's program on it. */
export interface Lane {
  readonly kernel: DeviceKernel
  /** Resolves with the reason when the device is lost. */
  readonly lost: Promise<string>
  /** Gives back what it holds of the device. */
  close(): void
}

export interface GpuPoolOptions {
  /** Opens the device, also again when it was lost. */
  open(task: Task): Promise<Lane>
  /** Members of a block at most; fewer where they are large. */
  readonly members?: number
}

/** Jobs at once. */
const SLOTS = 2
const REOPENED_MAX = 2
const MEMBERS = 2 ** 16
/** Bytes of the columns of a block at most, on this side. */
const BLOCK_BYTES = 2 ** 27

export function createGpuPool(options: GpuPoolOptions): Pool {
  return new GpuPool(options)
}

interface Slot {
  readonly lane: Lane
  readonly runner: DeviceRunner
}

class GpuPool implements Pool {
  readonly lanes = 1
  readonly window = SLOTS
  readonly #options: GpuPoolOptions
  #task: Task | undefined
  #lane: Promise<Lane> | undefined
  /** The same, when it is there. */
  #present: Lane | undefined
  #free: Slot[] = []
  readonly #waiting: (() => void)[] = []
  #reopened = 0
  #closed = false

  constructor(options: GpuPoolOptions) {
    this.#options = options
  }

  async open(task: Task): Promise<void> {
    if (this.#task || this.#closed) throw new Error('a pool is opened once')
    this.#task = task
    this.#lane = this.#open(task)
    await this.#lane
  }

  async run(job: Job): Promise<Columns> {
    if (!this.#task || this.#closed) throw new Error('the pool is not open')
    for (;;) {
      const slot = await this.#slot()
      try {
        return await this.#work(this.#task, job, slot)
      } catch (error) {
        if (this.#closed || !(error instanceof DeviceLostError)) throw error
        await this.#openAgain(this.#task, slot.lane, error)
      } finally {
        // Nobody waits for a slot of a device that is lost.
        if (this.#present === slot.lane) this.#free.push(slot)
        this.#waiting.shift()?.()
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const wake of this.#waiting.splice(0)) wake()
    const lane = await this.#lane?.catch(() => undefined)
    lane?.close()
  }

  async #work(task: Task, job: Job, { lane, runner }: Slot): Promise<Columns> {
    const columns = createColumns(task, job.from, job.count)
    const lost = lane.lost.then((reason) => {
      throw new DeviceLostError(`the GPU was lost: ${reason}`)
    })
    await Promise.race([runner.run(job.inputs, 0, job.count, columns), lost])
    if (this.#closed) throw new Error('the pool was closed')
    return columns
  }

  /** A slot of the present device, when one is free. */
  async #slot(): Promise<Slot> {
    for (;;) {
      const lane = await this.#lane
      if (this.#closed) throw new Error('the pool was closed')
      this.#free = this.#free.filter((slot) => slot.lane === lane)
      const slot = this.#free.pop()
      if (slot) return slot
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  async #open(task: Task): Promise<Lane> {
    const lane = await this.#options.open(task)
    this.#present = lane
    const size = membersOf(task, this.#options.members ?? MEMBERS)
    for (let i = 0; i < SLOTS; i++) {
      this.#free.push({ lane, runner: createDeviceRunner(task, lane.kernel, size) })
    }
    return lane
  }

  /** Once for all jobs that a device took with it. */
  async #openAgain(task: Task, lost: Lane, error: DeviceLostError): Promise<void> {
    if (this.#present !== lost) return
    if (this.#reopened >= REOPENED_MAX) throw error
    this.#reopened += 1
    this.#present = undefined
    lost.close()
    this.#lane = this.#open(task).catch((cause: Error) => {
      // Whoever waits for a slot would wait for ever.
      for (const wake of this.#waiting.splice(0)) wake()
      const why = `${error.message}, and does not come back: ${cause.message}`
      throw new DeviceLostError(why, { cause })
    })
    await this.#lane
  }
}

/** Members of a block: what the columns of a block and its twins take is bounded. */
function membersOf({ program, divergences, rescalings }: Task, most: number): number {
  const { state, params, accumulators, finish } = program
  const columns = state.length + params.length + accumulators.length + finish.roots.length + 6
  const blocks = 1 + divergences.length + (rescalings?.length ?? 0)
  return Math.max(1, Math.min(most, Math.floor(BLOCK_BYTES / (8 * columns * blocks))))
}
