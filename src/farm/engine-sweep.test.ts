// Sweeps over engine scenes, from the sweep to the root.

import { describe, expect, it } from 'vitest'
import { STATUS } from '../kernel/kernel.ts'
import { type AnyEngineScene, defineEngineScene } from '../scenes/engine.ts'
import { defineScene, type Quantities } from '../scenes/scene.ts'
import { KERNELS } from '../workers/backends.ts'
import { createEngineKernel } from '../workers/engine-kernel.ts'
import { linspace, values } from './axes.ts'
import { changedField } from './changed-field.ts'
import { code, compiler, interrupted, outcome, statuses } from './engine-sweep.fixture.ts'
import { bitsOf } from './journal.cases.ts'
import {
  count,
  divergence,
  firstTime,
  last,
  lyapunov,
  max,
  mean,
  seedDivergence,
  spectrum,
} from './measures.ts'
import { planSweep } from './plan.ts'
import { defineSweep } from './sweep.ts'

const flow = defineScene({
  name: 'flow',
  state: { x: 1, p: [1, 1] },
  velocities: ['x'],
  period: { x: 50 },
  params: { sigma: 10, rho: 28 },
  dt: 0.01,
  integrator: 'euler',
  rates({ x, p }, { sigma, rho }) {
    return { x: sigma * (p[0] - x), p: [x * (rho - p[1]) - p[0], x * p[0] - 2.5 * p[1]] }
  },
})

const engine = defineEngineScene({
  name: 'flow',
  engine: 'by hand 1',
  state: { x: 1, p: [1, 1] },
  velocities: ['x'],
  period: { x: 50 },
  params: { sigma: 10, rho: 28 },
  dt: 0.01,
  create({ sigma, rho }, _seed, { x, p }, dt) {
    return {
      step() {
        const [y, z] = p
        const rates = [sigma * (y - x), x * (rho - z) - y, x * y - 2.5 * z]
        x += dt * rates[0]
        p = [y + dt * rates[1], z + dt * rates[2]]
      },
      restore(state) {
        x = state.x
        p = state.p
      },
      // Another kind of list than the scene's own.
      state: () => ({ p: Float64Array.from(p), x }),
    }
  },
})

const settings = {
  axes: { rho: linspace(10, 200, 7), 'p[1]': values([1, 2]) },
  rollout: { steps: 300, discard: 25, ladder: { every: 70 } },
  replicas: { count: 2, perturb: 'x', ulps: 3 },
  measures: {
    end: last('p[0]'),
    peak: max(({ x, p }: { x: number; p: number[] }) => x * p[1]),
    level: mean('p[1]'),
    late: count((_s: object, { rho }: { rho: number }, t: number) => t * rho > 100),
    left: firstTime(({ x }: { x: number }) => x < 0),
    curve: divergence({ perturb: 'p[1]', ulps: 1e6, stride: 20 }),
    other: seedDivergence({ perturb: 'x', ulps: -5, stride: 7 }),
  },
  stop: ({ x }: { x: number }) => x > 80,
  seed: 'engines',
} as const

describe('an engine that computes what a compiled scene does', () => {
  it.each([
    ['as it stands', {}],
    ['with a fingerprint now and then', { rollout: { steps: 300, fingerprint: { every: 7 } } }],
    ['with another dt', { rollout: { steps: 200, dt: 0.05 } }],
    ['without a stop', { stop: () => false }],
    [
      'with a rate by two trajectories',
      {
        replicas: undefined,
        measures: {
          rate: lyapunov({ method: 'two-trajectory', every: 10, curve: 3 }),
          curve: divergence({ perturb: 'x' }),
        },
      },
    ],
    ['with no step', { rollout: { steps: 0 } }],
  ])('gives its results bit for bit, %s', async (_, changes) => {
    const [one, two] = [flow, engine].map((scene) =>
      defineSweep({ scene, ...settings, ...changes } as never),
    )
    const [compiled, run] = [await outcome(one), await outcome(two)]
    expect(bitsOf(run.columns)).toEqual(bitsOf(compiled.columns))
    expect(run.faults).toEqual([])
    expect(run.plan.digest).not.toBe(compiled.plan.digest)
  })

  it('has rollouts of each ending in this test', async () => {
    const { columns } = await outcome(defineSweep({ scene: engine, ...settings }))
    expect(new Set(statuses(columns))).toEqual(new Set(['done', 'stopped']))
    const far = { rollout: { steps: 200, dt: 0.05 } }
    const wild = await outcome(defineSweep({ scene: engine, ...settings, ...far } as never))
    expect(statuses(wild.columns)).toContain('stopped')
  })
})

it('has one root for any number of lanes, size of batches and order', async () => {
  const sweep = defineSweep({ scene: engine, ...settings })
  const { root } = await outcome(sweep)
  const backwards = (batches: number) => Array.from({ length: batches }, (_, i) => batches - 1 - i)
  for (const script of [
    { lanes: 1, batch: 1 },
    { lanes: 2, batch: 5, order: backwards },
    { lanes: 3, batch: 2, order: backwards, lane: (b: number, job: number) => (b * 7 + job) % 3 },
  ]) {
    expect((await outcome(sweep, script)).root).toBe(root)
  }
})

it('goes on where it was interrupted, to the same root', async () => {
  const sweep = defineSweep({ scene: engine, ...settings })
  const { root, resumed } = await interrupted(sweep)
  expect(resumed).toBe(true)
  expect(root).toBe((await outcome(sweep)).root)
})

it('gives each rollout a seed of its own, and a twin that of its reference', async () => {
  const seeds: number[] = []
  const scene = defineEngineScene({
    name: 'seeded',
    engine: 'none 1',
    state: { x: 0 },
    dt: 1,
    create(_params, seed, { x }) {
      seeds.push(seed)
      return { step: () => {}, state: () => ({ x: x + seed / 2 ** 53 }) }
    },
  })
  const sweep = defineSweep({
    scene,
    axes: { x: values([0, 0, 0]) },
    rollout: { steps: 2 },
    replicas: { count: 2, perturb: 'x' },
    measures: { curve: seedDivergence({ perturb: 'x', ulps: 4 }) },
    seed: 'seeds',
  })
  const { columns } = await outcome(sweep)
  expect(new Set(seeds).size).toBe(6)
  for (let i = 0; i < seeds.length; i += 2) expect(seeds[i]).toBe(seeds[i + 1])
  expect(seeds.every((seed) => Number.isSafeInteger(seed) && seed >= 0)).toBe(true)
  // Pinned: it is a function of the sweep's seed, the cell and the replica.
  expect(seeds[0]).toMatchInlineSnapshot(`582021237816195`)
  // A twin starts where its reference was asked to, moved a little, and not from where that is.
  const { curves, values: found } = columns[0]
  expect(curves[0]).toBeGreaterThan(0)
  expect(curves[0]).toBeLessThan(1e-15)
  expect(found.length).toBe(6 * 5)
})

describe('what makes another sweep of an engine scene', () => {
  const sweep = defineSweep({ scene: engine, ...settings })
  const canonical = (changes: object, other: object = {}) =>
    planSweep({ ...sweep, ...changes }, compiler, { ...code, ...other }).canonical

  it('is named: the engine, its code, and a setting before its code', () => {
    const scene = { ...engine, engine: 'by hand 2' } as never
    const before = canonical({})
    expect(changedField(before, canonical({}, { module: 'file:///moved.ts' }))).toBeUndefined()
    expect(changedField(before, canonical({ scene }))).toBe('engine: by hand 1 -> by hand 2')
    expect(changedField(before, canonical({}, { code: '1' }))).toBe(
      "scene: the code of flow changed, in the sweep's file or in one that it loads",
    )
    const rollout = { steps: 299 }
    expect(changedField(before, canonical({ rollout }, { code: '1' }))).toBe(
      'rollout.steps: 300 -> 299',
    )
  })

  it('cannot be planned without code, and runs on no compiled kernel', () => {
    expect(() => planSweep(sweep, compiler)).toThrow(
      'scene flow: an engine scene runs from the file of one sweep, by `furrow run`',
    )
    const { task } = planSweep(sweep, compiler, code)
    for (const make of [KERNELS.js, KERNELS.wasm]) expect(() => make(task)).toThrow('engine scene')
  })
})

it('refuses what an engine cannot give, with the mend', () => {
  const define = (parts: object) => () =>
    defineSweep({ scene: engine, rollout: { steps: 20 }, ...parts } as never)
  expect(define({ measures: { rate: lyapunov() } })).toThrow(
    'measures.rate: flow is an engine scene, whose step has no derivative; ' +
      "use lyapunov({ method: 'two-trajectory' }), and give its worlds a function restore",
  )
  expect(define({ measures: { rates: spectrum(2) } })).toThrow('measures.rates: flow is an engine')
  expect(define({ precision: 'f32' })).toThrow(
    'precision: flow is an engine scene, whose state is f64; leave it out',
  )
})

it('restores live members of a kernel to what their columns hold', () => {
  const scene = defineEngineScene({
    name: 'kept',
    engine: 'none 1',
    state: { x: 1 } as Quantities & { x: number },
    dt: 1,
    create: (_params, _seed, { x }) => ({
      step: () => {
        x *= 2
      },
      state: () => ({ x }),
      restore: (state) => {
        x = state.x
      },
    }),
  })
  const { task } = planSweep(defineSweep({ scene, rollout: { steps: 9 } }), compiler, code)
  const kernel = createEngineKernel(task, scene as unknown as AnyEngineScene)
  const block = kernel.block(1)
  block.state[0][0] = 3
  kernel.begin(block, 1)
  const span = { time: 0, observe: true, fingerprint: 1 }
  kernel.advance(block, 1, { ...span, from: 0, to: 2 })
  expect(block.state[0][0]).toBe(12)
  block.state[0][0] = 5
  kernel.restore?.(block, 1)
  expect(kernel.advance(block, 1, { ...span, from: 2, to: 3, time: 2 })).toBe(3)
  expect([block.state[0][0], block.status[0], block.steps[0]]).toEqual([10, STATUS.live, 3])
})
