// A job in memory: its inputs, its results, and the counter by which lanes claim batch after batch
// of it. Every pool of threads lays its jobs out so, whether the memory is shared or sent.

import { columnsLayout, viewColumns } from './columns.ts'
import type { Columns, Job, Task } from './protocol.ts'

/** What a lane is told of a job; inputs and results stand in the buffer. */
export interface LaneJob {
  readonly buffer: ArrayBufferLike
  readonly from: number
  readonly count: number
  readonly batch: number
}

export interface JobViews {
  /** Entry 0 counts the batches that were claimed. */
  readonly claims: Int32Array
  readonly inputs: readonly Float64Array[]
  readonly columns: Columns
}

/** A batch of a job: its first rollout, counted from the job's, and how many it has. */
export interface Batch {
  readonly offset: number
  readonly count: number
}

/** The claim counter has a cache line of its own. */
const HEAD_BYTES = 64

export function jobBytes(task: Task, count: number): number {
  return HEAD_BYTES + 8 * count * task.inputs.length + columnsLayout(task, count).bytes
}

export function viewJob(
  task: Task,
  { buffer, from, count }: Pick<LaneJob, 'buffer' | 'from' | 'count'>,
): JobViews {
  const at = (axis: number) => HEAD_BYTES + 8 * count * axis
  return {
    claims: new Int32Array(buffer, 0, 1),
    inputs: task.inputs.map((_, axis) => new Float64Array(buffer, at(axis), count)),
    columns: viewColumns(buffer, task, from, count, at(task.inputs.length)),
  }
}

/** The next batch that nobody has claimed, if one is left. Threads may call this at once. */
export function claimBatch(
  { claims }: JobViews,
  { count, batch }: Pick<LaneJob, 'count' | 'batch'>,
): Batch | undefined {
  const offset = Atomics.add(claims, 0, 1) * batch
  return offset < count ? { offset, count: Math.min(batch, count - offset) } : undefined
}

/** Leaves nothing to claim, so that every lane ends the job after the batch that it is in. */
function withdraw({ claims }: JobViews, { count, batch }: LaneJob): void {
  Atomics.store(claims, 0, Math.ceil(count / batch))
}

/** What a lane does for a job: it claims batches until none is left. */
export type Turn = (job: LaneJob, views: JobViews, lane: number) => Promise<unknown>

/** Lays out the jobs of one task, lets lanes work on them, and hands out what they found. */
export class JobMemory {
  readonly #task: Task
  readonly #lanes: number
  readonly #create: (bytes: number) => ArrayBufferLike
  /** Buffers that no lane works on. */
  readonly #free: ArrayBufferLike[] = []

  constructor(task: Task, lanes: number, create: (bytes: number) => ArrayBufferLike) {
    this.#task = task
    this.#lanes = lanes
    this.#create = create
  }

  /**
   * Gives each lane, numbered from 0, a turn at the job, and resolves when all have ended. Rejects
   * with the rollouts and the first cause when one fails; the others end their batches first.
   */
  async run({ from, count, batch, inputs }: Job, turn: Turn): Promise<Columns> {
    const buffer = this.#take(jobBytes(this.#task, count))
    const job: LaneJob = { buffer, from, count, batch: Math.max(1, batch) }
    const views = viewJob(this.#task, job)
    for (const [axis, column] of inputs.entries()) views.inputs[axis].set(column)
    Atomics.store(views.claims, 0, 0)
    const lanes = Math.min(this.#lanes, Math.ceil(count / job.batch))
    const turns = Array.from({ length: lanes }, (_, lane) => turn(job, views, lane))
    for (const one of turns) one.catch(() => withdraw(views, job))
    // The buffer is free again when no lane writes to it any more, so all turns are awaited. After
    // a failure it is let go: a thread that was ended from outside may write a moment longer.
    const failed = (await Promise.allSettled(turns)).find(isRejected)
    if (failed) {
      const where = `rollouts ${from} to ${from + count - 1}`
      throw new Error(`${where}: ${messageOf(failed.reason)}`, { cause: failed.reason })
    }
    const columns = copyColumns(views.columns, this.#task)
    this.#free.push(buffer)
    return columns
  }

  /** A free buffer of this many bytes or more. Those that are too small are let go. */
  #take(bytes: number): ArrayBufferLike {
    for (let free = this.#free.pop(); free; free = this.#free.pop()) {
      if (free.byteLength >= bytes) return free
    }
    return this.#create(bytes)
  }
}

/** The columns in memory of the caller's own: the job's buffer serves another one soon. */
function copyColumns(columns: Columns, task: Task): Columns {
  const { bytes } = columnsLayout(task, columns.count)
  const own = new ArrayBuffer(bytes)
  const { buffer, byteOffset } = columns.values
  new Uint8Array(own).set(new Uint8Array(buffer, byteOffset, bytes))
  return viewColumns(own, task, columns.from, columns.count)
}

/** @throws RangeError for a number of lanes that is none */
export function checkLanes(lanes: number): number {
  if (Number.isSafeInteger(lanes) && lanes >= 1) return lanes
  throw new RangeError(`a pool needs a whole number of lanes, at least 1; this is ${lanes}`)
}

/** Why a pool could not be opened, given what a lane said. */
export function unreadyLane(cause: unknown): Error {
  return new Error(`a lane could not be made ready: ${messageOf(cause)}`, { cause })
}

const isRejected = (result: PromiseSettledResult<unknown>) => result.status === 'rejected'
const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))
