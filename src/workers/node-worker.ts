// What a thread of the Node pool runs: a lane for the task that the thread was started with.

import { workerData } from 'node:worker_threads'
import { createKernel, type LaneData } from './backends.ts'
import { createLane } from './lane.ts'

const data = workerData as LaneData

export default createLane(data.task, () => createKernel(data, () => performance.now()))
