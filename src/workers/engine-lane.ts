// A lane for an engine scene: it loads the user's file before its first job.

import type { AnyEngineScene } from '../scenes/engine.ts'
import type { LaneData } from './backends.ts'
import { createEngineKernel } from './engine-kernel.ts'
import type { LaneJob } from './job-memory.ts'
import { createLane, type Lane } from './lane.ts'
import type { EngineSource, Fault } from './protocol.ts'

/** Loads the scene that a task names, and sees to it that its code is the one that was planned. */
export type EngineLoader = (source: EngineSource) => Promise<AnyEngineScene>

/** Faults that a lane tells of one job; each of its rollouts may have one. */
const TOLD_MAX = 16

/**
 * A lane that is ready when its first call has ended. It answers why rollouts of the job were given
 * up: with the answer, so that the reason is there when the result is.
 */
export function createEngineLane({
  task,
  loader,
}: LaneData): (job?: LaneJob) => Promise<readonly Fault[]> {
  let lane: Promise<Lane> | undefined
  let faults: Fault[] = []
  const tell = (fault: Fault) => {
    if (faults.length < TOLD_MAX) faults.push(fault)
  }
  const start = async () => {
    const scene = await loadScene(task.engine, loader)
    return createLane(task, () => createEngineKernel(task, scene, tell))
  }
  return async (job) => {
    lane ??= start()
    const work = await lane
    faults = []
    work(job)
    return faults
  }
}

async function loadScene(source: EngineSource | undefined, loader: string | undefined) {
  if (!source || !loader) throw new Error('the pool was given nothing that loads engine scenes')
  const { loadEngine }: { loadEngine: EngineLoader } = await import(loader)
  const scene = await loadEngine(source)
  try {
    await scene.load?.()
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`its \`load\` threw: ${message}`, { cause })
  }
  return scene
}
