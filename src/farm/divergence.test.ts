// Divergences measured by whole sweeps: what the seed told wrongly, and angles.

import { expect, it } from 'vitest'
import { CAUSES } from '../analysis/sound-divergence.ts'
import { compiler } from '../cli/compiler.ts'
import { defineScene, defineSweep, divergence, lorenz, pendulum } from '../index.ts'
import { type CpuBackend, KERNELS } from '../workers/backends.ts'
import { createColumns } from '../workers/columns.ts'
import { createRunner } from '../workers/run-batch.ts'
import { measureColumns } from './measures.ts'
import { planSweep } from './plan.ts'
import type { Sweep } from './sweep.ts'

/** What a sweep of one cell measures, by its columns. */
function run(sweep: Sweep, backend: CpuBackend = 'wasm') {
  const { task, measures } = planSweep(sweep, compiler)
  const out = createColumns(task, 0, 1)
  createRunner(task, KERNELS[backend](task)).run([], 0, 1, out)
  const columns = measures.flatMap(({ name, measure }) => measureColumns(name, measure))
  return Object.fromEntries(columns.map((column, i) => [column, out.values[i]]))
}

const cause = (code: number) => CAUSES[code]

it('Lorenz from (1, 1, 1): one ulp is absorbed, 16 and 10^6 give its rate within 5 %', () => {
  const sweep = (ulps: number) =>
    defineSweep({
      scene: lorenz,
      rollout: { steps: 12_000, dt: 0.005 },
      measures: { d: divergence({ perturb: 'x', ulps, stride: 20 }) },
    }) as Sweep
  const absorbed = run(sweep(1))
  expect(cause(absorbed.d_cause)).toBe('absorbed')
  expect([absorbed.d_initial, absorbed.d_final]).toEqual([2 ** -52, 0])
  for (const ulps of [16, 1_000_000]) {
    const found = run(sweep(ulps))
    expect(cause(found.d_cause)).toBe('chaos')
    expect(Math.abs(found.d_rate / 0.9056 - 1)).toBeLessThan(0.05)
    expect(found.d_doubling_time).toBe(Math.LN2 / found.d_rate)
    // From so many ulps to a tenth of the attractor's size, some 5.
    expect(found.d_horizon_bits).toBeCloseTo(52 - Math.log2(ulps) + Math.log2(5), -0.5)
    expect(found.d_horizon).toBeGreaterThan((found.d_horizon_bits * Math.LN2) / 1.2)
  }
})

it('an undamped pendulum is regular, a power of time', () => {
  const found = run(
    defineSweep({
      scene: pendulum,
      rollout: { steps: 20_000, dt: 0.002 },
      measures: { d: divergence({ perturb: 'theta', ulps: 16, stride: 20 }) },
    }) as Sweep,
  )
  expect(cause(found.d_cause)).toBe('regular')
  expect(found.d_rate).toBe(Number.NaN)
  expect(found.d_degree).toBeGreaterThan(0.5)
})

it('a walk of rounding errors is no exponential, however long it goes on', () => {
  const found = run(
    defineSweep({
      scene: pendulum,
      rollout: { steps: 1_000_000, dt: 0.01 },
      measures: { d: divergence({ perturb: 'theta', ulps: 1, stride: 20 }) },
    }) as Sweep,
  )
  expect(cause(found.d_cause)).toBe('regular')
})

/** Turns uniformly by a 1/800 of a round, so it is at the jump once a round, bit for bit. */
const wheel = (period: { turn?: number }) =>
  defineScene({
    name: 'wheel',
    state: { turn: 0.5, speed: 1 },
    period,
    dt: 1 / 128,
    step({ turn, speed }, _, __, dt) {
      const next = turn + dt * speed
      const round = 6.25
      return { turn: next - round * Math.floor(next / round + 0.5), speed }
    },
  })

it('an angle that jumps by its period is no event, and its distance never jumps', () => {
  const sweep = (period: { turn?: number }) =>
    defineSweep({
      scene: wheel(period),
      rollout: { steps: 4000 },
      measures: { d: divergence({ perturb: 'speed', ulps: -(2 ** 30), stride: 1 }) },
    }) as Sweep
  const told = run(sweep({ turn: 6.25 }))
  const untold = run(sweep({}))
  expect(cause(told.d_cause)).toBe('regular')
  expect(told.d_degree).toBeCloseTo(1, 1)
  expect(told.d_final).toBeCloseTo(Math.hypot(4000 / 128, 1) * told.d_initial, 10)
  expect(cause(untold.d_cause)).toBe('discrete-event')
})

it('gives the same on js and wasm, by the loop of the kernel and by short calls', () => {
  const sweep = (measures: Sweep['measures']) =>
    ({ ...defineSweep({ scene: lorenz, rollout: { steps: 3000 } }), measures }) as Sweep
  const near = divergence({ perturb: 'x', ulps: 16, stride: 7 })
  const far = divergence({ perturb: 'z', ulps: -1e6, stride: 10 })
  const alone = run(sweep({ near }))
  const both = run(sweep({ near, far }))
  expect(both).toMatchObject(alone)
  expect(run(sweep({ near }), 'js')).toEqual(alone)
  expect(run(sweep({ near, far }), 'js')).toEqual(both)
})

it('compares distances with how far the scene itself moves, in whatever unit', () => {
  const small = defineScene({
    name: 'small',
    state: { x: 1e-160, y: 1e-160, z: 1e-160 },
    params: { unit: 1e160 },
    dt: 0.005,
    integrator: 'rk4',
    rates({ x, y, z }, { unit }) {
      const [u, v, w] = [x * unit, y * unit, z * unit]
      return {
        x: (10 * (v - u)) / unit,
        y: (u * (28 - w) - v) / unit,
        z: (u * v - (8 / 3) * w) / unit,
      }
    },
  })
  const found = run(
    defineSweep({
      scene: small,
      rollout: { steps: 12_000 },
      measures: { d: divergence({ perturb: 'x', ulps: 1_000_000, stride: 20 }) },
    }) as Sweep,
  )
  expect(cause(found.d_cause)).toBe('chaos')
  expect(Math.abs(found.d_rate / 0.9056 - 1)).toBeLessThan(0.1)
})
