import { expect, it } from 'vitest'
import { STATUS } from '../kernel/kernel.ts'
import { createColumns } from './columns.ts'
import {
  createPlainKernel,
  fingerprintOf,
  type PlainScene,
  plainProgram,
  plainTask,
} from './plain-kernel.fixture.ts'
import type { Columns, Task } from './protocol.ts'
import { createRunner } from './run-batch.ts'

/** Counts up from x by v a step; sees the state x and how often it was above `over`. */
const counter: PlainScene = {
  state: ['x', 'v'],
  positions: 1,
  params: ['limit'],
  dt: 0.5,
  next: ([x, v]) => [x + v, v],
  accumulators: [
    { type: 'float', initial: Number.NEGATIVE_INFINITY },
    { type: 'float', initial: Number.POSITIVE_INFINITY },
    { type: 'float', initial: 0 },
    { type: 'float', initial: 0 },
    { type: 'int', initial: 0 },
    { type: 'int', initial: -1 },
  ],
  observe: ([max, min, sum, compensation, count, first], [x], step) => [
    Math.max(max, x),
    Math.min(min, x),
    sum + x,
    compensation + 0.25,
    count + (x > 3 ? 1 : 0),
    first < 0 && x > 3 ? step : first,
  ],
  stop: ([x], [limit]) => x >= limit,
  finish: ([x], time) => [time, x],
  readings: [
    { kind: 'max', at: 0 },
    { kind: 'min', at: 1 },
    { kind: 'sum', at: 2 },
    { kind: 'mean', at: 2 },
    { kind: 'count', at: 4 },
    { kind: 'firstTime', at: 5 },
    { kind: 'last', at: 0 },
    { kind: 'last', at: 1 },
  ],
}

const all = counter.readings!.map((_, reading) => ({ kind: 'reading', reading }) as const)
const count = (given: Partial<Task>): Task =>
  plainTask(counter, {
    defaults: { state: [0, 1], params: [1e9] },
    steps: 6,
    measures: all,
    ...given,
  })

function runAll(scene: PlainScene, task: Task, inputs: number[][] = [], from = 0): Columns {
  const members = inputs[0]?.length ?? task.replicas.count
  const out = createColumns(task, from, members)
  const columns = inputs.map((values) => Float64Array.from(values))
  createRunner(task, createPlainKernel(scene, task.program)).run(columns, 0, members, out)
  return out
}

it('reads every kind of measure off a rollout', () => {
  const out = runAll(counter, count({}))
  expect([...out.status]).toEqual([STATUS.done])
  expect([...out.steps]).toEqual([6])
  // x is 1 to 6; the sum carries 6 compensations of 0.25; x > 3 from step 4, at time 2.
  expect([...out.values]).toEqual([6, 1, 21 + 1.5, 22.5 / 6, 3, 2, 3, 6])
})

it('shows the measures no state of the discarded steps', () => {
  // x is 4 to 6, from a step on at which nothing else is due.
  const stopless: PlainScene = { ...counter }
  delete stopless.stop
  for (const scene of [counter, stopless]) {
    const task = { ...count({ discard: 3 }), program: plainProgram(scene) }
    expect([...runAll(scene, task).values]).toEqual([6, 4, 15.75, 15.75 / 3, 3, 2, 3, 6])
  }
})

it('has no extreme, mean and first time where nothing was observed, and no sum and count', () => {
  const nothing = [Number.NaN, Number.NaN, 0, Number.NaN, 0, Number.NaN]
  expect([...runAll(counter, count({ discard: 6 })).values]).toEqual([...nothing, 3, 6])
  expect([...runAll(counter, count({ discard: 100 })).values]).toEqual([...nothing, 3, 6])
  expect([...runAll(counter, count({ steps: 0 })).values]).toEqual([...nothing, 0, 0])
})

it('ends a rollout at the step at which its scene says stop, and observes that step', () => {
  const out = runAll(counter, count({ inputs: [{ target: 'param', index: 0 }] }), [[3, 1, 1e9]])
  expect([...out.status]).toEqual([STATUS.stopped, STATUS.stopped, STATUS.done])
  expect([...out.steps]).toEqual([3, 1, 6])
  expect([...out.values.subarray(0, 8)]).toEqual([3, 1, 6.75, 6.75 / 3, 0, Number.NaN, 1.5, 3])
})

it('asks for the stop in discarded steps too', () => {
  const out = runAll(counter, count({ discard: 5, inputs: [{ target: 'param', index: 0 }] }), [[3]])
  expect([...out.status]).toEqual([STATUS.stopped])
  expect([...out.steps]).toEqual([3])
})

it('ends a rollout whose state is not finite, and does not observe that step', () => {
  const defaults = { state: [0, 1], params: [Number.POSITIVE_INFINITY] }
  const task = count({ defaults, inputs: [{ target: 'state', index: 1 }] })
  const out = runAll(counter, task, [[1e308, 1]])
  expect([...out.status]).toEqual([STATUS.escaped, STATUS.done])
  expect([...out.steps]).toEqual([2, 6])
  expect([...out.values.subarray(0, 5)]).toEqual([1e308, 1e308, 1e308 + 0.25, 1e308 + 0.25, 1])
  expect([...out.values.subarray(6, 8)]).toEqual([1, Number.POSITIVE_INFINITY])
})

it('keeps the sum itself where an infinite term leaves a NaN in its compensation', () => {
  const scene: PlainScene = {
    ...counter,
    observe: () => [0, 0, Number.POSITIVE_INFINITY, Number.NaN, 0, 0],
  }
  const out = runAll(scene, count({}))
  expect([...out.values.subarray(2, 4)]).toEqual([
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ])
})

it('writes every NaN with the same bits and leaves -0 as it is', () => {
  const quiet = new Float64Array(new BigUint64Array([0xfff8dead00000001n]).buffer)[0]
  const scene: PlainScene = { ...counter, finish: () => [quiet, -0] }
  const out = runAll(scene, count({ steps: 1, discard: 1 }))
  const bits = new BigUint64Array(out.values.buffer, out.values.byteOffset, out.values.length)
  for (const i of [0, 1, 3, 5, 6]) expect(bits[i]).toBe(0x7ff8000000000000n)
  expect(bits[7]).toBe(0x8000000000000000n)
})

it('gives the fingerprint of the whole rollout, the initial state first', () => {
  const states = (steps: number) => Array.from({ length: steps + 1 }, (_, x) => [x, 1])
  expect(runAll(counter, count({})).fingerprint[0]).toBe(fingerprintOf(counter, states(6)))
  expect(runAll(counter, count({ steps: 0 })).fingerprint[0]).toBe(
    fingerprintOf(counter, states(0)),
  )
})

it('absorbs every so many states, and always the one that a rollout ends on', () => {
  const states = (steps: number, v = 1) => Array.from({ length: steps + 1 }, (_, x) => [x * v, v])
  const fingerprints = (given: Partial<Task>, inputs: number[][] = []) => [
    ...runAll(counter, count({ fingerprintEvery: 3, ...given }), inputs).fingerprint,
  ]
  expect(fingerprints({ steps: 7 })).toEqual([fingerprintOf(counter, states(7), [0, 3, 6, 7])])
  expect(fingerprints({ steps: 6 })).toEqual([fingerprintOf(counter, states(6), [0, 3, 6])])
  // Those that stop at 4 and at 3, and one that escapes in its second step.
  const inputs = [{ target: 'param', index: 0 }] as const
  expect(fingerprints({ inputs }, [[4, 3]])).toEqual([
    fingerprintOf(counter, states(4), [0, 3, 4]),
    fingerprintOf(counter, states(3), [0, 3]),
  ])
  const flight = [
    [0, 1e308],
    [1e308, 1e308],
    [Number.POSITIVE_INFINITY, 1e308],
  ]
  const defaults = { state: [0, 1e308], params: [Number.POSITIVE_INFINITY] }
  expect(fingerprints({ defaults })).toEqual([fingerprintOf(counter, flight, [0, 2])])
})

it('keeps at each rung what a rollout of so many steps would give, and 0 past its end', () => {
  const inputs = [{ target: 'param', index: 0 }] as const
  const whole = count({ steps: 20, ladderEvery: 5, discard: 6, inputs })
  const out = runAll(counter, whole, [[1e9, 8, 9]])
  const rungs = [1, 2, 4, 5, 8, 10, 15, 16, 20]
  const prefixes = rungs.map((steps) => runAll(counter, count({ steps })).fingerprint[0])
  expect([...out.ladder.subarray(0, 9)]).toEqual(prefixes)
  // The second rollout ends on the rung of step 8, the third behind it.
  const short = [...prefixes.slice(0, 5), 0n, 0n, 0n, 0n]
  expect([...out.ladder.subarray(9, 18)]).toEqual(short)
  expect([...out.ladder.subarray(18, 27)]).toEqual(short)
  expect(out.fingerprint[1]).toBe(prefixes[4])
})

it('overwrites all that stood in the columns before', () => {
  const inputs = [{ target: 'param', index: 0 }] as const
  const task = count({
    inputs,
    steps: 9,
    divergences: [{ metric: 'seed', component: 0, ulps: 1, stride: 2 }],
  })
  const fresh = runAll(counter, task, [[3, 4, 1e9]])
  const used = createColumns(task, 0, 3)
  new Uint8Array(used.values.buffer).fill(0x55)
  const runner = createRunner(task, createPlainKernel(counter, task.program))
  runner.run([Float64Array.of(3, 4, 1e9)], 0, 3, used)
  expect(used).toEqual(fresh)
})

it('starts replica k at k times so many representable steps, and tells it who it is', () => {
  const told: number[][] = []
  const scene: PlainScene = {
    ...counter,
    next: (state, _, __, cell, replica) => {
      told.push([cell, replica, state[0]])
      return state
    },
  }
  const task = count({ steps: 1, replicas: { count: 3, component: 0, ulps: 2 } })
  const first = 3 * 2 ** 32 + 3 * 5 + 1
  runAll(scene, { ...task, inputs: [{ target: 'state', index: 0 }] }, [[1, 1, 8, 8]], first)
  const cell = 2 ** 32 + 5
  const ulp = 2 ** -52
  expect(told).toEqual([
    [cell, 1, 1 + 2 * ulp],
    [cell, 2, 1 + 4 * ulp],
    [cell + 1, 0, 8],
    [cell + 1, 1, 8 + 2 * 8 * ulp],
  ])
})

it('moves replicas of an f32 program by steps of binary32', () => {
  const scene: PlainScene = { ...counter, precision: 'f32' }
  const task = plainTask(scene, {
    defaults: { state: [0.1, 0], params: [1e9] },
    steps: 0,
    replicas: { count: 2, component: 0, ulps: 3 },
    measures: [{ kind: 'reading', reading: 7 }],
  })
  const [plain, moved] = runAll(scene, task).values
  expect(plain).toBe(Math.fround(0.1))
  expect(moved).toBe(Math.fround(0.1) + 3 * 2 ** -27)
})

it('names an input that the scene does not have', () => {
  const task = count({ inputs: [{ target: 'state', index: 7 }] })
  expect(() => runAll(counter, task, [[1]])).toThrow('input 0 sets state 7, which the scene lacks')
})
