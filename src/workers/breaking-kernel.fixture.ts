// The rotor's kernel, or one that breaks in the way that the task's seed says.

import type { Task } from './protocol.ts'
import { createRotorKernel, rotor } from './rotor.fixture.ts'
import type { KernelFactory } from './run-batch.ts'

/** Put these in `task.seed[0]`. */
const BREAKS = { never: 0, whenMade: 1, onRollout100: 2, diesOnRollout100: 3 }

/** The rotor, to be run on a kernel that breaks so. */
export function breakingTask(how: keyof typeof BREAKS): Task {
  return { ...rotor, seed: [BREAKS[how], 0] }
}

/** `die` ends the thread in the middle of its work, as it ends when it runs out of memory. */
export const breakingKernel =
  (die: () => void): KernelFactory =>
  (task) => {
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
          die()
        }
        kernel.begin(block, count)
      },
    }
  }
