// Rates measured by whole sweeps, against what is known of them.

import { describe, expect, it } from 'vitest'
import { VERDICTS } from '../analysis/verdict.ts'
import { compiler } from '../cli/compiler.ts'
import {
  dampedOscillator,
  defineSweep,
  henon,
  last,
  linspace,
  logistic,
  lorenz,
  lyapunov,
  spectrum,
} from '../index.ts'
import { type CpuBackend, KERNELS } from '../workers/backends.ts'
import { createFakePool } from '../workers/fake.ts'
import { runSweep } from './coordinator.ts'
import { createMemoryJournal } from './journal.ts'
import { merkleRoot } from './merkle.ts'
import { planSweep } from './plan.ts'
import type { Sweep } from './sweep.ts'

async function run(sweep: Sweep, backend: CpuBackend = 'wasm', lanes = 2) {
  const plan = planSweep(sweep, compiler)
  const journal = createMemoryJournal()
  await runSweep({ plan, pool: createFakePool(KERNELS[backend], { lanes }), journal, now: () => 0 })
  const chunks = [...journal.read()]
  return {
    ...{ plan, root: merkleRoot(plan.digest, plan.rollouts, chunks).root },
    values: chunks.flatMap(({ values }) => [...values]),
    fingerprints: chunks.flatMap(({ fingerprint }) => [...fingerprint]),
  }
}

/** Exact where the error is 0 (analytic), else with its own standard error. */
const KNOWN = [
  {
    name: 'logistic map at r = 4',
    sweep: defineSweep({
      scene: logistic,
      axes: { r: linspace(4, 4, 1) },
      rollout: { steps: 20_000, discard: 100 },
      measures: { rate: lyapunov() },
    }),
    rate: [Math.LN2, 0],
  },
  {
    name: 'Hénon',
    sweep: defineSweep({
      scene: henon,
      rollout: { steps: 40_000, discard: 100 },
      measures: { rate: lyapunov() },
    }),
    rate: [0.41922, 1e-5],
  },
  {
    name: 'Lorenz',
    sweep: defineSweep({
      scene: lorenz,
      rollout: { steps: 100_000, discard: 5000 },
      measures: { rate: lyapunov() },
    }),
    rate: [0.90572, 1.5e-4],
  },
] as const

describe('the largest rate', () => {
  it.each(KNOWN)(
    'of $name is within four standard errors, and the error is small',
    async (known) => {
      const [rate, error, verdict] = (await run(known.sweep as Sweep)).values
      const [wanted, uncertain] = known.rate
      expect(Math.abs(rate - wanted)).toBeLessThan(4 * Math.hypot(error, uncertain) + 1e-4)
      expect(error).toBeGreaterThan(0)
      expect(error).toBeLessThan(0.03 * wanted)
      expect(verdict).toBe(VERDICTS.indexOf('chaotic'))
    },
  )
})

it('gives one root on js and wasm, and fingerprints as without rates', async () => {
  for (const precision of ['f64', 'f32'] as const) {
    const parts = {
      scene: lorenz,
      precision,
      axes: { rho: linspace(0, 100, 11) },
      rollout: { steps: 700, discard: 50 },
    }
    const sweep = defineSweep({
      ...parts,
      measures: { rate: lyapunov(), all: spectrum(3), end: last('x') },
    })
    const js = await run(sweep as Sweep, 'js', 1)
    const wasm = await run(sweep as Sweep, 'wasm', 2)
    expect(wasm.root).toBe(js.root)
    const plain = await run(defineSweep({ ...parts, measures: { end: last('x') } }) as Sweep)
    expect(js.fingerprints).toEqual(plain.fingerprints)
    expect(js.plan.columns.slice(5)).toEqual([
      ...['rate', 'rate_error', 'rate_verdict'],
      ...['all_1', 'all_1_error', 'all_2', 'all_2_error', 'all_3', 'all_3_error'],
      ...['all_dimension', 'all_dimension_error'],
      ...['all_sum', 'all_sum_error', 'all_sum_residual', 'all_zero', 'all_zero_error', 'end'],
    ])
  }
})

it('has the divergence of Lorenz as the sum of its spectrum', async () => {
  const sweep = defineSweep({
    scene: lorenz,
    rollout: { steps: 20_000, discard: 2000 },
    measures: { all: spectrum(3) },
  })
  const { values } = await run(sweep as Sweep)
  // RK4's own step contracts a little less than the flow.
  expect(values[0] + values[2] + values[4]).toBeCloseTo(-(10 + 1 + 8 / 3), 2)
  expect(Math.abs(values[2])).toBeLessThan(0.02)
  // Kaplan and Yorke's dimension, 2.062 (J. C. Sprott, Chaos and Time-Series Analysis (2003)).
  expect(Math.abs(values[6] - 2.062)).toBeLessThan(4 * values[7] + 0.001)
})

it('calls what contracts contracting', async () => {
  const sweep = defineSweep({
    scene: dampedOscillator,
    rollout: { steps: 4000 },
    measures: { rate: lyapunov() },
  })
  const [rate, , verdict] = (await run(sweep as Sweep)).values
  expect(rate).toBeLessThan(0)
  expect(verdict).toBe(VERDICTS.indexOf('contracting'))
})
