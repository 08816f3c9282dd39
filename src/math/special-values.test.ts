// Values that are exact, limits, signs of zero, infinities and NaN, as ECMAScript and IEEE 754 say.

import { describe, expect, it } from 'vitest'
import * as functions from './elementary.ts'
import {
  acos,
  asin,
  atan,
  atan2,
  cbrt,
  cos,
  cosh,
  exp,
  expm1,
  hypot,
  log,
  log1p,
  log2,
  log10,
  pow,
  sin,
  sinh,
  tan,
  tanh,
} from './elementary.ts'
import { between, fixedNumbers } from './points.fixture.ts'

const MAX = Number.MAX_VALUE
const MIN = Number.MIN_VALUE
type Values = (...xs: number[]) => number
const ALL = Object.entries(functions) as [keyof typeof functions, Values][]
const TWO_ARGUMENTS = ['atan2', 'hypot', 'pow']

/** Rows of argument and result, compared with the sign of zero. */
function rows(fn: Values, table: number[][]) {
  for (const row of table) expect(fn(...row.slice(0, -1)), `${row}`).toBe(row.at(-1))
}

describe('NaN and infinities', () => {
  it('gives NaN for NaN', () => {
    for (const [name, fn] of ALL) {
      if (TWO_ARGUMENTS.includes(name)) {
        expect(fn(Number.NaN, 1), name).toBeNaN()
        expect(fn(1, Number.NaN), name).toBeNaN()
      } else expect(fn(Number.NaN), name).toBeNaN()
    }
  })

  it('gives NaN outside the domain', () => {
    for (const fn of [sin, cos, tan]) {
      expect(fn(Infinity)).toBeNaN()
      expect(fn(-Infinity)).toBeNaN()
    }
    for (const fn of [asin, acos]) {
      for (const x of [1 + 2 ** -52, -1 - 2 ** -52, Infinity, -Infinity]) expect(fn(x)).toBeNaN()
    }
    for (const fn of [log, log2, log10]) {
      for (const x of [-MIN, -1, -Infinity]) expect(fn(x)).toBeNaN()
    }
    expect(log1p(-1 - 2 ** -52)).toBeNaN()
    expect(pow(-8, 1 / 3)).toBeNaN()
    expect(pow(-MIN, 0.5)).toBeNaN()
  })

  it('has the limits at the infinities', () => {
    rows(atan, [
      [Infinity, Math.PI / 2],
      [-Infinity, -Math.PI / 2],
    ])
    rows(exp, [
      [Infinity, Infinity],
      [-Infinity, 0],
    ])
    rows(expm1, [
      [Infinity, Infinity],
      [-Infinity, -1],
    ])
    rows(tanh, [
      [Infinity, 1],
      [-Infinity, -1],
    ])
    rows(cosh, [
      [Infinity, Infinity],
      [-Infinity, Infinity],
    ])
    for (const fn of [sinh, cbrt]) {
      rows(fn, [
        [Infinity, Infinity],
        [-Infinity, -Infinity],
      ])
    }
    for (const fn of [log, log2, log10, log1p]) expect(fn(Infinity)).toBe(Infinity)
  })

  it('overflows and underflows where the result does', () => {
    rows(exp, [
      [709.7827128933841, Infinity],
      [-745.1332191019411, MIN],
      [-745.1332191019412, 0],
      [MAX, Infinity],
      [-MAX, 0],
    ])
    for (const fn of [exp, expm1]) {
      expect(fn(709.782712893384)).toBeLessThan(Infinity)
      expect(fn(709.7827128933841)).toBe(Infinity)
    }
    for (const fn of [sinh, cosh]) {
      expect(fn(710.4758600739439)).toBeLessThan(Infinity)
      expect(fn(710.475860073944)).toBe(Infinity)
      expect(fn(MAX)).toBe(Infinity)
    }
    expect(expm1(-40)).toBe(-1)
    expect(tanh(20)).toBe(1)
    expect(tanh(-MAX)).toBe(-1)
  })
})

describe('zeros', () => {
  it('keeps the sign of zero in the odd functions', () => {
    for (const fn of [sin, tan, asin, atan, sinh, tanh, cbrt, expm1, log1p]) {
      rows(fn, [
        [0, 0],
        [-0, -0],
      ])
    }
  })

  it('keeps subnormal numbers where the function is x to first order', () => {
    for (const fn of [sin, tan, asin, atan, sinh, tanh, expm1, log1p]) {
      rows(fn, [
        [MIN, MIN],
        [-3 * MIN, -3 * MIN],
        [1e-310, 1e-310],
      ])
    }
  })

  it('is 1, 0 or infinite at the zeros of the others', () => {
    for (const zero of [0, -0]) {
      for (const fn of [cos, cosh, exp]) expect(fn(zero)).toBe(1)
      for (const fn of [log, log2, log10]) expect(fn(zero)).toBe(-Infinity)
    }
    for (const fn of [log, log2, log10, acos]) expect(fn(1)).toBe(0)
    expect(log1p(-1)).toBe(-Infinity)
  })
})

describe('exact values', () => {
  it('knows right triangles', () => {
    rows(hypot, [
      [3, 4, 5],
      [-5, 12, 13],
      [3 * 2 ** 660, -4 * 2 ** 660, 5 * 2 ** 660],
      [3 * MIN, 4 * MIN, 5 * MIN],
      [MAX, 0, MAX],
      [MAX, MAX, Infinity],
      [0, -0, 0],
      [Infinity, Number.NaN, Infinity],
      [Number.NaN, -Infinity, Infinity],
    ])
  })

  it('takes the roots of all cubes below 2^53', () => {
    for (let n = 1; n <= 208063; n++) if (cbrt(n ** 3) !== n) expect.fail(`${n}`)
    expect(cbrt(-27 * 2 ** -900)).toBe(-3 * 2 ** -300)
  })

  it('takes logarithms of powers of 2 and of 10', () => {
    for (let n = -1074; n < 1024; n++) if (log2(2 ** n) !== n) expect.fail(`2 to the ${n}`)
    for (let n = 0; n <= 22; n++) expect(log10(Number(`1e${n}`))).toBe(n)
  })

  it('powers integers exactly as long as the result is one', () => {
    let count = 0
    for (let base = 2; base < 3000; base++) {
      for (let n = 1; BigInt(base) ** BigInt(n) < 2n ** 53n; n++, count++) {
        const exact = Number(BigInt(base) ** BigInt(n))
        if (pow(base, n) !== exact || pow(-base, n) !== (n % 2 ? -exact : exact)) {
          expect.fail(`${base} to the ${n}`)
        }
      }
    }
    expect(count).toBeGreaterThan(10_000)
    for (let n = -1074; n < 1024; n++) if (pow(2, n) !== 2 ** n) expect.fail(`2 to the ${n}`)
    rows(pow, [
      [4, 0.5, 2],
      [1024, -0.1, 0.5],
      [10, 22, 1e22],
      [1, MAX, 1],
      [-1, MAX, 1],
      [-1, 2 ** 53 - 1, -1],
    ])
  })

  it('knows the constants', () => {
    rows(exp, [[1, Math.E]])
    rows(atan, [[1, Math.PI / 4]])
    rows(acos, [
      [-1, Math.PI],
      [0, Math.PI / 2],
    ])
    rows(asin, [
      [1, Math.PI / 2],
      [-1, -Math.PI / 2],
      [0.5, 0.5235987755982989],
    ])
    rows(log, [[2, Math.LN2]])
    rows(sin, [
      [1e22, -0.8522008497671888],
      [0x16ac5b262ca1ff * 2 ** 797, 1],
      [Math.PI, 1.2246467991473532e-16],
    ])
    rows(cos, [[0x16ac5b262ca1ff * 2 ** 797, -4.687165924254628e-19]])
    rows(tan, [[Math.PI / 2, 16331239353195370]])
  })
})

describe('pow', () => {
  it('follows ECMAScript, also where C differs', () => {
    const { NaN: none } = Number
    rows(pow, [
      [none, 0, 1],
      [none, -0, 1],
      [Infinity, 0, 1],
      [0, 0, 1],
      [1, none, none],
      [1, Infinity, none],
      [-1, Infinity, none],
      [-1, -Infinity, none],
      [1.5, Infinity, Infinity],
      [-1.5, Infinity, Infinity],
      [1.5, -Infinity, 0],
      [0.5, Infinity, 0],
      [-0.5, -Infinity, Infinity],
      [0, -Infinity, Infinity],
      [0, Infinity, 0],
      [Infinity, Infinity, Infinity],
      [Infinity, -Infinity, 0],
    ])
  })

  it('gives zeros and infinities their sign by odd exponents', () => {
    rows(pow, [
      [0, 3, 0],
      [-0, 3, -0],
      [-0, 2.5, 0],
      [-0, 4, 0],
      [-0, -3, -Infinity],
      [-0, -4, Infinity],
      [-0, -0.5, Infinity],
      [0, -1.5, Infinity],
      [-Infinity, 3, -Infinity],
      [-Infinity, 2.5, Infinity],
      [-Infinity, -3, -0],
      [-Infinity, -2, 0],
      [Infinity, 0.1, Infinity],
      [Infinity, -0.1, 0],
      [-2, 1023, -(2 ** 1023)],
      [-2, 1025, -Infinity],
      [-2, -1075, -0],
      [-2, 2 ** 53, Infinity],
      [2, -MAX, 0],
      [0.5, -MAX, Infinity],
      [1 + 2 ** -52, MAX, Infinity],
      [1 - 2 ** -53, MAX, 0],
    ])
  })
})

describe('atan2', () => {
  const { PI } = Math

  it('has the four quadrants with the signs of zeros', () => {
    rows(atan2, [
      [0, 1, 0],
      [-0, 1, -0],
      [0, 0, 0],
      [-0, 0, -0],
      [0, -0, PI],
      [-0, -0, -PI],
      [0, -1, PI],
      [-0, -1, -PI],
      [1, 0, PI / 2],
      [1, -0, PI / 2],
      [-1, 0, -PI / 2],
      [-1, -0, -PI / 2],
      [1, 1, PI / 4],
      [1, -1, (3 * PI) / 4],
      [-1, -1, (-3 * PI) / 4],
      [-1, 1, -PI / 4],
    ])
  })

  it('has the eight directions of the infinities', () => {
    rows(atan2, [
      [Infinity, Infinity, PI / 4],
      [Infinity, -Infinity, (3 * PI) / 4],
      [-Infinity, Infinity, -PI / 4],
      [-Infinity, -Infinity, (-3 * PI) / 4],
      [1, Infinity, 0],
      [-1, Infinity, -0],
      [1, -Infinity, PI],
      [-1, -Infinity, -PI],
      [Infinity, 1, PI / 2],
      [-Infinity, -1, -PI / 2],
    ])
  })

  it('neither overflows nor underflows on the way', () => {
    rows(atan2, [
      [MAX, MAX, PI / 4],
      [MIN, MIN, PI / 4],
      [MAX, MIN, PI / 2],
      [MIN, MAX, 0],
      [MIN, -MAX, PI],
      [MIN, 1, MIN],
    ])
  })
})

describe('the functions of the host', () => {
  const ranges: Partial<Record<keyof typeof functions, [number, number]>> = {
    asin: [0, 1],
    acos: [0, 1],
    exp: [1e-20, 700],
    expm1: [1e-20, 700],
    sinh: [1e-20, 700],
    cosh: [1e-20, 700],
  }
  for (const [name, fn] of ALL) {
    it(`differ from ${name} by at most 2 ulps, for 20,000 numbers`, () => {
      const random = fixedNumbers(4)
      const [from, to] = ranges[name] ?? [1e-320, 1e307]
      const draw = () => {
        const x = random() < 0.5 ? 3 * random() : between(from, to, random())
        const positive = name.startsWith('log') || name === 'pow'
        return random() < 0.5 && !positive ? -x : x
      }
      for (let i = 0; i < 20_000; i++) {
        const x = to === 1 ? 2 * random() - 1 : draw()
        const y = name === 'pow' ? (1400 * (random() - 0.5)) / Math.log(x) : draw()
        const host = (Reflect.get(Math, name) as Values)(x, y)
        const error = Math.abs(fn(x, y) - host)
        const ulp = Math.max(Math.abs(host) * 2 ** -52, MIN)
        if (!(error <= 2 * ulp)) expect.fail(`${name}(${x}, ${y}): ${fn(x, y)}, host ${host}`)
      }
    })
  }
})
