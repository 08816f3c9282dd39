// Laws of the elementary functions: symmetry bit for bit, ranges, order, and inverses.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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

type Function = (x: number) => number

const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
const positive = fc.double({ noNaN: true, min: Number.MIN_VALUE, noDefaultInfinity: true })
const unit = fc.double({ noNaN: true, min: -1, max: 1 })
const RUNS = { numRuns: 2000 }

/** A relative difference, for laws that hold up to rounding. */
const near = (a: number, b: number, ulps: number) =>
  Math.abs(a - b) <= ulps * 2 ** -52 * Math.max(Math.abs(a), Math.abs(b)) + 4 * Number.MIN_VALUE

describe('symmetry', () => {
  const odd = { sin, tan, asin, atan, sinh, tanh, cbrt }
  for (const [name, fn] of Object.entries<Function>(odd)) {
    it(`${name} is odd, bit for bit`, () => {
      fc.assert(
        fc.property(finite, (x) => Object.is(fn(-x), -fn(x))),
        RUNS,
      )
      fc.assert(
        fc.property(unit, (x) => Object.is(fn(-x), -fn(x))),
        RUNS,
      )
    })
  }

  for (const [name, fn] of Object.entries<Function>({ cos, cosh })) {
    it(`${name} is even, bit for bit`, () => {
      fc.assert(
        fc.property(finite, (x) => Object.is(fn(-x), fn(x))),
        RUNS,
      )
    })
  }

  it('hypot forgets signs and order', () => {
    fc.assert(
      fc.property(finite, finite, (x, y) => {
        const length = hypot(x, y)
        return Object.is(hypot(-y, x), length) && Object.is(hypot(x, -y), length)
      }),
      RUNS,
    )
  })

  it('atan2 is odd in y', () => {
    fc.assert(
      fc.property(finite, finite, (y, x) => Object.is(atan2(-y, x), -atan2(y, x))),
      RUNS,
    )
  })
})

describe('ranges', () => {
  it('keeps sin, cos and tanh within 1, and cosh above it', () => {
    fc.assert(
      fc.property(finite, (x) => {
        const within = (value: number) => Math.abs(value) <= 1
        return within(sin(x)) && within(cos(x)) && within(tanh(x)) && cosh(x) >= 1
      }),
      RUNS,
    )
  })

  it('keeps angles within their half turns', () => {
    fc.assert(
      fc.property(finite, finite, unit, (y, x, u) => {
        const right = Math.PI / 2
        expect(Math.abs(atan2(y, x))).toBeLessThanOrEqual(Math.PI)
        expect(Math.abs(atan(x))).toBeLessThanOrEqual(right)
        expect(Math.abs(asin(u))).toBeLessThanOrEqual(right)
        expect(acos(u)).toBeGreaterThanOrEqual(0)
        expect(acos(u)).toBeLessThanOrEqual(Math.PI)
      }),
      RUNS,
    )
  })

  it('gives a finite tangent for every angle', () => {
    fc.assert(
      fc.property(finite, (x) => Number.isFinite(tan(x))),
      RUNS,
    )
  })

  it('keeps a vector at least as long as its sides', () => {
    fc.assert(
      fc.property(finite, finite, (x, y) => hypot(x, y) >= Math.max(Math.abs(x), Math.abs(y))),
      RUNS,
    )
  })
})

describe('order', () => {
  const rising = { exp, expm1, sinh, tanh, atan, cbrt }
  const risingOnPositive = { log, log2, log10, log1p }
  /** Numbers apart by more than rounding keep their order; neighbours may be rounded together. */
  const rises = (fn: Function, a: number, b: number) => {
    const [low, high] = a < b ? [a, b] : [b, a]
    return near(low, high, 4) || fn(low) <= fn(high)
  }

  for (const [name, fn] of Object.entries<Function>(rising)) {
    it(`${name} rises`, () => {
      const close = fc.double({ noNaN: true, min: -30, max: 30 })
      fc.assert(
        fc.property(finite, finite, (a, b) => rises(fn, a, b)),
        RUNS,
      )
      fc.assert(
        fc.property(close, close, (a, b) => rises(fn, a, b)),
        RUNS,
      )
    })
  }

  for (const [name, fn] of Object.entries<Function>(risingOnPositive)) {
    it(`${name} rises`, () => {
      fc.assert(
        fc.property(positive, positive, (a, b) => rises(fn, a, b)),
        RUNS,
      )
    })
  }

  it('asin rises and acos falls', () => {
    fc.assert(
      fc.property(unit, unit, (a, b) => rises(asin, a, b) && rises((x) => -acos(x), a, b)),
      RUNS,
    )
  })
})

describe('inverses and sums', () => {
  const moderate = fc.double({ noNaN: true, min: -700, max: 700 })

  it('takes exp and log back, within the condition of the problem', () => {
    fc.assert(
      fc.property(moderate, (x) => Math.abs(log(exp(x)) - x) <= 2 ** -52 * (2 + Math.abs(x))),
      RUNS,
    )
  })

  it('cubes a cube root back', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e100, max: 1e100 }), (x) => {
        const root = cbrt(x)
        return Math.abs(x) < 1e-300 || near(root * root * root, x, 5)
      }),
      RUNS,
    )
  })

  it('keeps sin^2 + cos^2 and cosh^2 - sinh^2 at 1', () => {
    fc.assert(
      fc.property(finite, (x) => near(sin(x) ** 2 + cos(x) ** 2, 1, 3)),
      RUNS,
    )
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1, max: 1 }), (x) =>
        near(cosh(x) ** 2 - sinh(x) ** 2, 1, 12),
      ),
      RUNS,
    )
  })

  it('has the tangent as the quotient of sine and cosine', () => {
    fc.assert(
      fc.property(finite, (x) => near(tan(x), sin(x) / cos(x), 4)),
      RUNS,
    )
  })

  it('has powers as exponentials of logarithms', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: 1e-3, max: 1e3 }),
        fc.double({ noNaN: true, min: -30, max: 30 }),
        (x, y) => near(pow(x, y), exp(y * log(x)), 2 + 4 * Math.abs(y * log(x))),
      ),
      RUNS,
    )
  })

  it('finds the angle of a vector from its sine and cosine', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -Math.PI, max: Math.PI }), (x) =>
        near(atan2(sin(x), cos(x)), x, 4),
      ),
      RUNS,
    )
  })

  it('is 1 apart between exp and expm1, and between log and log1p', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -5, max: 5 }), (x) => {
        expect(near(expm1(x) + 1, exp(x), 2 + 2 / exp(x))).toBe(true)
        expect(Math.abs(log1p(exp(x)) - log(1 + exp(x)))).toBeLessThan(2 ** -51 * (1 + Math.abs(x)))
      }),
      RUNS,
    )
  })
})
