// Measures of a scene's rollouts by name, run on one lane.

import { compiler } from '../cli/compiler.ts'
import { type CpuBackend, KERNELS } from '../workers/backends.ts'
import { createColumns } from '../workers/columns.ts'
import { createRunner } from '../workers/run-batch.ts'
import { planSweep } from './plan.ts'
import type { Sweep } from './sweep.ts'

/** For each rollout of a sweep that has no axes: its measures' columns by name. */
export function measured(sweep: unknown, backend: CpuBackend = 'wasm'): Record<string, number>[] {
  const { task, measures, rollouts } = planSweep(sweep as Sweep, compiler)
  const out = createColumns(task, 0, rollouts)
  createRunner(task, KERNELS[backend](task)).run([], 0, rollouts, out)
  const names = measures.flatMap(({ columns }) => columns)
  const entryOf = (rollout: number) => (name: string, i: number) =>
    [name, out.values[rollout * names.length + i]] as const
  return Array.from({ length: rollouts }, (_, i) => Object.fromEntries(names.map(entryOf(i))))
}
