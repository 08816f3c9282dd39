// What a thread of the shared threads runs: a lane for each of the tasks that it met last.

import { workerData } from 'node:worker_threads'
import { createKernel } from './backends.ts'
import { createLane, type Lane } from './lane.ts'
import type { SharedAnswer, SharedJob } from './node-shared.ts'

/** As many tasks as may be under way at once, so that none is taken up over and over. */
const KEPT = 1 + (workerData as number)

/** By the task's number, the one that was used last at the end. */
const lanes = new Map<number, Lane>()

export default function work({ task, job, data }: SharedJob): SharedAnswer {
  const lane = lanes.get(task) ?? (data && createLane(data.task, () => createKernel(data, clock)))
  if (!lane) return 'lacking'
  lanes.delete(task)
  lanes.set(task, lane)
  for (const oldest of lanes.keys()) if (lanes.size > KEPT) lanes.delete(oldest)
  lane(job)
  return 'worked'
}

const clock = () => performance.now()
