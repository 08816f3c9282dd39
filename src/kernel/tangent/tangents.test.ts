// Tangents of whole steps: against Jacobians by hand, and against finite differences of the step.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BACKENDS } from '../backends.fixture.ts'
import type { Inputs } from '../graphs.fixture.ts'
import { ownComponents, type Program } from '../ir.ts'
import { programText } from '../program-text.ts'
import type { ProgramSource } from '../source.ts'
import { compileProgram, functionOf, mapOf, nextOf } from '../sources.fixture.ts'

type Fn = ProgramSource['body']['source']

/** The Jacobian of one step: columns are what becomes of the unit vectors. */
function jacobian(source: ProgramSource, state: readonly number[], inputs: Partial<Inputs> = {}) {
  const n = state.length
  const program = compileProgram(source, { tangents: n })
  const units = Array.from({ length: n * n }, (_, k) => Number(k % n === Math.floor(k / n)))
  const next = nextOf(program, [...state, ...units], inputs)
  const rows = Array.from({ length: n }, (_, i) => state.map((_, j) => next[n + j * n + i]))
  expect(next.slice(0, n)).toEqual(nextOf(compileProgram(source), state, inputs))
  return rows
}

const plane = (source: Fn, rest: Partial<ProgramSource> = {}) =>
  mapOf(source, { state: { x: 0, y: 0 }, ...rest })
const rates = (source: Fn, integrator: 'euler' | 'symplectic-euler' | 'rk4', dt: number) => ({
  ...{ body: { shape: 'rates', integrator, source } as const, dt },
})

describe('Jacobians by hand', () => {
  test('Lorenz by Euler steps', () => {
    const field = functionOf(
      '({ x, y, z }) => ({ x: 10 * (y - x), y: x * (28 - z) - y, z: x * y - (8 / 3) * z })',
    )
    const [x, y, z, h] = [1.25, -3.5, 20.5, 0.01]
    const got = jacobian(mapOf(field, rates(field, 'euler', h)), [x, y, z])
    const wanted = [
      [1 - 10 * h, 10 * h, 0],
      [h * (28 - z), 1 - h, -h * x],
      [h * y, h * x, 1 - (8 / 3) * h],
    ]
    for (const [i, row] of wanted.entries()) {
      for (const [j, entry] of row.entries()) expect(got[i][j]).toBeCloseTo(entry, 15)
    }
  })

  test('the Henon map, whose determinant is -b', () => {
    const map = plane(functionOf('({ x, y }, { a, b }) => ({ x: 1 - a * x * x + y, y: b * x })'))
    const [[p, q], [r, s]] = jacobian(map, [0.7, -0.2], { params: [1.4, 0.3] })
    expect([p, q, r, s]).toEqual([-2 * 1.4 * 0.7, 1, 0.3, 0])
    expect(p * s - q * r).toBe(-0.3)
  })

  test('the logistic map', () => {
    const map = mapOf(functionOf('({ x }, { a }) => ({ x: a * x * (1 - x) })'), { state: { x: 0 } })
    for (const x of [0, 0.25, 0.5, 0.9]) {
      expect(jacobian(map, [x], { params: [4] })[0][0]).toBeCloseTo(4 - 8 * x, 14)
    }
  })

  test.each(['f64', 'f32'] as const)('the standard map preserves areas in %s', (precision) => {
    const text = `({ x, y }, { a }) => {
      const p = y + a * Math.sin(x)
      return { x: (x + p) % (2 * Math.PI), y: p % (2 * Math.PI) }
    }`
    const map = plane(functionOf(text), { precision })
    for (const [x, y] of [
      [0.5, 0.25],
      [3, -2],
      [6, 6],
    ]) {
      const [[p, q], [r, s]] = jacobian(map, [x, y], { params: [1.5] })
      expect(Math.abs(p * s - q * r - 1)).toBeLessThan(precision === 'f64' ? 1e-15 : 5e-7)
      expect(r).toBeCloseTo(1.5 * Math.cos(x), precision === 'f64' ? 15 : 6)
    }
  })

  test('a pendulum by symplectic Euler steps', () => {
    const h = 0.125
    const field = functionOf('({ x, v }) => ({ x: v, v: -Math.sin(x) })')
    const source = mapOf(field, {
      ...{ state: { x: 0, v: 0 }, velocities: ['v'], ...rates(field, 'symplectic-euler', h) },
    })
    const kick = -h * Math.cos(0.75)
    const [[p, q], [r, s]] = jacobian(source, [0.75, 2])
    expect([p, q, r, s]).toEqual([1 + h * kick, h, kick, 1])
  })

  test('x % y in both of its arguments', () => {
    const map = plane(functionOf('({ x, y }) => ({ x: x % y, y })'))
    expect(jacobian(map, [7.5, 2])[0]).toEqual([1, -3])
    expect(jacobian(map, [-7.5, 2])[0]).toEqual([1, 3])
  })
})

describe('branches and jumps', () => {
  const slope = (text: string, x: number, rest: Partial<ProgramSource> = {}) =>
    jacobian(mapOf(functionOf(text), { state: { x: 0 }, ...rest }), [x], { params: [2, 3] })[0][0]

  test('a branch that is not taken poisons nothing', () => {
    const text = '({ x }) => ({ x: x > 0 ? Math.sqrt(x) : 3 * x })'
    expect([slope(text, 4), slope(text, 0), slope(text, -1)]).toEqual([0.25, 3, 3])
    expect(slope('({ x }) => ({ x: x === 0 ? 1 : Math.sin(x) / x })', 0)).toBe(0)
  })

  test('a branch shared with the library keeps its derivative', () => {
    // The sine of a tiny number is the number, and rules of the graph join arms that are alike.
    const text = '({ x }) => ({ x: x > 1 ? Math.sin(x) : x })'
    expect([slope(text, 2), slope(text, 0.5)]).toEqual([Math.cos(2), 1])
  })

  test('clamps, sizes and signs have the slope of what they choose', () => {
    const clamp = '({ x }) => ({ x: Math.min(Math.max(x * 2, -1), 1) })'
    expect([-3, 0.25, 3].map((x) => slope(clamp, x))).toEqual([0, 2, 0])
    expect([-3, 3].map((x) => slope('({ x }) => ({ x: Math.abs(5 * x) })', x))).toEqual([-5, 5])
    expect([-3, 0].map((x) => slope('({ x }) => ({ x: Math.sign(x) + x })', x))).toEqual([1, 1])
  })

  test('steps have none: rounding, integers, tables, conditions', () => {
    const steps = 'Math.floor(x) + Math.ceil(x) + Math.round(x) + Math.trunc(x) + ((x * 9) | 0)'
    const table = '[5, 7, 11][x & 1] + (x > 1 ? 1 : 0)'
    expect(slope(`({ x }) => ({ x: x + ${steps} + ${table} })`, 0.75)).toBe(1)
  })

  test('a product with zero is zero, however infinite the other factor is', () => {
    expect(slope('({ x }, { a }) => ({ x: x + a * (1 / 0) })', 1)).toBe(1)
  })

  test('a draw of noise does not depend on the state, its size may', () => {
    const body = {
      shape: 'step',
      source: functionOf(
        '({ x }, { a }, t, dt, noise) => ({ x: x + noise.normal() + noise.uniform() })',
      ),
    } as const
    expect(slope('x => x', 0.5, { body })).toBe(1)
  })

  test('arrays and loops', () => {
    const text = `({ p }) => {
      const q = p.slice()
      for (let i = 0; i < 3; i++) q[i] = p[i] * p[(i + 1) % 3]
      return { p: q }
    }`
    const map = mapOf(functionOf(text), { state: { p: [0, 0, 0] } })
    expect(jacobian(map, [2, 3, 5])).toEqual([
      [3, 2, 0],
      [0, 5, 3],
      [5, 0, 2],
    ])
  })
})

describe('what a program with tangents is', () => {
  const source = plane(functionOf('({ x, y }) => ({ x: y, y: Math.exp(x) })'))

  test("its components are the scene's own, then those of each vector", () => {
    const program = compileProgram(source, { tangents: 2 })
    expect(program.state).toEqual(['x', 'y', 'd0.x', 'd0.y', 'd1.x', 'd1.y'])
    expect([program.tangents, program.positions, ownComponents(program)]).toEqual([2, 2, 2])
    expect(programText(program)).toContain('\ntangents 2\n')
  })

  test('without tangents it is what it was, with the same text', () => {
    const program = compileProgram(source, { tangents: 0 })
    expect(program).toEqual(compileProgram(source))
    expect(programText(program)).not.toContain('tangents')
    expect('tangents' in program).toBe(false)
  })

  test('the first vectors of many are those of few, bit for bit', () => {
    const text = '({ x, y }) => ({ x: Math.sin(x * y) / (x + 3), y: Math.atan2(y, x) % x })'
    const [few, many] = [1, 2].map((tangents) =>
      nextOf(compileProgram(plane(functionOf(text)), { tangents }), [0.3, 1.7, 0.1, 0.7, 5, 6]),
    )
    expect(many.slice(0, 4)).toEqual(few)
  })

  test('what has no derivative is named, with what to write instead', () => {
    const bits = 'which have no derivative: write it with arithmetic and functions of Math'
    const turned = plane(functionOf('({ x, y }) => ({ x: fromWords(highWord(x), 0), y })'))
    expect(() => compileProgram(turned, { tangents: 1 })).toThrow(bits)
    expect(() => compileProgram(turned)).not.toThrow()
    const inner = plane(functionOf('({ x, y }) => ({ x: 1 + farSin(x), y })'))
    expect(() => compileProgram(inner, { tangents: 1 })).toThrow(/next: `farSin` depends/)
    const constant = plane(functionOf('({ x, y }, { a }) => ({ x: farSin(a) * x, y })'))
    expect(() => compileProgram(constant, { tangents: 1 })).not.toThrow()
    const coupled = `({ p }) => {
      const q = p.slice()
      for (let i = 0; i < 400; i++) q[i] = p[i] * p[(i + 1) % 400]
      return { p: q }
    }`
    const long = mapOf(functionOf(coupled), { state: { p: Array.from({ length: 400 }, () => 0) } })
    expect(() => compileProgram(long, { tangents: 400 })).toThrow('ask for fewer tangents')
    expect(() => compileProgram(source, { tangents: 0.5 })).toThrow('a whole number')
  })
})

test.each(BACKENDS)('a tangent that is not finite ends nobody (%s)', (_, make) => {
  const map = mapOf(functionOf('({ x }) => ({ x: Math.sqrt(x) })'), {
    ...{ state: { x: 0 }, stop: functionOf('({ x }) => x > 5') },
  })
  const [plain, program] = [0, 1].map((tangents) => compileProgram(map, { tangents }))
  const run = (each: Program) => {
    const kernel = make(each, { seed: [1, 2] })
    const block = kernel.block(5)
    // The root of -1 ends its member beside others, whose tangents are infinite.
    block.state[0].set([0, -1, 2, 0, 9])
    block.state[1]?.fill(1)
    kernel.begin(block, 5)
    const span = { from: 0, to: 5, time: 0, observe: true, fingerprint: 1 }
    kernel.advance(block, 5, span)
    return { hash: [...block.hash], status: [...block.status], tangent: block.state[1]?.[0] }
  }
  const { tangent, ...own } = run(program)
  expect({ ...own, tangent: undefined }).toEqual(run(plain))
  expect(Number.isFinite(tangent)).toBe(false)
})

/** What keeps an argument where the function is moderate. */
const TAMED: Readonly<Record<string, string>> = { cosh: 'Math.sin', cbrt: '2 + Math.cos' }

/** Smooth expressions of x, y and z that stay moderate. */
const smooth = fc.letrec<{ e: string }>((tie) => ({
  e: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('x', 'y', 'z', '0.7', 'a'),
    fc.tuple(tie('e'), tie('e')).map(([p, q]) => `(${p} * ${q})`),
    fc.tuple(tie('e'), tie('e')).map(([p, q]) => `(${p} - ${q})`),
    fc.tuple(tie('e'), tie('e')).map(([p, q]) => `(${p} + 0.25 * ${q})`),
    fc.tuple(tie('e'), tie('e')).map(([p, q]) => `(${p} / (1.5 + ${q} * ${q}))`),
    fc
      .tuple(fc.constantFrom('sin', 'cos', 'tanh', 'atan', 'cbrt', 'cosh'), tie('e'))
      .map(([f, p]) => `Math.${f}(${TAMED[f] ?? ''}(${p}))`),
    tie('e').map((p) => `Math.sqrt(1 + ${p} * ${p})`),
    tie('e').map((p) => `Math.log(2 + Math.cos(${p}))`),
    fc.tuple(tie('e'), tie('e')).map(([p, q]) => `Math.hypot(1, ${p}, ${q})`),
    fc.tuple(tie('e'), tie('e'), tie('e')).map(([p, q, r]) => `(${p} < 0.1 ? ${q} : ${r})`),
    fc.tuple(tie('e'), tie('e')).map(([p, q]) => `Math.max(${p}, ${q})`),
    fc.tuple(tie('e'), tie('e')).map(([p, q]) => `Math.pow(1 + ${p} * ${p}, Math.sin(${q}))`),
  ),
})).e

/** Numbers that meet no border of a branch by chance: no two of one offset are alike. */
const number = (offset: number) =>
  fc.integer({ min: -1000, max: 1000 }).map((n) => n / 700 + offset)

test('random smooth steps have the slopes of their differences', () => {
  let compared = 0
  const law = (expressions: string[], state: number[], a: number) => {
    const text = `({ x, y, z }, { a }) => ({ x: ${expressions[0]}, y: ${expressions[1]}, z: y })`
    const source = mapOf(functionOf(text))
    const program = compileProgram(source)
    const inputs = { params: [a, 0] }
    const got = jacobian(source, state, inputs)
    const at = (j: number, by: number) =>
      nextOf(
        program,
        state.map((x, i) => (i === j ? x + by : x)),
        inputs,
      )
    const start = at(0, 0)
    for (const j of state.keys()) {
      const [wide, half, quarter] = [1e-3, 5e-4, 2.5e-4].map((h) => [at(j, h), at(j, -h)])
      for (const i of [0, 1]) {
        const [far, near, nearest] = [wide, half, quarter].map(([up, down]) => up[i] - down[i])
        // Richardson. Where slopes differ, on both sides or by distance, there is a border.
        const slope = (8 * nearest - near) / 3e-3
        const other = (8 * near - far) / 6e-3
        const bend = Math.abs(half[0][i] + half[1][i] - 2 * start[i]) / 5e-4
        const scale = 1 + Math.abs(slope)
        if (!(bend < 1e-2 * scale && Math.abs(slope - other) < 1e-8 * scale)) continue
        compared += 1
        expect(Math.abs(got[i][j] - slope)).toBeLessThan(1e-6 * scale)
      }
    }
  }
  const state = fc.tuple(number(0.01234), number(0.00056), number(-0.00171))
  const two = fc.array(smooth, { minLength: 2, maxLength: 2 })
  fc.assert(fc.property(two, state, number(0.00093), law), { numRuns: 100 })
  expect(compared).toBeGreaterThan(300)
})
