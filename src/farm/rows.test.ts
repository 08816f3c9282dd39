import fc from 'fast-check'
import { expect, test } from 'vitest'
import { STATUS } from '../kernel/kernel.ts'
import { stepOfSample } from '../kernel/pairs.ts'
import {
  createColumns,
  curveWidth,
  DIVERGENCE_VALUES,
  rungs,
  valuesWidth,
} from '../workers/columns.ts'
import type { Task } from '../workers/protocol.ts'
import { DIVERGENCE_COLUMNS } from './measures.ts'
import { curvePlaces, curveStep, ladderSteps, rowBytes, widthsIn, widthsOf } from './rows.ts'
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
        const places = curvePlaces({ steps, divergences })
        expect(places[1].at + 1 + places[1].samples).toBe(curveWidth({ steps, divergences }))
        expect(curveStep(steps, places[0], 0)).toBe(0)
        for (let sample = 0; sample < places[0].samples; sample++) {
          expect(curveStep(steps, places[0], sample + 1)).toBe(
            stepOfSample({ stride, last: steps }, sample),
          )
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
  const rates: Task['measures'] = [{ kind: 'lyapunov' }, { kind: 'spectrum', exponents: 3 }]
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
