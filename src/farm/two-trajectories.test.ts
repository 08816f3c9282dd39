// The largest rate by two trajectories, beside that by tangents; its running curve, and rollouts
// that end when it is known well enough.

import { expect, it } from 'vitest'
import { VERDICTS } from '../analysis/verdict.ts'
import { compiler } from '../cli/compiler.ts'
import {
  defineScene,
  defineSweep,
  divergence,
  henon,
  last,
  linspace,
  logistic,
  lorenz,
  lyapunov,
  spectrum,
} from '../index.ts'
import { STATUS } from '../kernel/kernel.ts'
import { type CpuBackend, KERNELS } from '../workers/backends.ts'
import { createColumns } from '../workers/columns.ts'
import { createFakePool } from '../workers/fake.ts'
import { createRunner } from '../workers/run-batch.ts'
import { runSweep } from './coordinator.ts'
import { createMemoryJournal } from './journal.ts'
import { merkleRoot } from './merkle.ts'
import { planSweep } from './plan.ts'
import { curvePlaces } from './rows.ts'
import type { Sweep } from './sweep.ts'

function runCell(sweep: Sweep, backend: CpuBackend = 'wasm') {
  const { task, cells } = planSweep(sweep, compiler)
  const out = createColumns(task, 0, 1)
  createRunner(task, KERNELS[backend](task)).run(cells.columns(0, 1, 1), 0, 1, out)
  return { task, ...out }
}

const method = 'two-trajectory'
const both = { tangent: lyapunov(), pair: lyapunov({ method }) }

it.each([
  defineSweep({ scene: lorenz, rollout: { steps: 40_000, discard: 2000 }, measures: both }),
  defineSweep({ scene: henon, rollout: { steps: 20_000, discard: 100 }, measures: both }),
  defineSweep({
    scene: logistic,
    axes: { r: linspace(4, 4, 1) },
    rollout: { steps: 20_000, discard: 100 },
    measures: both,
  }),
] as Sweep[])('two trajectories of $scene.name part as its tangents grow', (sweep) => {
  const { values } = runCell(sweep)
  const [rate, error, verdict, found, foundError, foundVerdict] = values
  // On one orbit the two see the same growth, but for the nonlinearity within 16 steps.
  expect(Math.abs(found - rate)).toBeLessThan(0.1 * error + 1e-4)
  expect(foundError / error).toBeGreaterThan(0.8)
  expect(foundError / error).toBeLessThan(1.25)
  expect(foundVerdict).toBe(verdict)
  expect(VERDICTS[verdict]).toBe('chaotic')
})

it('in f32, two trajectories give the rate within a few percent', () => {
  const sweep = defineSweep({
    scene: lorenz,
    precision: 'f32',
    rollout: { steps: 40_000, discard: 2000 },
    measures: { pair: lyapunov({ method }) },
  }) as Sweep
  const [rate, error] = runCell(sweep).values
  expect(Math.abs(rate - 0.9057)).toBeLessThan(4 * error + 0.01)
})

it('two trajectories keep to an angle that jumps by its period', () => {
  const round = 2 * Math.PI
  const map = (period: { q?: number; p?: number }) =>
    defineScene({
      name: 'kicked',
      state: { q: 1, p: 0.5 },
      params: { k: 7 },
      period,
      next({ q, p }, { k }) {
        const turn = 6.283185307179586
        const kicked = p + k * Math.sin(q)
        const next = kicked - turn * Math.floor(kicked / turn)
        const moved = q + next
        return { q: moved - turn * Math.floor(moved / turn), p: next }
      },
    })
  const sweep = (period: { q?: number; p?: number }) =>
    defineSweep({
      scene: map(period),
      rollout: { steps: 20_000 },
      measures: { pair: lyapunov({ method, every: 1, distance: 0.01 }) },
    }) as Sweep
  // Chirikov: ln(k / 2) for large k.
  const [told] = runCell(sweep({ q: round, p: round })).values
  expect(Math.abs(told - Math.log(7 / 2))).toBeLessThan(0.03)
  const [untold] = runCell(sweep({})).values
  expect(Math.abs(untold - Math.log(7 / 2))).toBeGreaterThan(0.03)
})

it('a rollout ends when its rate is known well enough, and never later than it may', () => {
  const sweep = (standardError: number) =>
    defineSweep({
      scene: lorenz,
      rollout: { steps: 100_000, discard: 1000, fingerprint: { every: 7 } },
      measures: {
        rate: lyapunov({ until: { standardError } }),
        all: spectrum(2, { until: { standardError: 2 * standardError } }),
      },
    }) as Sweep
  const { values, status, steps } = runCell(sweep(0.02))
  expect(status[0]).toBe(STATUS.stopped)
  expect(steps[0]).toBeLessThan(50_000)
  expect(steps[0]).toBeGreaterThan(1000 + 64 * 16)
  expect(values[1]).toBeLessThanOrEqual(0.02)
  expect(Math.abs(values[0] - 0.9057)).toBeLessThan(4 * values[1])
  // Half of the error takes about four times the steps, where the first look was not the last.
  const longer = runCell(sweep(0.01))
  expect(longer.steps[0] / steps[0]).toBeGreaterThan(1.2)
  const never = runCell(sweep(1e-9))
  expect([never.status[0], never.steps[0]]).toEqual([STATUS.done, 100_000])
})

it('a rollout that ends so has the fingerprint of one that was asked for so many steps', () => {
  const measures = { rate: lyapunov({ method, until: { standardError: 0.05 } }) }
  const rollout = { steps: 100_000, fingerprint: { every: 1000 } }
  const { steps, fingerprint } = runCell(defineSweep({ scene: lorenz, rollout, measures }) as Sweep)
  expect(steps[0] % 1000).not.toBe(0)
  const exact = { ...rollout, steps: steps[0] }
  expect(runCell(defineSweep({ scene: lorenz, rollout: exact }) as Sweep).fingerprint).toEqual(
    fingerprint,
  )
})

it('the running curve comes to the rate, and leaves no point where a rollout has ended', () => {
  const sweep = (stop?: (state: { z: number }) => boolean) =>
    defineSweep({
      scene: lorenz,
      rollout: { steps: 20_000, discard: 100 },
      measures: {
        end: last('x'),
        rate: lyapunov({ curve: 9 }),
        pair: lyapunov({ method, curve: 4 }),
      },
      ...(stop ? { stop } : {}),
    }) as Sweep
  const { task, curves, values } = runCell(sweep())
  const [first, second] = curvePlaces(task)
  expect([first.stepOf(0), first.stepOf(8)]).toEqual([2336, 20_000])
  expect(curves.subarray(first.at + 16, first.at + 18)).toEqual(values.subarray(1, 3))
  expect(curves.subarray(second.at + 6, second.at + 8)).toEqual(values.subarray(4, 6))
  const shorter = { ...sweep(), rollout: { steps: first.stepOf(2), discard: 100 } } as Sweep
  expect(runCell(shorter).values.subarray(1, 3)).toEqual(curves.subarray(4, 6))
  const ended = runCell(sweep(({ z }) => z > 45))
  expect(ended.steps[0]).toBeLessThan(20_000)
  const known = [...ended.curves.subarray(0, 18)].filter((x) => !Number.isNaN(x)).length / 2
  expect(known).toBe(
    [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((k) => first.stepOf(k) <= ended.steps[0]).length,
  )
})

it('gives one root on js and wasm and any number of lanes', async () => {
  for (const precision of ['f64', 'f32'] as const) {
    const sweep = defineSweep({
      scene: lorenz,
      precision,
      axes: { rho: linspace(0, 100, 9) },
      rollout: { steps: 3000, discard: 50 },
      measures: {
        rate: lyapunov({ until: { standardError: 0.2 }, curve: 5 }),
        pair: lyapunov({ method, curve: 3 }),
        all: spectrum(3),
        near: divergence({ perturb: 'x', ulps: 64 }),
        end: last('x'),
      },
    }) as Sweep
    const plan = planSweep(sweep, compiler)
    const roots = new Set<string>()
    for (const [backend, lanes] of [
      ['js', 1],
      ['wasm', 2],
      ['wasm', 3],
    ] as const) {
      const journal = createMemoryJournal()
      const pool = createFakePool(KERNELS[backend], { lanes })
      await runSweep({ plan, pool, journal, now: () => 0 })
      roots.add(merkleRoot(plan.digest, plan.rollouts, [...journal.read()]).root)
    }
    expect(roots.size).toBe(1)
  }
})
