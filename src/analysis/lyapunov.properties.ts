import fc from 'fast-check'
import { expect, it } from 'vitest'
import { GrowthSeries } from './growth-series.ts'
import { lyapunov, type RateEstimate } from './lyapunov.ts'
import { verdictOf } from './verdict.ts'

function estimate(lengths: readonly number[], interval = 1, capacity = 128): RateEstimate {
  const series = new GrowthSeries(1, 1, capacity)
  for (const length of lengths) series.add(0, [length])
  return lyapunov(series, 0, 0, interval)
}

const verdict = (of: RateEstimate) => verdictOf({ estimate: of, escaped: false, repeated: false })

const lengths = fc.array(fc.double({ min: 0.1, max: 10, noNaN: true }), {
  minLength: 40,
  maxLength: 600,
})
const near = (found: number, wanted: number, tolerance: number) =>
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(tolerance)

it('does not depend on how many batches are kept, as far as the rate goes', () => {
  fc.assert(
    fc.property(lengths, (of) => {
      const { rate } = estimate(of)
      for (const capacity of [2, 8, 64, 1024]) near(estimate(of, 1, capacity).rate, rate, 1e-13)
    }),
  )
})

it('does not depend on where vectors are renewed', () => {
  // Lengths multiply over longer intervals.
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 7 }), (of, every) => {
      const whole = of.slice(0, of.length - (of.length % every))
      const joined: number[] = []
      for (let k = 0; k < whole.length; k += every)
        joined.push(whole.slice(k, k + every).reduce((product, length) => product * length))
      near(estimate(joined, every).rate, estimate(whole).rate, 1e-13)
    }),
  )
})

it('is by unit of time: another unit divides rate and error, and leaves the verdict', () => {
  fc.assert(
    fc.property(lengths, fc.integer({ min: -20, max: 20 }), (of, power) => {
      const unit = 2 ** power
      const [a, b] = [estimate(of), estimate(of, unit)]
      expect(b.rate).toBe(a.rate / unit)
      near(b.error * unit, a.error, 1e-12 * a.error)
      expect(verdict(b)).toBe(verdict(a))
    }),
  )
})

it('adds a constant growth to the rate, and nothing to the error', () => {
  fc.assert(
    fc.property(lengths, fc.integer({ min: -4, max: 4 }), (of, power) => {
      const [a, b] = [estimate(of), estimate(of.map((length) => length * 2 ** power))]
      near(b.rate, a.rate + power * Math.LN2, 1e-13)
      near(b.error, a.error, 1e-7 * a.error + 1e-12)
    }),
  )
})

it('is chaotic or contracting where growth is the same in every interval', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 3, noNaN: true }), (rate) => {
      expect(verdict(estimate(Array(200).fill(Math.exp(rate))))).toBe('chaotic')
      expect(verdict(estimate(Array(200).fill(Math.exp(-rate))))).toBe('contracting')
    }),
  )
})
