import { expect, it } from 'vitest'
import { STATUS } from '../kernel/kernel.ts'
import { createColumns } from './columns.ts'
import { createPlainKernel, type PlainScene, plainTask } from './plain-kernel.fixture.ts'
import type { Divergence, Task } from './protocol.ts'
import { createRunner } from './run-batch.ts'

/** Doubles x, so that a distance doubles too; v is left alone. */
const doubling: PlainScene = {
  state: ['x', 'v'],
  positions: 1,
  params: ['factor'],
  dt: 0.5,
  next: ([x, v], [factor]) => [x * factor, v],
  stop: ([x]) => x === 2 ** 7,
}

const ULP = 2 ** -52
const NONE = Number.NaN
const INFINITE = Number.POSITIVE_INFINITY

function run(
  given: Partial<Task> & { divergences: Divergence[] },
  factors: number[],
  scene = doubling,
) {
  const task = plainTask(scene, {
    defaults: { state: [1, 0], params: [2] },
    inputs: [{ target: 'param', index: 0 }],
    steps: 6,
    measures: given.divergences.map((_, divergence) => ({ kind: 'seedDivergence', divergence })),
    ...given,
  })
  const out = createColumns(task, 0, factors.length)
  const kernel = createPlainKernel(scene, task.program)
  createRunner(task, kernel).run([Float64Array.from(factors)], 0, factors.length, out)
  const width = out.curves.length / factors.length
  const values = out.values.length / factors.length
  return {
    ...out,
    curve: (m: number) => [...out.curves.subarray(m * width, (m + 1) * width)],
    value: (m: number) => [...out.values.subarray(m * values, (m + 1) * values)],
  }
}

it('takes the distance at every stride-th step and at the last one', () => {
  const out = run({ divergences: [{ metric: 'seed', component: 0, ulps: 1, stride: 4 }] }, [2])
  expect(out.curve(0)).toEqual([ULP, 16 * ULP, 64 * ULP])
})

it('fits the rate of growth, its doubling time and the time of being apart', () => {
  const stopless = { ...doubling, stop: () => false }
  const divergences = [{ metric: 'seed' as const, component: 0, ulps: 1, stride: 1 }]
  const out = run({ steps: 60, divergences }, [2, 1], stopless)
  const [rate, doublingTime, threshold, initial, final] = out.value(0)
  expect(rate).toBeCloseTo(2 * Math.LN2, 12)
  expect(doublingTime).toBe(Math.LN2 / rate)
  // 2^-10 is below a thousandth, 2^-9 above: step 43, half a unit of time each.
  expect(threshold).toBe(21.5)
  expect(initial).toBe(ULP)
  expect(final).toBe(2 ** 8)
  // A distance that stays gives no rate.
  expect(out.value(1)).toEqual([NONE, NONE, NONE, ULP, ULP])
})

it('reports being apart at a sample alone, and only beyond the threshold', () => {
  // A twin that starts above 0 is away by the parameter from its first step on.
  const away: PlainScene = { ...doubling, next: ([x, v], [by]) => [x > 0 ? by : 0, v] }
  const given = { defaults: { state: [0, 0], params: [0] }, steps: 4 }
  const divergences = [{ metric: 'seed' as const, component: 0, ulps: 1, stride: 3 }]
  const out = run({ ...given, divergences }, [1e-3, 1e-3 + 2 ** -62], away)
  expect(out.curve(0)).toEqual([0, 1e-3, 1e-3])
  expect(out.value(0)[2]).toEqual(NONE)
  expect(out.value(1)[2]).toEqual(1.5)
})

it('has only the initial distance where no step is taken', () => {
  const out = run(
    { steps: 0, divergences: [{ metric: 'seed', component: 0, ulps: 3, stride: 1 }] },
    [2],
  )
  expect(out.curve(0)).toEqual([3 * ULP])
  expect(out.value(0)).toEqual([NONE, NONE, NONE, 3 * ULP, 3 * ULP])
})

it('ends the curve of a stopped rollout with the last sample that both reached', () => {
  // 2^7 is reached at step 7 by doubling, and never by tripling.
  const every = run(
    { steps: 10, divergences: [{ metric: 'seed', component: 0, ulps: 1, stride: 3 }] },
    [2, 3],
  )
  expect([...every.status]).toEqual([STATUS.stopped, STATUS.done])
  expect(every.curve(0)).toEqual([ULP, 8 * ULP, 64 * ULP, NONE, NONE])
  expect(every.value(0)[4]).toBe(64 * ULP)
  expect(every.curve(1).every(Number.isFinite)).toBe(true)
  // A sample that is due on the step of the stop itself belongs to it.
  const on = run(
    { steps: 10, divergences: [{ metric: 'seed', component: 0, ulps: 1, stride: 7 }] },
    [2],
  )
  expect(on.curve(0)).toEqual([ULP, 128 * ULP, NONE])
})

it('samples infinity where the reference escaped, at the next sampling step, as the last', () => {
  const cliff: PlainScene = {
    ...doubling,
    next: ([x, v]) => [x < 8 ? x * 2 : INFINITE, v],
    stop: () => false,
  }
  const out = run(
    { steps: 12, divergences: [{ metric: 'seed', component: 0, ulps: 1, stride: 3 }] },
    [0],
    cliff,
  )
  expect([...out.status]).toEqual([STATUS.escaped])
  expect([...out.steps]).toEqual([4])
  expect(out.curve(0)).toEqual([ULP, 8 * ULP, INFINITE, NONE, NONE])
  const [, , threshold, , final] = out.value(0)
  expect(threshold).toBe(3)
  expect(final).toBe(INFINITE)
})

it('samples infinity when the twin alone escapes', () => {
  const brink: PlainScene = {
    ...doubling,
    next: ([x, v]) => [x > 1 ? INFINITE : x, v],
    stop: () => false,
  }
  const out = run(
    { steps: 5, divergences: [{ metric: 'seed', component: 0, ulps: 1, stride: 2 }] },
    [1],
    brink,
  )
  expect([...out.status]).toEqual([STATUS.done])
  expect(out.curve(0)).toEqual([ULP, INFINITE, NONE, NONE])
})

it('takes several divergences side by side, each with its own stride and start', () => {
  const divergences: Divergence[] = [
    { metric: 'seed', component: 0, ulps: 1, stride: 2 },
    { metric: 'seed', component: 1, ulps: -5, stride: 3 },
    { metric: 'seed', component: 0, ulps: 4, stride: 5 },
  ]
  const both = run({ divergences, ladderEvery: 1 }, [2, 1.5])
  const tiny = 5 * Number.MIN_VALUE
  // The square of the tiny distance underflows: the seed's distance is 0.
  expect(tiny * tiny).toBe(0)
  expect(both.curve(0)).toEqual([
    ...[ULP, 4 * ULP, 16 * ULP, 64 * ULP],
    ...[0, 0, 0],
    ...[4 * ULP, 128 * ULP, 256 * ULP],
  ])
  for (const [i, divergence] of divergences.entries()) {
    const alone = run({ divergences: [divergence] }, [2, 1.5])
    for (const m of [0, 1]) {
      expect(both.value(m).slice(5 * i, 5 * i + 5)).toEqual(alone.value(m))
    }
  }
})

it('starts the twin of an f32 program at a neighbouring binary32', () => {
  const scene: PlainScene = { ...doubling, precision: 'f32' }
  const out = run(
    { steps: 1, divergences: [{ metric: 'seed', component: 0, ulps: 16, stride: 1 }] },
    [2],
    scene,
  )
  expect(out.curve(0)).toEqual([16 * 2 ** -23, 32 * 2 ** -23])
})

it('gives twins the random numbers of their references', () => {
  const noisy: PlainScene = {
    ...doubling,
    next: ([x, v], _, __, cell, replica) => [x + cell + 10 * replica, v],
    stop: () => false,
  }
  const divergences = [{ metric: 'seed' as const, component: 0, ulps: 2 ** 50, stride: 6 }]
  const replicas = { count: 2, component: 1, ulps: 1 }
  const out = run({ divergences, replicas }, [0, 0, 0, 0], noisy)
  for (const m of [0, 1, 2, 3]) expect(out.curve(m)).toEqual([0.25, 0.25])
})

it('leaves the reference as it is without twins', () => {
  const measured = run(
    { divergences: [{ metric: 'seed', component: 0, ulps: 1, stride: 1 }], ladderEvery: 1 },
    [2, 1e80],
  )
  const plain = run({ divergences: [], ladderEvery: 1 }, [2, 1e80])
  expect(measured.fingerprint).toEqual(plain.fingerprint)
  expect(measured.ladder).toEqual(plain.ladder)
  expect(measured.steps).toEqual(plain.steps)
})
