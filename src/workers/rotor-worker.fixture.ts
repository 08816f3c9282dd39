// A thread for tests: the rotor, or a thread that breaks in the way that the task's seed says.

import { workerData } from 'node:worker_threads'
import type { LaneData } from './backends.ts'
import { createLane } from './lane.ts'
import { createRotorKernel } from './rotor.fixture.ts'
import type { KernelFactory } from './run-batch.ts'

/** Put these in `task.seed[0]`. */
export const BREAKS = { never: 0, whenMade: 1, onRollout100: 2, diesOnRollout100: 3 }

const createKernel: KernelFactory = (task) => {
  const breaks = task.seed[0]
  if (breaks === BREAKS.whenMade) throw new Error('this kernel cannot be made')
  const kernel = createRotorKernel(task)
  if (breaks === BREAKS.never) return kernel
  return {
    ...kernel,
    begin(block, count) {
      for (let m = 0; m < count; m++) {
        if (block.cell[2 * m] * task.replicas.count + block.replica[m] !== 100) continue
        if (breaks === BREAKS.onRollout100) throw new Error('rollout 100 is bad')
        // A thread that ends in the middle of its work, as one that ran out of memory does.
        process.exit(3)
      }
      kernel.begin(block, count)
    },
  }
}

export default createLane((workerData as LaneData).task, createKernel)
