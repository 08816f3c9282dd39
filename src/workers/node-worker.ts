// What a thread of the Node pool runs: a lane for the task that the thread was started with.

import { workerData } from 'node:worker_threads'
import { createJsKernel } from '../kernel/emit-js.ts'
import { createLane } from './lane.ts'
import type { Task } from './protocol.ts'

export default createLane(workerData as Task, ({ program, seed }) =>
  createJsKernel(program, { seed }),
)
