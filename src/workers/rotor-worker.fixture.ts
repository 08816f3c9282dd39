// A thread for tests: a lane on the rotor's kernel, or on one that breaks as the task says.

import { workerData } from 'node:worker_threads'
import type { LaneData } from './backends.ts'
import { breakingKernel } from './breaking-kernel.fixture.ts'
import { createLane } from './lane.ts'

const die = () => process.exit(3)

export default createLane((workerData as LaneData).task, breakingKernel(die))
