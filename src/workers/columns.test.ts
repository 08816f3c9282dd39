import { expect, it } from 'vitest'
import { stepOfSample } from '../kernel/pairs.ts'
import {
  createColumns,
  curveWidth,
  DIVERGENCE_VALUES,
  rungs,
  SEED_DIVERGENCE_VALUES,
  sampleCount,
  valuesWidth,
} from './columns.ts'
import { plainTask } from './plain-kernel.fixture.ts'

const scene = { state: ['x'], positions: 1, params: [], dt: 1, next: (state: number[]) => state }
const task = plainTask(scene, {
  defaults: { state: [0], params: [] },
  steps: 10,
  measures: [
    { kind: 'reading', reading: 0 },
    { kind: 'seedDivergence', divergence: 1 },
    { kind: 'reading', reading: 1 },
  ],
  divergences: [
    { metric: 'seed', component: 0, ulps: 1, stride: 4 },
    { metric: 'seed', component: 0, ulps: 1, stride: 5 },
  ],
})

it('puts rungs at powers of two and at multiples, ascending and each once', () => {
  expect(rungs({ steps: 0, ladderEvery: undefined })).toEqual([])
  expect(rungs({ steps: 1, ladderEvery: undefined })).toEqual([1])
  expect(rungs({ steps: 20, ladderEvery: undefined })).toEqual([1, 2, 4, 8, 16])
  expect(rungs({ steps: 20, ladderEvery: 8 })).toEqual([1, 2, 4, 8, 16])
  expect(rungs({ steps: 20, ladderEvery: 5 })).toEqual([1, 2, 4, 5, 8, 10, 15, 16, 20])
  expect(rungs({ steps: 3, ladderEvery: 100 })).toEqual([1, 2])
})

it('has no trouble with rungs beyond 31 bits', () => {
  const all = rungs({ steps: 4_294_967_295, ladderEvery: undefined })
  expect(all.length).toBe(32)
  expect(all.at(-1)).toBe(2_147_483_648)
})

it('samples at every stride and at the last step', () => {
  const steps = (count: number, stride: number) =>
    Array.from({ length: sampleCount(count, { stride }) }, (_, i) =>
      stepOfSample({ stride, last: count }, i),
    )
  expect(steps(10, 4)).toEqual([4, 8, 10])
  expect(steps(10, 5)).toEqual([5, 10])
  expect(steps(3, 10)).toEqual([3])
  expect(steps(0, 10)).toEqual([])
})

it('counts the numbers of a row', () => {
  expect(DIVERGENCE_VALUES.length).toBe(11)
  expect(SEED_DIVERGENCE_VALUES.length).toBe(5)
  expect(valuesWidth(task)).toBe(1 + 5 + 1)
  expect(curveWidth(task)).toBe(1 + 3 + (1 + 2))
})

it('gives columns of the lengths that the widths say', () => {
  const columns = createColumns(task, 100, 3)
  expect(columns.from).toBe(100)
  expect(columns.count).toBe(3)
  expect(columns.status.length).toBe(3)
  expect(columns.steps.length).toBe(3)
  expect(columns.fingerprint.length).toBe(3)
  expect(columns.values.length).toBe(3 * 7)
  expect(columns.ladder.length).toBe(3 * 4)
  expect(columns.curves.length).toBe(3 * 7)
})
