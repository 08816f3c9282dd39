// What a thread of the Node pool runs: a lane for the task that the thread was started with.

import { workerData } from 'node:worker_threads'
import { KERNELS, type LaneData } from './backends.ts'
import { createLane } from './lane.ts'

const { task, backend } = workerData as LaneData

export default createLane(task, KERNELS[backend])
