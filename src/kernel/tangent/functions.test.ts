// The derivative of each function of the library against central differences of the true function
// in 80 digits, which know nothing of the rules.

import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import type { Precision } from '../ir.ts'
import { FUNCTIONS, LIBRARY } from '../library/library.ts'
import { compileProgram, functionOf, mapOf, nextOf } from '../sources.fixture.ts'
import { meaningOf } from './derivable.ts'

const D = Decimal.clone({ precision: 80 })
type True = (x: Decimal, y: Decimal) => Decimal

interface Known {
  readonly of: True
  readonly points: readonly (readonly number[])[]
}

const one = (...points: number[]) => points.map((x) => [x])
const ANGLES = one(0, 1e-9, 0.3, -1.2, 1.5707, 2.5, -40.25, 1e5, 3e8)
const UNIT = one(0, 1e-9, -0.3, 0.75, -0.999, 0.99999999)
const LINE = one(0, 1e-9, -0.3, 0.75, -2.5, 7, -12, 30)
const POSITIVE = one(1e-12, 0.3, 0.99, 1, 1.5, 17, 3e10)
const PLANE = [
  ...[
    [3, 4],
    [-1e-9, 2],
    [0.3, -0.2],
    [-5, -1e8],
    [2, 1e-7],
    [-0.5, 3],
  ],
  ...[
    [1e12, 1e-3],
    [0, -1],
    [1, 0],
  ],
]

/** By the name that Math gives it, or by a name of our own. */
const KNOWN: Readonly<Record<string, Known>> = {
  sin: { of: (x) => x.sin(), points: ANGLES },
  cos: { of: (x) => x.cos(), points: ANGLES },
  tan: { of: (x) => x.tan(), points: ANGLES },
  asin: { of: (x) => x.asin(), points: UNIT },
  acos: { of: (x) => x.acos(), points: UNIT },
  atan: { of: (x) => x.atan(), points: LINE },
  atan2: { of: (y, x) => D.atan2(y, x), points: PLANE.filter(([y]) => y !== 0) },
  exp: { of: (x) => x.exp(), points: LINE },
  expm1: { of: (x) => x.exp().minus(1), points: LINE },
  log: { of: (x) => x.ln(), points: POSITIVE },
  log1p: { of: (x) => x.plus(1).ln(), points: one(-0.9, -1e-9, 0, 0.3, 17, 1e8) },
  log2: { of: (x) => x.log(2), points: POSITIVE },
  log10: { of: (x) => x.log(10), points: POSITIVE },
  pow: {
    of: (x, y) => x.pow(y),
    points: [
      ...[
        [2, 3],
        [0.3, -1.7],
        [17, 0.25],
        [1e-6, 0.5],
        [3, 1],
        [1.5, 12],
      ],
      [1e3, -2],
    ],
  },
  sinh: { of: (x) => x.sinh(), points: LINE },
  cosh: { of: (x) => x.cosh(), points: LINE },
  tanh: { of: (x) => x.tanh(), points: LINE },
  cbrt: { of: (x) => x.cbrt(), points: one(1e-9, -0.3, 8, -1e10) },
  hypot: { of: (x, y) => x.times(x).plus(y.times(y)).sqrt(), points: PLANE },
  divide: { of: (x, y) => x.div(y), points: PLANE.filter(([, y]) => y !== 0) },
  reciprocal: { of: (x) => new D(1).div(x), points: POSITIVE },
  root: { of: (x) => x.sqrt(), points: POSITIVE },
  inverseRoot: { of: (x) => new D(1).div(x.sqrt()), points: POSITIVE },
  sine: { of: (x) => x.sin(), points: one(0, 0.3, -1.2, 2.5, -3) },
  cosine: { of: (x) => x.cos(), points: one(0, 0.3, -1.2, 2.5, -3) },
}

/** All digits of a binary64; alone it would count as the shortest decimal that reads back as it. */
const exact = (x: number) => new D(x.toPrecision(100))

/** What the derivative by argument `i` is, to some 40 digits. */
function slope({ of }: Known, point: readonly number[], i: number): number {
  const [x, y] = [exact(point[0]), exact(point[1] ?? 0)]
  const h = exact(point[i]).abs().plus(1e-12).times('1e-24')
  const at = (by: Decimal) => (i === 0 ? of(x.plus(by), y) : of(x, y.plus(by)))
  return at(h).minus(at(h.neg())).div(h.times(2)).toNumber()
}

/** Gradients of the expression at points, as tangents along x and along y give them. */
function gradients(text: string, precision: Precision, points: Known['points']): number[][] {
  const source = functionOf(`({ x, y, z }) => ({ x: ${text}, y, z })`)
  const program = compileProgram(mapOf(source, { precision }), { tangents: 2 })
  return points.map(([x, y = 0]) => {
    const next = nextOf(program, [x, y, 0, ...[1, 0, 0], ...[0, 1, 0]])
    return [next[3], next[6]]
  })
}

function check(text: string, known: Known, precision: Precision, slack: number): void {
  const round = precision === 'f32' || slack > 1e-9 ? Math.fround : (x: number) => x
  const points = known.points.map((point) => point.map(round))
  const got = gradients(text, precision, points)
  for (const [k, point] of points.entries()) {
    for (const i of point.keys()) {
      const wanted = slope(known, point, i)
      const label = `d ${text} / d ${'xy'[i]} at ${point.join(', ')}`
      // Where f32 passes its range or its zero, nothing of the derivative is left.
      if (slack > 1e-9 && !(Math.abs(wanted) < 1e30)) continue
      const scale = slack > 1e-9 ? Math.max(Math.abs(wanted), 1) : Math.abs(wanted)
      const off = Math.abs(got[k][i] - wanted) / (scale || 1)
      if (!(off <= slack)) expect(`${label} = ${got[k][i]}, off by ${off}`).toBe(wanted)
    }
  }
}

const args = (known: Known) => (known.points[0].length === 2 ? 'x, y' : 'x')

describe('functions of Math', () => {
  test.each(Object.keys(LIBRARY))('%s in f64', (name) => {
    check(`Math.${name}(${args(KNOWN[name])})`, KNOWN[name], 'f64', 3e-15)
  })

  test.each(Object.keys(LIBRARY))('%s in f32', (name) => {
    const { of, points } = KNOWN[name]
    // Binary32 knows an angle of 1e5 to 0.01 only, and 0.99999999 as 1.
    const known = { of, points: points.filter(([x]) => Math.abs(x) < 100 && x !== 0.99999999) }
    check(`Math.${name}(${args(known)})`, known, 'f32', 4e-6)
  })
})

const NAMED = [...FUNCTIONS.keys()].filter((name) => {
  const meaning = meaningOf(name)
  return meaning !== undefined && meaning !== 'step' && meaning !== 'sinCos'
})

describe('functions of the library by their own names', () => {
  test.each(NAMED)('%s', (name) => {
    const meaning = meaningOf(name) as string
    const exact = LIBRARY[meaning]?.f64 === name
    // The seed's own arcs and sines are good for small arguments.
    const points = KNOWN[meaning].points.filter(
      ([x, y = 1]) =>
        exact ||
        (Math.abs(x) < 4 &&
          Math.abs(x) > 1e-3 &&
          Math.abs(y) < 100 &&
          Math.abs(y) > 1e-3 &&
          x !== 0.99999999),
    )
    const known = { ...KNOWN[meaning], points }
    check(`${name}(${args(known)})`, known, 'f64', exact ? 3e-15 : 1e-4)
  })

  test.each(['simSinCos', 'simSinCosGlsl', 'sinCosF32'])('%s', (name) => {
    for (const precision of ['f64', 'f32'] as const) {
      check(`${name}(x)[0]`, KNOWN.sine, precision, 1e-5)
      check(`${name}(x)[1]`, KNOWN.cosine, precision, 1e-5)
    }
  })

  test('what such a function is made of is derived where it has no rule of its own', () => {
    // A rotation about the third axis by z, as its first column has it.
    const text = 'simRotationFromEuler(0, 0, x)'
    check(`${text}[0]`, KNOWN.cosine, 'f32', 1e-5)
  })
})

test('at the border of its domain a power has the derivative of its branch', () => {
  const at = (text: string, x: number, y: number) => gradients(text, 'f64', [[x, y]])[0]
  expect(at('Math.pow(x, 0)', 0, 0)).toEqual([0, 0])
  expect(at('Math.pow(x, 1)', 0, 0)).toEqual([1, 0])
  expect(at('x ** 2', 0, 0)).toEqual([0, 0])
  expect(at('x ** 3', -2, 0)).toEqual([12, 0])
  expect(at('Math.pow(x, y)', 0, 2)).toEqual([0, 0])
  expect(at('Math.pow(x, y)', 3, 0)).toEqual([0, Math.log(3)])
  expect(at('Math.pow(2, y)', 0, 3)[1]).toBe(8 * Math.LN2)
})
