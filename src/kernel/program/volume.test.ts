// The divergence of a flow's field, as its program gathers it along a step.

import { describe, expect, test } from 'vitest'
import { BACKENDS } from '../backends.fixture.ts'
import { ownComponents } from '../ir.ts'
import { compileProgram, functionOf, mapOf, nextOf } from '../sources.fixture.ts'

type Integrator = 'euler' | 'rk4' | 'dp5'

function flowOf(
  text: string,
  integrator: Integrator,
  dt: number,
  precision: 'f64' | 'f32' = 'f64',
) {
  const source = functionOf(text)
  const body = { shape: 'rates', integrator, source } as const
  return mapOf(source, { state: { x: 0, y: 0 }, body, dt, precision })
}

/** How much one step adds to the logarithm of the volume, by the scalar reference. */
function growth(
  source: ReturnType<typeof flowOf>,
  [x, y]: readonly [number, number],
  { time = 0, volume = 0 } = {},
): number {
  const program = compileProgram(source, { tangents: 2 })
  const inputs = { params: [1.5, 0.25], time }
  return nextOf(program, [x, y, 1, 0, 0, 1, volume], inputs).at(-1)! - volume
}

/** Fields with their divergence, by hand. */
const FIELDS: readonly [string, (x: number, y: number, t: number) => number][] = [
  ['({ x, y }) => ({ x: y - 3 * x, y: x - y })', () => -4],
  ['({ x, y }) => ({ x: y, y: -x })', () => 0],
  ['({ x, y }, { a }) => ({ x: y, y: a * (1 - x * x) * y - x })', (x) => 1.5 * (1 - x * x)],
  [
    '({ x, y }) => ({ x: Math.sin(x) * y, y: Math.exp(-y) / x })',
    (x, y) => Math.cos(x) * y - Math.exp(-y) / x,
  ],
  ['({ x, y }, _, t) => ({ x: t * x + y, y: Math.cos(t) * y })', (_, __, t) => t + Math.cos(t)],
  [
    '({ x, y }) => ({ x: x > 1 ? 2 * x : -5 * x, y: Math.abs(y) })',
    (x, y) => (x > 1 ? 2 : -5) + Math.sign(y),
  ],
]

describe('the logarithm of a volume', () => {
  test.each(FIELDS)('grows by the divergence of %s', (text, divergence) => {
    for (const [x, y] of [
      [0.5, -1.25],
      [1.75, 2],
    ] as const) {
      const got = growth(flowOf(text, 'euler', 2 ** -10), [x, y], { time: 0.75 })
      expect(got * 2 ** 10).toBeCloseTo(divergence(x, y, 0.75), 12)
    }
  })

  test.each([
    ['euler', 1],
    ['rk4', 4],
    ['dp5', 5],
  ] as const)('is integrated by %s as the state is, with an error of order %d', (name, order) => {
    // From x = 1, y = 0.5 at t = 0: x = 1 / (1 - t), of which the divergence 2x has the integral
    // -2 log(1 - t); y goes along with another of its own, cos(t).
    const text = '({ x, y }, _, t) => ({ x: x * x, y: Math.cos(t) * y })'
    const error = (steps: number) => {
      const program = compileProgram(flowOf(text, name, 0.5 / steps), { tangents: 2 })
      let state: number[] = [1, 0.5, 1, 0, 0, 1, 0]
      for (let k = 0; k < steps; k++) state = nextOf(program, state, { time: (0.5 / steps) * k })
      return Math.abs(state.at(-1)! - (-2 * Math.log(0.5) + Math.sin(0.5)))
    }
    expect(Math.log2(error(16) / error(32))).toBeGreaterThan(order - 0.3)
  })

  test('starts from what it was, and a constant divergence costs one addition', () => {
    const source = flowOf('({ x, y }) => ({ x: y - 3 * x, y: x - y })', 'rk4', 0.125)
    expect(growth(source, [1, 2], { volume: 3 })).toBe(-0.5)
    const nodes = (tangents: number) => compileProgram(source, { tangents }).next.nodes
    const [plain, whole] = [nodes(2).filter(({ op }) => op === 'state').length, nodes(2)]
    expect(plain).toBe(7)
    const last = whole.at(-1)!
    expect([last.op, last.args.map((arg) => whole[arg]!.op).sort()]).toEqual([
      'sub',
      ['const', 'state'],
    ])
  })

  test('stands behind the vectors of a flow that has as many as components', () => {
    const flow = flowOf('({ x, y }) => ({ x: y, y: -x })', 'rk4', 0.1)
    const whole = compileProgram(flow, { tangents: 2 })
    expect(whole.state.slice(-3)).toEqual(['d1.x', 'd1.y', 'log.volume'])
    expect([whole.volume, ownComponents(whole)]).toEqual([true, 2])
    const few = compileProgram(flow, { tangents: 1 })
    expect([few.volume, few.state.length, ownComponents(few)]).toEqual([undefined, 4, 2])
    const map = mapOf(functionOf('({ x, y }) => ({ x: y, y: -x })'), { state: { x: 0, y: 0 } })
    expect(compileProgram(map, { tangents: 2 }).volume).toBeUndefined()
  })
})

test.each(['f64', 'f32'] as const)('every backend gathers the same bits in %s', (precision) => {
  const text = '({ x, y }, _, t) => ({ x: y - x * x, y: Math.sin(x) * y + Math.cos(t) })'
  const program = compileProgram(flowOf(text, 'rk4', 0.0625, precision), { tangents: 2 })
  const found = BACKENDS.map(([, make]) => {
    const kernel = make(program, { seed: [1, 2] })
    const block = kernel.block(5)
    for (const [i, column] of block.state.entries())
      column.set([1, 2, 3, 4, 5].map((m) => i / 8 / m))
    kernel.begin(block, 5)
    const span = { from: 0, to: 20, time: 0, observe: true, fingerprint: 1 }
    kernel.advance(block, 5, span)
    return [...block.state.at(-1)!]
  })
  for (const bits of found) expect(bits).toEqual(found[0])
  expect(found[0]!.every((x) => Number.isFinite(x) && x !== 0)).toBe(true)
})
