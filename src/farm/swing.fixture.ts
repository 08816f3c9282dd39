// A sweep for tests whose scene is interpreted by a plain kernel: some rollouts stop, some escape.

import { defineScene } from '../scenes/scene.ts'
import {
  createPlainKernel,
  type PlainScene,
  plainProgram,
} from '../workers/plain-kernel.fixture.ts'
import type { Program, ProgramSource, Task } from '../workers/protocol.ts'
import { linspace, values } from './axes.ts'
import type { Compiler } from './formulas.ts'
import { firstTime, last, max, seedDivergence } from './measures.ts'
import { type Plan, planSweep } from './plan.ts'
import { defineSweep, type Sweep, type SweepDefinition } from './sweep.ts'
import { componentNames } from './sweep-names.ts'

export const swing = defineScene({
  name: 'swing',
  state: { x: 1, v: 0 },
  velocities: ['v'],
  params: { gain: 1, limit: 1.5, arms: [1, 2, 3] },
  dt: 0.1,
  step({ x, v }, { gain }, t) {
    return { x: x * gain + v * 0.1, v: (v * 0.75 - x * 0.5 + t * 0.25) % 8 }
  },
})

/** The same scene for the plain kernel, with the measures of `swingSweep`. */
const plain: PlainScene = {
  state: ['x', 'v'],
  positions: 1,
  params: ['gain', 'limit', 'arms[0]', 'arms[1]', 'arms[2]'],
  dt: 0.1,
  next: ([x, v], [gain], time, cell) => [
    x * gain + v * 0.1,
    (v * 0.75 - x * 0.5 + time * 0.25 + (cell % 7)) % 8,
  ],
  accumulators: [
    { type: 'float', initial: Number.NEGATIVE_INFINITY },
    { type: 'int', initial: -1 },
  ],
  observe: ([high, first], [x], step) => [
    Math.max(high, x),
    first < 0 && Math.abs(x) > 2 ? step : first,
  ],
  stop: ([x], [, limit]) => x > limit && x < 1e6,
  finish: ([x, v]) => [x / (v - 1)],
}

const texts = new WeakMap<Program, string>()

/** Stands for the kernel's compiler: the program knows the names and the texts of its source. */
export const plainCompiler: Compiler = {
  compile(source: ProgramSource) {
    const isVelocity = ([name]: [string, unknown]) => source.velocities.includes(name)
    const entries = Object.entries(source.state)
    const velocities = Object.fromEntries(entries.filter(isVelocity))
    const positions = Object.fromEntries(entries.filter((entry) => !isVelocity(entry)))
    const starts = { last: 0, max: 0, firstTime: 1 } as Record<string, number>
    const program = {
      ...plainProgram(plain),
      state: [...componentNames(positions), ...componentNames(velocities)],
      params: componentNames(source.params),
      dt: source.dt,
      precision: source.precision,
      readings: source.observed.map(({ kind }) => ({ kind, at: starts[kind] })),
    }
    const { name, precision, dt, body, stop, observed } = source
    const of = observed.map((one) => `${one.kind} ${one.of}`)
    texts.set(program, [name, precision, dt, body.source, stop, ...of].join('\n'))
    return program
  },
  programText: (program) => texts.get(program) as string,
}

/** 5 x 3 cells with 3 replicas each: 45 rollouts. */
export const swingDefinition = {
  scene: swing,
  axes: { gain: values([0.5, 1, 1e120, 1.2, 0.9]), v: linspace(0, 1, 3) },
  rollout: { steps: 23, discard: 5, ladder: { every: 7 } },
  replicas: { count: 3, perturb: 'v', ulps: 4 },
  measures: {
    end: last(({ x, v }) => x / (v - 1)),
    curve: seedDivergence({ perturb: 'x', stride: 4 }),
    peak: max('x'),
    high: firstTime(({ x }) => x > 2 || x < -2),
  },
  stop: ({ x }, { limit }) => x > limit && x < 1e6,
  seed: 'swing',
} satisfies SweepDefinition<
  { x: number; v: number },
  { gain: number; limit: number; arms: readonly number[] },
  string
>

/** A sweep of the scene with changes; each gives `undefined` to leave a field out. */
export function swingSweep(changes: object = {}): Sweep {
  const fields = Object.entries({ ...swingDefinition, ...changes })
  return defineSweep(Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as never)
}

export function swingPlan(changes: object = {}): Plan {
  return planSweep(swingSweep(changes), plainCompiler)
}

export const createSwingKernel = ({ program }: Task) => createPlainKernel(plain, program)
