// A job in memory that all lanes share, and the lane that works on it: it claims batch after batch
// with one atomic addition and writes what it finds straight to where it belongs.

import { columnsLayout, viewColumns } from './columns.ts'
import type { Columns, Task } from './protocol.ts'
import { createRunner, type KernelFactory, type Runner } from './run-batch.ts'

/** What a lane is told of a job; inputs and results stand in the buffer. */
export interface SharedJob {
  readonly buffer: SharedArrayBuffer
  readonly from: number
  readonly count: number
  readonly batch: number
}

/** The claim counter has a cache line of its own. */
const HEAD_BYTES = 64

export interface SharedViews {
  /** Entry 0 counts the batches that were claimed. */
  readonly claims: Int32Array
  readonly inputs: readonly Float64Array[]
  readonly columns: Columns
}

export function sharedBytes(task: Task, count: number): number {
  return HEAD_BYTES + 8 * count * task.inputs.length + columnsLayout(task, count).bytes
}

export function viewShared(
  task: Task,
  { buffer, from, count }: Omit<SharedJob, 'batch'>,
): SharedViews {
  const at = (axis: number) => HEAD_BYTES + 8 * count * axis
  return {
    claims: new Int32Array(buffer, 0, 1),
    inputs: task.inputs.map((_, axis) => new Float64Array(buffer, at(axis), count)),
    columns: viewColumns(buffer, task, from, count, at(task.inputs.length)),
  }
}

/** Leaves nothing to claim, so that every lane ends the job after the batch that it is in. */
export function withdraw({ claims }: SharedViews, { count, batch }: SharedJob): void {
  Atomics.store(claims, 0, Math.ceil(count / batch))
}

/**
 * A lane of a pool: each call works on one job until no batch of it is left. A call without a job
 * makes the kernel ready, so that a scene that cannot run is found out when the pool opens.
 */
export function createLane(task: Task, createKernel: KernelFactory): (job?: SharedJob) => void {
  let runner: Runner | undefined
  return (job) => {
    runner ??= createRunner(task, createKernel(task))
    if (!job) return
    const { claims, inputs, columns } = viewShared(task, job)
    for (;;) {
      const offset = Atomics.add(claims, 0, 1) * job.batch
      if (offset >= job.count) return
      runner.run(inputs, offset, Math.min(job.batch, job.count - offset), columns)
    }
  }
}
