// How often the true rate lies within two standard errors: whole sweeps of 200 starts, each of
// which gives a rate and an error of its own.

import { expect, test } from 'vitest'
import { compiler } from '../cli/compiler.ts'
import { catalogue, defineSweep, henon, linspace, lorenz, lyapunov, rossler } from '../index.ts'
import { KERNELS } from '../workers/backends.ts'
import { createColumns } from '../workers/columns.ts'
import { createRunner } from '../workers/run-batch.ts'
import { planSweep } from './plan.ts'
import type { Sweep } from './sweep.ts'

const STARTS = 200
const measures = { rate: lyapunov() }

/** Starts well inside the basin; what is discarded brings each to the attractor. */
const RUNS = [
  {
    id: 'lorenz63',
    sweep: defineSweep({
      scene: lorenz,
      axes: { x: linspace(-10, 10, STARTS) },
      rollout: { steps: 105_000, discard: 5000 },
      measures,
    }),
  },
  {
    id: 'henon_1.4_0.3',
    sweep: defineSweep({
      scene: henon,
      axes: { x: linspace(-0.5, 0.5, STARTS) },
      rollout: { steps: 100_200, discard: 200 },
      measures,
    }),
  },
  {
    id: 'rossler_0.2_0.2_5.7',
    sweep: defineSweep({
      scene: rossler,
      axes: { x: linspace(-4, 4, STARTS) },
      rollout: { steps: 420_000, discard: 20_000 },
      measures,
    }),
  },
]

function known(id: string) {
  const computed = catalogue.find((entry) => entry.id === id)?.computed
  if (!computed) throw new Error(`no computed exponents of ${id}`)
  return { rate: computed.exponents[0], error: computed.errors[0] }
}

test.each(RUNS)('two errors cover the rate of $id in 90 to 99 % of 200 starts', (run) => {
  const truth = known(run.id)
  const plan = planSweep(run.sweep as Sweep, compiler)
  const out = createColumns(plan.task, 0, STARTS)
  const inputs = plan.cells.columns(0, STARTS, 1)
  createRunner(plan.task, KERNELS.wasm(plan.task)).run(inputs, 0, STARTS, out)
  const found = Array.from({ length: STARTS }, (_, i) => {
    const [rate, error] = out.values.subarray(3 * i)
    return { off: Math.abs(rate - truth.rate), error }
  })
  const percent = (errors: number) =>
    (100 * found.filter(({ off, error }) => off <= errors * error).length) / STARTS
  const typical = Math.sqrt(found.reduce((sum, { error }) => sum + error ** 2, 0) / STARTS)
  if (process.env.SHOW_COVERAGE)
    console.log(run.id, [1, 2, 3].map(percent), 'error', typical, 'reference', truth)
  // What the reference may be off does not matter beside the errors that are tested.
  expect(truth.error).toBeLessThan(0.2 * typical)
  expect(percent(2)).toBeGreaterThanOrEqual(90)
  expect(percent(2)).toBeLessThanOrEqual(99)
  // Errors that are merely large would cover too often at one.
  expect(percent(1)).toBeLessThanOrEqual(85)
  expect(percent(3)).toBeGreaterThanOrEqual(97)
})
