// The machine of exact arithmetic on a device: every column of small sweeps, against js.

import { afterAll, expect, test } from 'vitest'
import { compiler } from '../cli/compiler.ts'
import { linspace, values } from '../farm/axes.ts'
import { divergence, last, lyapunov, max, mean, min } from '../farm/measures.ts'
import { planSweep } from '../farm/plan.ts'
import { defineSweep } from '../farm/sweep.ts'
import { createJsKernel } from '../kernel/emit-js.ts'
import { emitWgsl } from '../kernel/emit-wgsl.ts'
import { STATUS } from '../kernel/kernel.ts'
import { bouncingBall } from '../scenes/bouncing-ball.ts'
import { doublePendulum } from '../scenes/double-pendulum.ts'
import { henon } from '../scenes/henon.ts'
import { lorenz } from '../scenes/lorenz.ts'
import { defineScene } from '../scenes/scene.ts'
import { createColumns } from '../workers/columns.ts'
import { createDeviceRunner, createRunner } from '../workers/run-batch.ts'
import { closeTestDevice, openTestDevice } from './adapter.fixture.ts'
import { createGpuKernel } from './kernel.ts'

const device = await openTestDevice()
afterAll(closeTestDevice)

/** Draws, a table, and angles so large that they are reduced by a function kept apart. */
const wandering = defineScene({
  name: 'wandering',
  state: { x: 0.3, y: 0.1 },
  params: { far: 1 },
  dt: 0.5,
  step({ x, y }, { far }, t, dt, noise) {
    const kicks = [0.5, -0.25, 0.125, 1e-3]
    const kick = kicks[Math.floor(8 * Math.abs(x)) | 0]
    return { x: y + kick * noise.normal(), y: Math.sin(far * x + t) + dt * noise.uniform() }
  },
})

const sweepsOf = (precision: 'f64' | 'f32') => ({
  lorenz: defineSweep({
    ...{ scene: lorenz, precision },
    axes: { rho: linspace(20, 40, 9) },
    rollout: { steps: 40, discard: 5 },
    measures: {
      peak: max('z'),
      middle: mean('x'),
      curve: divergence({ perturb: 'x', ulps: 1, stride: 10 }),
      rate: lyapunov(),
    },
  }),
  henon: defineSweep({
    ...{ scene: henon, precision },
    axes: { a: linspace(1, 2.4, 33) },
    rollout: { steps: 60 },
    measures: { end: last('x') },
    stop: ({ x }) => x > 1.27,
  }),
  bouncingBall: defineSweep({
    ...{ scene: bouncingBall, precision },
    axes: { q: linspace(0.01, 0.02, 65) },
    rollout: { steps: 120 },
    measures: { peak: max('q'), lowest: min('v') },
    stop: ({ v }) => v > 0.5,
  }),
  doublePendulum: defineSweep({
    ...{ scene: doublePendulum, precision },
    axes: { a: linspace(0.5, 3, 8) },
    rollout: { steps: 12 },
    measures: { end: last('b') },
  }),
  wandering: defineSweep({
    ...{ scene: wandering, precision },
    axes: { far: values([1, 1e6, 1e10, 1e18, 1e30]) },
    rollout: { steps: 30 },
    measures: { end: last('x') },
    replicas: { count: 3, perturb: 'x', ulps: 1 },
  }),
})
const SWEEPS = { f64: sweepsOf('f64'), f32: sweepsOf('f32') }
const CASES = (['f64', 'f32'] as const).flatMap((precision) =>
  Object.entries(SWEEPS[precision]).map(([name, sweep]) => [name, precision, sweep] as const),
)

const why = typeof device === 'string' ? ` (skipped: ${device})` : ''

test.skipIf(why !== '').each(CASES)(
  `%s in exact %s gives every column of js on SwiftShader${why}`,
  async (name, _, sweep) => {
    if (typeof device === 'string') return
    const plan = planSweep(sweep, compiler)
    const { task, cells } = plan
    const { program, seed } = task
    const { rollouts: count } = plan
    const inputs = cells.columns(0, cells.count, 1)
    const [expected, found] = [createColumns(task, 0, count), createColumns(task, 0, count)]
    createRunner(task, createJsKernel(program, { seed })).run(inputs, 0, count, expected)
    const now = () => performance.now()
    const kernel = createGpuKernel(device, program, { seed, now, exact: true })
    await createDeviceRunner(task, kernel, count).run(inputs, 0, count, found)
    kernel.close()
    expect(found).toEqual(expected)
    if (name === 'henon') expect(new Set(found.status)).toContain(STATUS.escaped)
    if (name === 'bouncingBall') expect(new Set(found.status)).toContain(STATUS.stopped)
  },
)

test('holds each function of the arithmetic once, however long the program', () => {
  const { task } = planSweep(SWEEPS.f64.doublePendulum, compiler)
  const { advance } = emitWgsl(task.program, { seed: task.seed })
  const text = advance({ observe: true, fingerprint: 1 })
  expect(text.match(/=fadd\(/g)).toHaveLength(1)
  expect(text.match(/=fmul\(/g)).toHaveLength(1)
  expect(text.length).toBeLessThan(30_000)
})
