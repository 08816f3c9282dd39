import fc from 'fast-check'
import { expect, test } from 'vitest'
import { STATUS } from '../kernel/kernel.ts'
import { stepOfSample } from '../kernel/pairs.ts'
import {
  createColumns,
  curveWidth,
  DIVERGENCE_VALUES,
  rungs,
  runningSteps,
  valuesWidth,
} from '../workers/columns.ts'
import type { Task } from '../workers/protocol.ts'
import { DIVERGENCE_COLUMNS } from './measures.ts'
import { curvePlaces, ladderSteps, rowBytes, widthsIn, widthsOf } from './rows.ts'
import { isFailed, STATUS_NAMES } from './status.ts'
import { swingPlan } from './swing.fixture.ts'

const steps = fc.integer({ min: 1, max: 300 })

test('rungs and samples stand where the lanes put them', () => {
  fc.assert(
    fc.property(
      steps,
      steps,
      fc.option(steps, { nil: undefined }),
      (steps, stride, ladderEvery) => {
        expect(ladderSteps({ steps, ladderEvery })).toEqual(rungs({ steps, ladderEvery }))
        const divergence = { metric: 'seed' as const, component: 0, ulps: 1, stride }
        const divergences = [divergence, { ...divergence, stride: 1 }]
        const discard = steps >> 1
        const rate = { kind: 'lyapunov', curve: 7, rescaling: 0 } as const
        const measures: Task['measures'] = [
          { kind: 'seedDivergence', divergence: 0 },
          rate,
          { kind: 'divergence', divergence: 1 },
        ]
        const rescalings = [{ distance: 1, every: stride }]
        const task = { steps, discard, divergences, measures, rescalings }
        const [first, , last] = curvePlaces(task)
        expect(last.at + 2 * last.entries).toBe(curveWidth(task))
        expect(first.stepOf(0)).toBe(0)
        for (let sample = 0; sample < first.entries - 1; sample++) {
          expect(first.stepOf(sample + 1)).toBe(stepOfSample({ stride, last: steps }, sample))
        }
        const running = Array.from({ length: 7 }, (_, k) => last.stepOf(k))
        expect(running).toEqual(runningSteps(task, rate))
        for (const step of running) {
          expect(step % stride).toBe(0)
          expect(step === 0 || (step > discard && step <= steps)).toBe(true)
        }
      },
    ),
  )
})

test('widths, the columns of a divergence and status names are those of the lanes', () => {
  const { task } = swingPlan()
  const columns = createColumns(task, 0, 7)
  expect(widthsOf(task)).toEqual(widthsIn(columns))
  expect(widthsOf(task).values).toBe(valuesWidth(task))
  const rates: Task['measures'] = [
    { kind: 'lyapunov' },
    { kind: 'spectrum', exponents: 3, flow: true },
  ]
  expect(widthsOf({ ...task, measures: rates }).values).toBe(valuesWidth({ measures: rates }))
  expect(7 * rowBytes(widthsOf(task))).toBeLessThanOrEqual(columns.values.buffer.byteLength)
  expect(DIVERGENCE_COLUMNS).toEqual(DIVERGENCE_VALUES)
  const spoken = Object.entries(STATUS).map(([name, s]) => [name.toLowerCase(), STATUS_NAMES[s]])
  for (const [name, told] of spoken) expect(told.replaceAll('-', '')).toBe(name)
  expect(STATUS_NAMES).toHaveLength(spoken.length)
  expect(STATUS_NAMES.filter((_, s) => isFailed(s))).toEqual([
    'threw',
    'timeout',
    'out-of-memory',
    'crashed',
  ])
})
