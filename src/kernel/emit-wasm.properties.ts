// Members that end at different steps, for different reasons, in blocks of any size: on vectors
// each has the bits that it has alone.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WASM } from './backends.fixture.ts'
import { compileProgram } from './compile.ts'
import { createJsKernel } from './emit-js.ts'
import type { Precision } from './ir.ts'
import { type Kernel, type Metric, type Pairs, STATUS } from './kernel.ts'

interface V {
  readonly [name: string]: number
}

const SEED = { seed: [3, 9] } as const
const ROOM = 3
/** More than there are samples. */
const WIDTH = 50

const programOf = (precision: Precision) =>
  compileProgram({
    ...{ name: 'ladder', precision, state: { x: 1, y: 1, v: 1 }, velocities: ['v'] },
    ...{ params: { gain: 1, limit: 9 }, dt: 0.1, use: {} },
    body: {
      shape: 'step',
      source: ({ x, y, v }: V, { gain }: V, t: number) => ({
        x: x * gain + v,
        y: (y % 3) + (x > 2 ? -t : (x * 7) | 0),
        v: Math.min(v, 4) - t,
      }),
    },
    periods: { y: 0.7 },
    stop: ({ x }: V, { limit }: V) => x >= limit,
    observed: [
      { kind: 'mean', of: 'y' },
      { kind: 'count', of: ({ x }: V) => x > 2 },
      { kind: 'firstTime', of: ({ v }: V) => v < -1 },
      { kind: 'last', of: (s: V, _: V, t: number) => s.x + t },
    ],
  })

const numbers = fc.oneof(fc.integer({ min: -4, max: 4 }), fc.double({ min: -3, max: 3 }))
const member = fc.record({
  start: fc.tuple(numbers, numbers, numbers),
  gain: fc.oneof({ weight: 4, arbitrary: numbers }, fc.constantFrom(1e30, -1e200)),
  limit: fc.constantFrom(2, 9, 1e3, Number.POSITIVE_INFINITY),
})
const span = fc.record({ steps: fc.nat(9), observe: fc.boolean(), fingerprint: fc.nat(3) })
const plans = fc.record({
  members: fc.array(member, { maxLength: 30 }),
  spans: fc.array(span, { maxLength: 5 }),
  // Of each twin: how far its members start from their references, the stride of its samples, and
  // how their distance is taken.
  twins: fc.array(
    fc.tuple(numbers, fc.integer({ min: 1, max: 7 }), fc.constantFrom<Metric>('seed', 'sound')),
    { maxLength: 2 },
  ),
})

type PlanOf<T> = T extends fc.Arbitrary<infer P> ? P : never

function outcome(kernel: Kernel, { members, spans, twins }: PlanOf<typeof plans>) {
  const count = members.length
  const block = kernel.block(count + ROOM, twins.length)
  for (const [m, { start, gain, limit }] of members.entries()) {
    for (const [i, x] of start.entries()) block.state[i][m] = x
    block.params[0][m] = gain
    block.params[1][m] = limit
  }
  // Whoever does not take part stays as he is.
  for (const column of [...block.state, ...block.outputs]) column.fill(-77, count)
  kernel.begin(block, count)
  const last = spans.reduce((sum, { steps }) => sum + steps, 0)
  const pairs = twins.map(([apart, stride, metric], i): Pairs => {
    const twin = block.twins[i]
    for (const [i, column] of block.state.entries()) twin.state[i].set(column)
    for (const [i, column] of block.params.entries()) twin.params[i].set(column)
    for (let m = 0; m < count; m++) twin.state[0][m] += apart
    kernel.begin(twin, count)
    const distances = new Float64Array(1 + (count + 1) * WIDTH).fill(-77)
    return { twin, metric, stride, last, distances, start: 1, width: WIDTH }
  })
  let from = 0
  const times = [0]
  for (const { steps, observe, fingerprint } of spans) {
    const time = times.at(-1) ?? 0
    const span = { from, to: from + steps, time, observe, fingerprint }
    times.push(kernel.advance(block, count, span, pairs))
    from += steps
  }
  kernel.finish(block, count, (m) => block.steps[m] / 8)
  const plain = (columns: readonly ArrayLike<number>[]) =>
    columns.map((column) => Array.from(column))
  const { state, accumulators, outputs, hash, status, steps } = block
  const apart = pairs.map(({ distances }) => distances)
  return plain([...state, ...accumulators, ...outputs, ...apart, hash, status, steps, times])
}

for (const precision of ['f64', 'f32'] as const) {
  const program = programOf(precision)
  for (const [form, make] of WASM) {
    test(`${form} gives what js gives to each member of a block, in ${precision}`, () => {
      const seen = new Set<number>()
      fc.assert(
        fc.property(plans, (plan) => {
          const wanted = outcome(createJsKernel(program, SEED), plan)
          for (const status of wanted.at(-3) ?? []) seen.add(status)
          expect(outcome(make(program, SEED), plan)).toEqual(wanted)
        }),
        { numRuns: 150 },
      )
      expect([...seen].sort()).toEqual([STATUS.live, STATUS.stopped, STATUS.escaped])
    })
  }
}
