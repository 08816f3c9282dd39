// A scene for the tests of pools: rollouts stop, escape or run to the end as their inputs say.

import { createColumns } from './columns.ts'
import { createPlainKernel, type PlainScene, plainTask } from './plain-kernel.fixture.ts'
import type { Columns, Job, Task } from './protocol.ts'
import { createRunner, type KernelFactory } from './run-batch.ts'

const scene: PlainScene = {
  state: ['x', 'v'],
  positions: 1,
  params: ['gain', 'limit'],
  dt: 0.1,
  next: ([x, v], [gain], time, cell, replica) => [
    x * gain + v * 0.1,
    (v * 0.75 - x * 0.5 + time * 0.25 + (cell % 7) + replica) % 8,
  ],
  accumulators: [
    { type: 'float', initial: Number.NEGATIVE_INFINITY },
    { type: 'int', initial: -1 },
  ],
  observe: ([max, first], [x], step) => [
    Math.max(max, x),
    first < 0 && Math.abs(x) > 2 ? step : first,
  ],
  stop: ([x], [, limit]) => x > limit,
  finish: ([x, v]) => [x / (v - 1)],
  readings: [
    { kind: 'last', at: 0 },
    { kind: 'max', at: 0 },
    { kind: 'firstTime', at: 1 },
  ],
}

export const rotor: Task = plainTask(scene, {
  defaults: { state: [1, 0], params: [1, 50] },
  inputs: [
    { target: 'param', index: 0 },
    { target: 'param', index: 1 },
    { target: 'state', index: 1 },
  ],
  steps: 23,
  discard: 5,
  ladderEvery: 7,
  replicas: { count: 3, component: 1, ulps: 4 },
  measures: [
    { kind: 'reading', reading: 0 },
    { kind: 'seedDivergence', divergence: 0 },
    { kind: 'reading', reading: 1 },
    { kind: 'reading', reading: 2 },
  ],
  divergences: [
    { metric: 'seed', component: 0, ulps: 1, stride: 4 },
    { metric: 'seed', component: 1, ulps: -3, stride: 5 },
  ],
})

export const createRotorKernel: KernelFactory = ({ program }) => createPlainKernel(scene, program)

/** A job over rollouts [from, from + count): every rollout's inputs follow from its index alone. */
export function rotorJob(from: number, count: number, batch: number): Job {
  const column = (of: (index: number) => number) =>
    Float64Array.from({ length: count }, (_, i) => of(from + i))
  return {
    from,
    count,
    batch,
    inputs: [
      column((i) => [0.5, 1, 1e120, 1.2][i % 4]),
      column((i) => [Number.POSITIVE_INFINITY, 50, 3][i % 3]),
      column((i) => (i % 11) / 4),
    ],
  }
}

/** What comes of a job without any pool. */
export function rotorAnswer({ from, count, inputs }: Job): Columns {
  const out = createColumns(rotor, from, count)
  createRunner(rotor, createRotorKernel(rotor)).run(inputs, 0, count, out)
  return out
}
