// The declared errors, measured over the whole range and where it is hard.

import { describe, expect, it } from 'vitest'
import { ACCURACY } from './accuracy.fixture.ts'
import { DECIMAL, disagreement } from './decimal.fixture.ts'
import * as functions from './elementary.ts'
import { type Exact, errorInUlps, ORACLE } from './oracle.fixture.ts'
import { between, fixedNumbers, neighbour } from './points.fixture.ts'

type Name = keyof typeof ACCURACY
type Draw = (random: () => number) => number[]

/** Uniform over the numbers, or over the bit patterns of either sign. */
const uniform = (from: number, to: number) => (random: () => number) =>
  from + (to - from) * random()
const magnitude = (from: number, to: number) => (random: () => number) => {
  const size = between(from, to, random())
  return random() < 0.5 ? -size : size
}
const positive = (from: number, to: number) => (random: () => number) => between(from, to, random())
const one =
  (...draws: ((random: () => number) => number)[]): Draw =>
  (random) => [draws[Math.floor(random() * draws.length)]!(random)]

const MIN = 5e-324
const NORMAL = 2 ** -1022
const MAX = Number.MAX_VALUE

/** A power whose result is spread over all exponents. */
const power: Draw = (random) => {
  const x = random() < 0.5 ? uniform(0.5, 2)(random) : between(MIN, MAX, random())
  return [x, (uniform(-1074, 1024)(random) * Math.LN2) / Math.log(x)]
}
const plane: Draw = (random) => {
  const x = magnitude(MIN, MAX / 4)(random)
  return [x * magnitude(1e-3, 3)(random), x]
}

const DRAWS: Record<Name, Draw> = {
  sin: one(uniform(-10, 10), uniform(-411774, 411774), magnitude(MIN, MAX)),
  cos: one(uniform(-10, 10), uniform(-411774, 411774), magnitude(1e-9, MAX)),
  tan: one(uniform(-10, 10), uniform(0.75, 0.8), magnitude(MIN, MAX)),
  asin: one(uniform(-1, 1), uniform(0.49, 0.52), magnitude(MIN, 1)),
  acos: one(uniform(-1, 1), uniform(-0.54, -0.5), magnitude(1e-18, 1)),
  atan: one(uniform(-3, 3), uniform(0.65, 0.69), magnitude(MIN, MAX)),
  atan2: plane,
  exp: one(uniform(-2, 2), uniform(-745, 709.7), uniform(-745.13, -708)),
  expm1: one(uniform(-2, 2), uniform(-45, 709.7), magnitude(MIN, 1)),
  log: one(uniform(0.5, 2), uniform(1.25, 1.3), positive(MIN, MAX)),
  log1p: one(uniform(-0.5, 2), uniform(0.38, 0.42), positive(MIN, MAX)),
  log2: one(uniform(0.5, 2), uniform(1.4, Math.SQRT2), positive(MIN, MAX)),
  log10: one(uniform(0.5, 2), uniform(1.3, Math.SQRT2), positive(MIN, MAX)),
  pow: power,
  sinh: one(uniform(-2, 2), uniform(-25, 25), uniform(-710, 710), magnitude(MIN, 1)),
  cosh: one(uniform(-2, 2), uniform(18.3, 18.5), uniform(-710, 710)),
  tanh: one(uniform(-2, 2), uniform(-19, 19), magnitude(MIN, 1)),
  cbrt: one(uniform(0, 8), uniform(7.9999998, 8), magnitude(MIN, MAX), magnitude(MIN, NORMAL)),
  hypot: plane,
}

const around = (...centers: number[]) =>
  centers.flatMap((x) => [-2, -1, 0, 1, 2].map((steps) => [neighbour(x, steps)]))

/** The doubles next to multiples of pi/2 that leave the least, and where the reductions meet. */
const angles = around(
  ...[1, 2, 3, 4, 5, 29, 14479, 29327, 58285, 131071].map((n) => n * (Math.PI / 2)),
  ...[1, 3, 5, 7, 1001].map((n) => n * (Math.PI / 4)),
  0x16ac5b262ca1ff * 2 ** 797,
  204551 * (Math.PI / 2),
  263205 * (Math.PI / 2),
  411774,
  1e22,
  2 ** 66,
  MAX / 2,
)
const ends = around(NORMAL, 2 ** -54, 2 ** -27, 1e-300)
const logs = around(1, Math.SQRT1_2, Math.SQRT2, 1.5, 2, 10, NORMAL, MAX / 2)

const HARD: Record<Name, number[][]> = {
  sin: [...angles, ...ends, [MIN], [MAX]],
  cos: [...angles, ...ends, [MIN], [MAX]],
  tan: [...angles, ...ends, [MIN], [MAX]],
  asin: [...around(0.5, 0.975, 0.99999), ...ends, [MIN], [1], [-1], [1 - 2 ** -53]],
  acos: [...around(0.5, 0.975, 0.99999), [-1], [1 - 2 ** -53], [2 ** -53 - 1], [0], [1e-300]],
  atan: [...around(0.4375, 0.6875, 1.1875, 2.4375, 2 ** 60), ...ends, [MIN], [MAX]],
  atan2: [0.4375, 0.6875, 1, 1.1875, 2.4375, 2 ** 60, 2 ** -60, 2 ** 200]
    .flatMap((t) => around(t).map(([y]) => y!))
    .flatMap((y) => [
      [y, 1],
      [-y, -1],
      [y * 2 ** 800, 2 ** 800],
      [y * 2 ** -800, -(2 ** -800)],
    ]),
  exp: around(1, Math.LN2 / 2, Math.LN2, 709.782712893384, 708.3964185322641, 1e-300),
  expm1: [...around(1, Math.LN2 / 2, Math.LN2, 709.782712893384, 37.42994775023705, 40), ...ends],
  log: logs,
  log1p: [...around(1, Math.SQRT2 - 1, 2 ** 53, 1e-10, MAX / 2), ...ends, [2 ** -53 - 1]],
  log2: logs,
  log10: [...logs, ...around(1000, 1e22)],
  pow: [
    [1 + 2 ** -52, 2 ** 52],
    [1 - 2 ** -53, -(2 ** 62)],
    [1 + 2 ** -52, 3.19e18],
    [2, 1023.9999999999999],
    [2, -1074.4],
    [2, -1022.5],
    [10, 308.25],
    [10, -323],
    [MIN, 0.5],
    [MIN, -0.9],
    [MAX, 0.999],
    [-3, 33],
    [-1.5, 7],
    [0.1, -20],
    [1.5, 1750],
    [0.7, 2000],
  ],
  sinh: [...around(1, Math.LN2 / 2, 18.4, 22, 710.4758600739439), ...ends, [MIN]],
  cosh: [...around(1, Math.LN2 / 2, 18.4, 22, 710.4758600739439), [1e-300]],
  tanh: [...around(1, Math.LN2 / 2, 18.4, 19.06, 20, 22), ...ends, [MIN]],
  cbrt: [...around(1, 8, 27, NORMAL, 2 ** -1073, MAX / 2), [MIN], [MAX]],
  hypot: [
    [MAX / 2, MAX / 2],
    [MAX, 1],
    [MIN, MIN],
    [3 * MIN, 4 * MIN],
    [1, 2 ** -27],
    [1, 1],
    [1e150, 1e150],
    [1e-130, 1e-130],
    [NORMAL, NORMAL],
    [1e300, 1e-300],
  ],
}

type Values<T> = (...xs: number[]) => T
const NAMES = Object.keys(ACCURACY) as Name[]
const COUNT = 4000

describe('largest errors', () => {
  for (const name of NAMES) {
    const { errorUlpMax, domain } = ACCURACY[name]
    const fn = Object.entries(functions).find(([key]) => key === name)![1] as Values<number>
    const oracle = ORACLE[name] as Values<Exact>
    it(`${name} is off by at most ${errorUlpMax} ulp (${domain})`, () => {
      const random = fixedNumbers(20)
      const points = Array.from({ length: COUNT }, () => DRAWS[name](random))
      let worst = { error: 0, point: [0] }
      for (const point of [...points, ...HARD[name]]) {
        const error = errorInUlps(fn(...point), oracle(...point))
        if (!(error <= worst.error)) worst = { error, point }
      }
      expect(worst.error, `${name}(${worst.point})`).toBeLessThanOrEqual(errorUlpMax)
      // A bound far above what is measured would say nothing.
      expect(worst.error).toBeGreaterThan(errorUlpMax * 0.6)
    })
  }

  it('exp and pow are off by at most 0.7 ulp where the result is no subnormal number', () => {
    const random = fixedNumbers(21)
    for (let i = 0; i < COUNT; i++) {
      const [x] = DRAWS.exp(random) as [number]
      const [base, y] = DRAWS.pow(random) as [number, number]
      const ofExp = functions.exp(x) >= NORMAL ? errorInUlps(functions.exp(x), ORACLE.exp(x)) : 0
      const got = functions.pow(base, y)
      const ofPow = got >= NORMAL ? errorInUlps(got, ORACLE.pow(base, y)) : 0
      if (ofExp > 0.7 || ofPow > 0.7) expect.fail(`${x}: ${ofExp}, ${base}^${y}: ${ofPow}`)
    }
  })

  it('would show a deliberate error', () => {
    expect(errorInUlps(neighbour(Math.E, 2), ORACLE.exp(1))).toBeGreaterThan(1.5)
    expect(errorInUlps(0, ORACLE.exp(-745))).toBeGreaterThan(0.5)
    expect(errorInUlps(Infinity, ORACLE.exp(709.7827))).toBeGreaterThan(1e9)
  })
})

describe('the oracle', () => {
  for (const name of NAMES) {
    it(`agrees with decimal.js on ${name} to 35 digits`, () => {
      const random = fixedNumbers(35)
      const points = Array.from({ length: 30 }, () => DRAWS[name](random))
      const hard = HARD[name].filter((_, i) => i % 4 === 0)
      const decimal = DECIMAL[name] as Values<ReturnType<typeof DECIMAL.exp>>
      const oracle = ORACLE[name] as Values<Exact>
      for (const point of [...points, ...hard]) {
        const value = decimal(...point)
        // Zero has no digits to agree on.
        if (value.isZero()) expect(oracle(...point).top).toBe(0n)
        else expect(disagreement(oracle(...point), value), `${point}`).toBeLessThan(1e-35)
      }
    })
  }
})
