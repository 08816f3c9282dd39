import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { compileProgram } from '../kernel/compile.ts'
import { programText } from '../kernel/program-text.ts'
import { henon, threeBody } from '../scenes/index.ts'
import { linspace, range, values } from './axes.ts'
import { changedField } from './changed-field.ts'
import type { FormulaError } from './formulas.ts'
import { count, divergence, last, max, seedDivergence } from './measures.ts'
import { folderName, planSweep } from './plan.ts'
import { random, sobol } from './sampling.ts'
import { defineSweep } from './sweep.ts'
import { swing, swingDefinition, swingSweep } from './swing.fixture.ts'

const { axes, rollout, replicas, measures } = swingDefinition
const compiler = { compile: compileProgram, programText }
const swingPlan = (changes: object = {}) => planSweep(swingSweep(changes), compiler)

test('a plan holds the task, the cells and the columns of its sweep', () => {
  const plan = swingPlan()
  const { program, seed, ...task } = plan.task
  expect(program.state).toEqual(['x', 'v'])
  expect(seed).toHaveLength(2)
  expect(task).toEqual({
    defaults: { state: [1, 0], params: [1, 1.5, 1, 2, 3] },
    inputs: [
      { target: 'param', index: 0 },
      { target: 'state', index: 1 },
    ],
    steps: 23,
    discard: 5,
    ladderEvery: 7,
    fingerprintEvery: 1,
    replicas: { count: 3, perturb: 'v', component: 1, ulps: 4 },
    measures: [
      { kind: 'reading', reading: 0 },
      { kind: 'seedDivergence', divergence: 0 },
      { kind: 'reading', reading: 1 },
      { kind: 'reading', reading: 2 },
    ],
    divergences: [{ metric: 'seed', component: 0, ulps: 1, stride: 4 }],
  })
  expect([plan.cells.count, plan.rollouts]).toEqual([15, 45])
  expect(plan.columns).toEqual([
    ...['cell', 'replica', 'gain', 'v', 'status', 'steps', 'fingerprint', 'end', 'curve_rate'],
    ...['curve_doubling_time', 'curve_time_to_threshold', 'curve_initial', 'curve_final', 'peak'],
    'high',
  ])
  expect(folderName({ name: 'night', digest: plan.digest })).toBe(
    `night-${plan.digest.slice(0, 8)}`,
  )
})

test('axes and measures name entries of arrays', () => {
  const sweep = defineSweep({
    scene: threeBody,
    axes: { 'm[2]': values([1]), 'v[1]': values([2]) },
    rollout: { steps: 1 },
    measures: { end: last('p[3]'), d: divergence({ perturb: 'p[5]' }) },
  })
  const { task, columns } = planSweep(sweep, compiler)
  expect(task.inputs).toEqual([
    { target: 'param', index: 2 },
    { target: 'state', index: 7 },
  ])
  expect(task.divergences[0].component).toBe(5)
  expect(task.defaults.state.slice(6, 8)).toEqual(threeBody.state.v.slice(0, 2))
  expect(columns.slice(0, 4)).toEqual(['cell', 'm[2]', 'v[1]', 'status'])
})

test('a map needs no dt, and a sweep without axes has one cell', () => {
  const plan = planSweep(defineSweep({ scene: henon, rollout: { steps: 5 } }), compiler)
  expect([plan.task.program.dt, plan.rollouts, plan.columns.length]).toEqual([1, 1, 4])
})

test('the digest is the SHA-256 of the canonical form, whose numbers are bits', () => {
  const { digest, canonical } = swingPlan()
  expect(digest).toBe(createHash('sha256').update(canonical).digest('hex'))
  expect(JSON.parse(canonical)).toMatchObject({
    format: 1,
    scene: { name: 'swing', precision: 'f64', state: { x: 'f64:3ff0000000000000' } },
    rollout: { steps: 23, dt: 'f64:3fb999999999999a', discard: 5, ladder: 7 },
    axes: { gain: { kind: 'values' }, v: { kind: 'linspace', count: 3 } },
    seed: 'swing',
  })
})

test('what does not change results does not change the digest', () => {
  const { digest } = swingPlan()
  expect(swingPlan({ name: 'tonight' }).digest).toBe(digest)
  expect(swingPlan({ precision: 'f64' }).digest).toBe(digest)
  expect(swingPlan({ rollout: { ...rollout, dt: swing.dt } }).digest).toBe(digest)
  expect(swingPlan({ seed: 42 }).digest).toBe(swingPlan({ seed: '42' }).digest)
  expect(swingPlan({ replicas: undefined }).digest).not.toBe(digest)
})

const SCENE = { ...swing, params: { ...swing.params, gain: 2 } }
const OTHER = { ...swing, step: ({ x, v }: { x: number; v: number }) => ({ x: -x, v }) }
const changes: [string, object][] = [
  ['rollout.steps: 23 -> 10', { rollout: { ...rollout, steps: 10 } }],
  ['rollout.dt: 0.1 -> 0.2', { rollout: { ...rollout, dt: 0.2 } }],
  ['rollout.discard: 5 -> 0', { rollout: { ...rollout, discard: 0 } }],
  ['rollout.ladder: 7 -> none', { rollout: { steps: 23, discard: 5 } }],
  [
    'rollout.fingerprint: not there before',
    { rollout: { steps: 23, discard: 5, ladder: { every: 7 }, fingerprint: { every: 4 } } },
  ],
  ['axes.v.count: 3 -> 4', { axes: { ...axes, v: linspace(0, 1, 4) } }],
  ['axes.v.to: 1 -> 2', { axes: { ...axes, v: linspace(0, 2, 3) } }],
  ['axes.v: linspace -> range', { axes: { ...axes, v: range(0, 1, 0.5) } }],
  ['axes.gain.values[1]: 1 -> 3', { axes: { ...axes, gain: values([0.5, 3, 1e120, 1.2, 0.9]) } }],
  ['axes.gain.values: 5 values -> 1 values', { axes: { ...axes, gain: values([0.5]) } }],
  ['axes.limit: not there before', { axes: { ...axes, limit: values([1]) } }],
  ['axes.v: there before, not now', { axes: { gain: axes.gain } }],
  ['axes: gain, v -> v, gain', { axes: { v: axes.v, gain: axes.gain } }],
  ['axes: gain, v -> random', { axes: random({ gain: [0, 1] }, 3) }],
  ['replicas.ulps: 4 -> 1', { replicas: { ...replicas, ulps: 1 } }],
  ['replicas: { count: 3, perturb: v, ulps: 4 } -> none', { replicas: undefined }],
  ['measures.peak.kind: max -> last', { measures: { ...measures, peak: last('x') } }],
  ['measures.peak.of: x -> v', { measures: { ...measures, peak: max('v') } }],
  ['measures.end: its formula changed', { measures: { ...measures, end: last(({ x }) => x) } }],
  ['measures.low: not there before', { measures: { ...measures, low: last('x') } }],
  [
    'measures.curve.stride: 4 -> 5',
    { measures: { ...measures, curve: seedDivergence({ perturb: 'x', stride: 5 }) } },
  ],
  ['stop: its formula changed', { stop: ({ x }: { x: number }) => x > 1 }],
  ['stop: one before, none now', { stop: undefined }],
  ['seed: "swing" -> "f64:3ff0000000000000"', { seed: 'f64:3ff0000000000000' }],
  ['scene.precision: f64 -> f32', { precision: 'f32' }],
  ['scene.params.gain: 1 -> 2', { scene: SCENE }],
  ['scene.name: swing -> sling', { scene: { ...swing, name: 'sling' } }],
  ['scene: the formula of swing changed', { scene: OTHER }],
]

test.each(changes)('a change is named: %s', (message, change) => {
  const [before, after] = [swingPlan(), swingPlan(change)]
  expect(after.digest).not.toBe(before.digest)
  expect(changedField(before.canonical, after.canonical)).toBe(message)
})

test('samplers are compared by their settings, and equal forms have no difference', () => {
  const form = (sampler: object) => swingPlan({ axes: sampler }).canonical
  const ranges = { gain: [0, 1], v: [2, 3] } as const
  expect(changedField(form(sobol(ranges, 9)), form(sobol(ranges, 8)))).toBe('axes.count: 9 -> 8')
  expect(changedField(form(sobol(ranges, 9)), form(random(ranges, 9)))).toBe(
    'axes.sampler: sobol -> random',
  )
  expect(changedField(form(sobol(ranges, 9)), form(sobol({ ...ranges, v: [2, 4] }, 9)))).toBe(
    'axes.ranges.v[1]: 3 -> 4',
  )
  expect(changedField(form(axes), form(axes))).toBeUndefined()
  expect(changedField('no JSON', form(axes))).toBe('its record of the sweep cannot be read')
})

test('a fault in a formula names the formula, and so does one that lies between formulas', () => {
  const refusal = (changes: object) => {
    try {
      swingPlan(changes)
    } catch (error) {
      return error as FormulaError
    }
    throw new Error('nothing was refused')
  }
  const random = ({ x }: { x: number }) => x * Math.random()
  const wrong: [string, object][] = [
    ['measures.peak', { measures: { ...measures, peak: max(random) } }],
    ['measures.low', { measures: { ...measures, low: count('x') } }],
    ['stop', { stop: ({ x }: { x: number }) => x * Math.random() > 1 }],
    ['scene swing', { scene: { ...swing, step: random } }],
  ]
  for (const [field, change] of wrong) {
    const { message, formula, where, exitCode } = refusal(change)
    expect(message).toMatch(new RegExp(`^${field}: .*\\(line \\d+, column \\d+\\)\n  .`))
    expect(formula).toBeDefined()
    expect([where.line, exitCode]).toEqual([1, 2])
  }
})

test('a formula that only moved, or has a new neighbour, is not the one that changed', () => {
  const more = { first: max(({ x }: { x: number }) => Math.sin(x)), ...measures }
  const form = (changes: object) => JSON.parse(swingPlan(changes).canonical).formulas
  expect(form({ measures: more })).toEqual({
    ...form({}),
    measures: { first: expect.any(String), ...form({}).measures },
  })
})
