import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BACKENDS } from '../kernel/backends.fixture.ts'
import { compileProgram } from '../kernel/compile.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { createColumns } from './columns.ts'
import { createPlainKernel, type PlainScene, plainTask } from './plain-kernel.fixture.ts'
import type { Task } from './protocol.ts'
import { createRunner } from './run-batch.ts'

interface V {
  readonly [name: string]: number
}

const program = compileProgram({
  name: 'ratchet',
  precision: 'f64',
  state: { x: 1, v: 1 },
  velocities: ['v'],
  params: { gain: 1, limit: 9 },
  dt: 0.5,
  body: {
    shape: 'step',
    source: ({ x, v }: V, { gain }: V, t: number) => ({ x: x * gain + v, v: v - t }),
  },
  use: {},
  stop: ({ x }: V, { limit }: V) => x >= limit,
  observed: [
    { kind: 'last', of: 'x' },
    { kind: 'max', of: ({ x }: V, _: V, t: number) => x - t },
    { kind: 'min', of: 'v' },
    { kind: 'mean', of: 'x' },
    { kind: 'sum', of: ({ x }: V) => x * x },
    { kind: 'count', of: ({ x }: V) => x > 2 },
    { kind: 'firstTime', of: ({ x }: V) => x < -1 },
    { kind: 'last', of: (_: V, __: V, t: number) => t },
  ],
})

/** The same in plain TypeScript; sums are compensated as Neumaier does. */
const ratchet: PlainScene = {
  state: ['x', 'v'],
  positions: 1,
  params: ['gain', 'limit'],
  dt: 0.5,
  next: ([x, v], [gain], t) => [x * gain + v, v - t],
  stop: ([x], [, limit]) => x >= limit,
  accumulators: [
    { type: 'float', initial: Number.NEGATIVE_INFINITY },
    { type: 'float', initial: Number.POSITIVE_INFINITY },
    { type: 'float', initial: 0 },
    { type: 'float', initial: 0 },
    { type: 'float', initial: 0 },
    { type: 'float', initial: 0 },
    { type: 'int', initial: 0 },
    { type: 'int', initial: -1 },
  ],
  observe: ([max, min, mean, meanRest, sum, sumRest, count, first], [x, v], step, t) => [
    Math.max(max, x - t),
    Math.min(min, v),
    ...neumaier(mean, meanRest, x),
    ...neumaier(sum, sumRest, x * x),
    count + (x > 2 ? 1 : 0),
    first < 0 && x < -1 ? step : first,
  ],
  finish: ([x], t) => [x, t],
  readings: [
    { kind: 'last', at: 0 },
    { kind: 'max', at: 0 },
    { kind: 'min', at: 1 },
    { kind: 'mean', at: 2 },
    { kind: 'sum', at: 4 },
    { kind: 'count', at: 6 },
    { kind: 'firstTime', at: 7 },
    { kind: 'last', at: 1 },
  ],
}

function neumaier(sum: number, rest: number, x: number): [number, number] {
  const total = sum + x
  return [total, rest + (Math.abs(sum) >= Math.abs(x) ? sum - total + x : x - total + sum)]
}

function run(task: Task, kernel: Kernel, inputs: Float64Array[]) {
  const out = createColumns(task, 0, inputs[0].length)
  createRunner(task, kernel).run(inputs, 0, inputs[0].length, out)
  return out
}

const numbers = fc.oneof(fc.integer({ min: -4, max: 4 }), fc.double({ min: -3, max: 3 }))
const gains = fc.oneof(numbers, fc.constantFrom(1e120, -1e200))
const limits = fc.constantFrom(2, 9, 1e3, Number.POSITIVE_INFINITY)

it('runs a generated kernel as it runs a plain one, whatever ends a rollout and when', () => {
  const settings = fc.record({
    steps: fc.nat(30),
    discard: fc.nat(12),
    ladderEvery: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
    fingerprintEvery: fc.integer({ min: 1, max: 4 }),
    strides: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 2 }),
    ulps: fc.integer({ min: -9, max: 9 }),
    replicas: fc.integer({ min: 1, max: 3 }),
    members: fc.array(fc.tuple(numbers, gains, limits), { minLength: 1, maxLength: 12 }),
  })
  fc.assert(
    fc.property(settings, ({ strides, ulps, replicas, members, ...rollout }) => {
      const task = plainTask(ratchet, {
        defaults: { state: [1, 1], params: [1, 9] },
        ...rollout,
        inputs: [
          { target: 'state', index: 0 },
          { target: 'param', index: 0 },
          { target: 'param', index: 1 },
        ],
        replicas: { count: replicas, component: 1, ulps },
        divergences: strides.map((stride, component) => ({
          metric: 'seed',
          component,
          ulps,
          stride,
        })),
        measures: [
          ...program.readings.map((_, reading) => ({ kind: 'reading', reading }) as const),
          ...strides.map((_, divergence) => ({ kind: 'seedDivergence', divergence }) as const),
        ],
      })
      const inputs = [0, 1, 2].map((i) => Float64Array.from(members, (member) => member[i]))
      const plain = run(task, createPlainKernel(ratchet), inputs)
      const generated = { ...task, program }
      for (const [form, make] of BACKENDS) {
        const made = run(generated, make(program, { seed: task.seed }), inputs)
        expect({ form, ...made }).toEqual({ form, ...plain })
      }
    }),
    { numRuns: 80 },
  )
})
