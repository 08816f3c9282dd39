// A lane of a pool: what a thread does with the jobs that it is told of, whoever keeps the thread.

import { claimBatch, type LaneJob, viewJob } from './job-memory.ts'
import type { Task } from './protocol.ts'
import { createRunner, type KernelFactory, type Runner } from './run-batch.ts'

/** Works on a job until no batch of it is left, and writes each result to where it belongs. */
export type Lane = (job?: LaneJob) => void

/**
 * A lane for one task. A call without a job makes the kernel ready, so that a scene that cannot run
 * is found out when the pool opens.
 */
export function createLane(task: Task, createKernel: KernelFactory): Lane {
  let runner: Runner | undefined
  return (job) => {
    runner ??= createRunner(task, createKernel(task))
    if (!job) return
    const views = viewJob(task, job)
    for (let next = claimBatch(views, job); next; next = claimBatch(views, job)) {
      runner.run(views.inputs, next.offset, next.count, views.columns)
    }
  }
}
