// Sweeps over engine scenes, from the sweep to the root, on a scripted pool that has the scene.

import { describe, expect, it } from 'vitest'
import { compileProgram } from '../kernel/compile.ts'
import { STATUS } from '../kernel/kernel.ts'
import { programText } from '../kernel/program-text.ts'
import { type AnyEngineScene, defineEngineScene } from '../scenes/engine.ts'
import { defineScene, type Quantities } from '../scenes/scene.ts'
import { KERNELS } from '../workers/backends.ts'
import { createEngineKernel } from '../workers/engine-kernel.ts'
import { createFakePool, type Script } from '../workers/fake.ts'
import type { Columns, Fault } from '../workers/protocol.ts'
import { linspace, values } from './axes.ts'
import { changedField } from './changed-field.ts'
import { runSweep } from './coordinator.ts'
import { bitsOf } from './journal.cases.ts'
import { createMemoryJournal } from './journal.ts'
import { count, divergence, firstTime, last, lyapunov, max, mean, spectrum } from './measures.ts'
import { merkleRoot } from './merkle.ts'
import { planSweep } from './plan.ts'
import { STATUS_NAMES } from './status.ts'
import { defineSweep, type Sweep } from './sweep.ts'

const compiler = { compile: compileProgram, programText }
const code = { module: 'file:///sweep.ts', code: '0'.repeat(64) }
const now = () => performance.now()

/** What a sweep gives, and its root. */
async function outcome(sweep: Sweep, script: Script = {}) {
  const plan = planSweep(sweep, compiler, code)
  const journal = createMemoryJournal()
  const faults: Fault[] = []
  const scene = sweep.scene as unknown as AnyEngineScene
  const pool = createFakePool(
    (task) =>
      task.engine
        ? createEngineKernel(task, scene, (fault) => faults.push(fault))
        : KERNELS.js(task),
    script,
  )
  const result = await runSweep({ plan, pool, journal, now, jobSize: { count: 8, batch: 3 } })
  const { root } = merkleRoot(plan.digest, plan.rollouts, journal.read())
  return { plan, root, faults, result, columns: [...journal.read()] }
}

const statuses = (columns: readonly Columns[]) =>
  columns.flatMap(({ status }) => [...status]).map((status) => STATUS_NAMES[status])
const steps = (columns: readonly Columns[]) => columns.flatMap(({ steps }) => [...steps])

const flow = defineScene({
  name: 'flow',
  state: { x: 1, p: [1, 1] },
  velocities: ['x'],
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
    other: divergence({ perturb: 'x', ulps: -5, stride: 7 }),
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

/** An engine that counts its steps, and does something odd. */
function counter(odd: {
  readonly create?: (k: number) => unknown
  readonly step?: (k: number, at: number) => unknown
  readonly state?: (k: number, at: number) => unknown
  readonly dispose?: (k: number, at: number) => unknown
}) {
  return defineEngineScene({
    name: 'counter',
    engine: 'counter 1',
    state: { x: 0, p: [0, 0] },
    params: { k: 0 },
    dt: 1,
    create({ k }) {
      let at = 0
      odd.create?.(k)
      return {
        step() {
          at += 1
          return odd.step?.(k, at) as undefined
        },
        state: () => (odd.state?.(k, at) ?? { x: at, p: [at, at] }) as never,
        dispose: () => void odd.dispose?.(k, at),
      }
    },
  })
}

const oops = (message: unknown = new Error('oops')) => {
  throw message
}

/** Cells k = 0 to 3 of ten steps; the odd thing happens in cell 2. */
async function odd(scene: ReturnType<typeof counter>, more: object = {}) {
  const axes = { k: values([0, 1, 2, 3]) }
  const measures = {
    end: last('x'),
    peak: max('x'),
    curve: divergence({ perturb: 'x', stride: 3 }),
  }
  return outcome(defineSweep({ scene, axes, rollout: { steps: 10 }, measures, ...more }))
}

describe('a rollout whose engine fails is recorded as threw, and the others go on', () => {
  const cases: [string, ReturnType<typeof counter>, number, Partial<Fault>][] = [
    [
      'create throws',
      counter({ create: (k) => k === 2 && oops() }),
      0,
      { step: 0, message: 'oops' },
    ],
    ['create gives nothing', defineNothing(), 0, { step: 0 }],
    ['step throws', counter({ step: (k, at) => k === 2 && at === 5 && oops() }), 4, { step: 5 }],
    [
      'step throws what has no text',
      counter({ step: (k, at) => k === 2 && at === 5 && oops(Object.create(null)) }),
      4,
      { message: 'something that has no text' },
    ],
    [
      'step gives a promise',
      counter({ step: (k) => (k === 2 ? Promise.resolve() : undefined) }),
      0,
      { message: 'step gave a promise; a step must be over when it returns' },
    ],
    [
      'state throws',
      counter({ state: (k, at) => (k === 2 && at === 5 && oops()) || undefined }),
      4,
      {},
    ],
    [
      'state throws at the start',
      counter({ state: (k, at) => (k === 2 && at === 0 && oops()) || undefined }),
      0,
      { step: 0 },
    ],
    [
      'state gives no object',
      counter({ state: (k, at) => (k === 2 && at === 3 ? 7 : undefined) }),
      2,
      { message: 'state() gave a number; expected an object of numbers: x, p (2 numbers)' },
    ],
    [
      'state lacks a name',
      counter({ state: (k, at) => (k === 2 && at === 3 ? { p: [1, 2] } : undefined) }),
      2,
      {
        message: "state() gave undefined for 'x'; expected an object of numbers: x, p (2 numbers)",
      },
    ],
    [
      'state gives a list that is too long',
      counter({ state: (k, at) => (k === 2 && at === 3 ? { x: 1, p: [1, 2, 3] } : undefined) }),
      2,
      {
        message:
          "state() gave a list of 3 for 'p'; expected an object of numbers: x, p (2 numbers)",
      },
    ],
    [
      'state gives a text for a number',
      counter({ state: (k, at) => (k === 2 && at === 3 ? { x: 1, p: ['1', 2] } : undefined) }),
      2,
      {
        message: 'state() gave "1" for \'p[0]\'; expected an object of numbers: x, p (2 numbers)',
      },
    ],
    ['dispose throws', counter({ dispose: (k) => k === 2 && oops() }), 10, { step: 10 }],
  ]

  it.each(cases)('when %s', async (_, scene, taken, fault) => {
    const { columns, faults, result } = await odd(scene)
    const all = await odd(counter({}))
    expect(statuses(columns)).toEqual(['done', 'done', 'threw', 'done'])
    expect(steps(columns)).toEqual([10, 10, taken, 10])
    expect(faults).toEqual([expect.objectContaining({ cell: 2, replica: 0, ...fault })])
    expect(result.failed).toBe(1)
    // What it had absorbed is what a shorter rollout absorbs.
    const short = await odd(counter({}), { rollout: { steps: taken } })
    const [failed, whole] = [columns[0], short.columns[0]]
    expect(failed.fingerprint[2]).toBe(whole.fingerprint[2])
    expect(failed.fingerprint[1]).toBe(all.columns[0].fingerprint[1])
    // End and peak: of the steps that were taken.
    const width = failed.values.length / 4
    expect([...failed.values.slice(2 * width, 2 * width + 2)]).toEqual([
      taken,
      taken > 0 ? taken : Number.NaN,
    ])
  })

  it('when its twin alone throws', async () => {
    let made = 0
    const scene = counter({ create: () => ++made === 6 && oops(new Error('the twin')) })
    const { columns, faults } = await odd(scene)
    expect(statuses(columns)).toEqual(['done', 'done', 'threw', 'done'])
    expect(faults).toEqual([{ cell: 2, replica: 0, step: 0, message: 'the twin' }])
  })
})

function defineNothing() {
  const whole = counter({})
  return {
    ...whole,
    create: (...args: Parameters<typeof whole.create>) =>
      args[0].k === 2 ? (undefined as never) : whole.create(...args),
  }
}

it('ends a rollout as escaped where a number is not finite, at that step', async () => {
  const scene = counter({
    state: (k, at) =>
      k > 1 && at === 4 ? { x: k === 2 ? Number.NaN : 1 / 0, p: [0, 0] } : undefined,
  })
  const { columns, faults } = await odd(scene)
  expect(statuses(columns)).toEqual(['done', 'done', 'escaped', 'escaped'])
  expect(steps(columns)).toEqual([10, 10, 4, 4])
  expect(faults).toEqual([])
})

it('disposes of each world once, also after a throw, and keeps one rollout at a time', async () => {
  let [alive, most, disposed] = [0, 0, 0]
  const scene = counter({
    create: () => {
      alive += 1
      most = Math.max(most, alive)
    },
    step: (k, at) => k === 1 && at === 2 && oops(),
    dispose: () => {
      alive -= 1
      disposed += 1
    },
  })
  await odd(scene)
  // A rollout and its twin.
  expect({ alive, most, disposed }).toEqual({ alive: 0, most: 2, disposed: 8 })
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
    measures: { curve: divergence({ perturb: 'x', ulps: 4 }) },
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
      'scene flow: an engine scene is run by its file on threads; use `furrow run`',
    )
    const { task } = planSweep(sweep, compiler, code)
    for (const make of [KERNELS.js, KERNELS.wasm]) expect(() => make(task)).toThrow('engine scene')
  })
})

it('refuses what an engine cannot give, with the mend', () => {
  const define = (parts: object) => () =>
    defineSweep({ scene: engine, rollout: { steps: 20 }, ...parts } as never)
  expect(define({ measures: { rate: lyapunov() } })).toThrow(
    'measures.rate: flow is an engine scene, and lyapunov needs the derivative of its step; ' +
      "measure divergence({ perturb: 'x' })",
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
