import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SERIES_MIN, sumVariance } from './sum-variance.ts'

const series = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), {
  minLength: SERIES_MIN,
  maxLength: 130,
})
const near = (found: number, wanted: number) =>
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(1e-8 * Math.abs(wanted) + 1e-25)

it('is never below 0, nor below the variance of one of the numbers', () => {
  fc.assert(
    fc.property(series, (x) => {
      const { variance, uncorrelated } = sumVariance(x)
      const one = ((x.length - 1) * uncorrelated) / x.length ** 2
      expect(variance).toBeGreaterThanOrEqual(0)
      expect(variance).toBeGreaterThanOrEqual(one * (1 - 1e-12))
    }),
  )
})

it('grows with the square of the unit', () => {
  const unit = fc.double({ min: 1e-3, max: 1e3, noNaN: true })
  fc.assert(
    fc.property(series, unit, (x, c) => {
      const { variance } = sumVariance(x)
      fc.pre(variance > 1e-9)
      near(sumVariance(x.map((value) => c * value)).variance, c * c * variance)
    }),
  )
})

it('does not depend on the mean, the sign, or the direction of time', () => {
  fc.assert(
    fc.property(series, fc.integer({ min: -20, max: 20 }), (x, c) => {
      const { variance } = sumVariance(x)
      fc.pre(variance > 1e-9)
      near(sumVariance(x.map((value) => c + value)).variance, variance)
      near(sumVariance(x.map((value) => -value)).variance, variance)
      near(sumVariance([...x].reverse()).variance, variance)
    }),
  )
})
