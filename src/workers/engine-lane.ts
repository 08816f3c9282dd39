// A lane for an engine scene: it loads the user's file, and runs rollouts one by one.

import type { AnyEngineScene } from '../scenes/engine.ts'
import type { LaneData } from './backends.ts'
import { createColumns } from './columns.ts'
import { createEngineKernel } from './engine-kernel.ts'
import type { Columns, EngineSource, Fault } from './protocol.ts'
import { createRunner } from './run-batch.ts'

/** Loads the scene that a task names, and sees to it that its code is the one that was planned. */
export type EngineLoader = (source: EngineSource) => Promise<AnyEngineScene>

/** A rollout that was run, and why it was given up if it was. */
export interface EngineResult {
  readonly columns: Columns
  readonly faults: readonly Fault[]
}

/** Runs the rollout with this index; one number an input. */
export type EngineLane = (index: number, inputs: readonly Float64Array[]) => EngineResult

/** A lane that is ready to run. `step` is told of each step before it is taken. */
export async function createEngineLane(
  { task, loader }: LaneData,
  step: (step: number) => void = () => {},
): Promise<EngineLane> {
  const scene = await loadScene(task.engine, loader)
  let faults: Fault[] = []
  const tell = (fault: Fault) => faults.push(fault)
  const runner = createRunner(task, createEngineKernel(task, scene, { tell, step }))
  return (index, inputs) => {
    faults = []
    const columns = createColumns(task, index, 1)
    runner.run(inputs, 0, 1, columns)
    return { columns, faults }
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
