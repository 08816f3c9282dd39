import { describe, expect, it } from 'vitest'
import { GrowthSeries } from './growth-series.ts'
import { growthOf, lyapunov, type RateEstimate, rateOf, runningRates } from './lyapunov.ts'
import {
  autoregression,
  henonLengths,
  logisticLengths,
  lorenzLengths,
} from './plain-chaos.fixture.ts'

function seriesOf(lengths: number[]): GrowthSeries {
  const series = new GrowthSeries(1, 1)
  for (const length of lengths) series.add(0, [length])
  return series
}

const estimate = (lengths: number[], interval = 1) => lyapunov(seriesOf(lengths), 0, 0, interval)

/** Percent of 200 seeds whose estimate has the true rate within two errors. */
function coverage(truth: number, run: (seed: number) => RateEstimate): number {
  let within = 0
  for (let seed = 1; seed <= 200; seed++) {
    const { rate, error } = run(seed)
    if (Math.abs(rate - truth) <= 2 * error) within += 1
  }
  return within / 2
}

describe('two errors cover the true rate', () => {
  const within = (found: number, name: string) => {
    if (process.env.SHOW_COVERAGE) console.log(name, found)
    expect(found, name).toBeGreaterThanOrEqual(90)
    expect(found, name).toBeLessThanOrEqual(99)
  }

  it('in 90 to 99 % of series with a correlation of either sign', () => {
    for (const phi of [-0.5, 0, 0.9])
      for (const count of [400, 2000]) {
        const grow = (seed: number) => autoregression(seed, count, phi).map(Math.exp)
        within(
          coverage(0, (seed) => estimate(grow(seed))),
          `autoregression ${phi}, ${count}`,
        )
      }
  })

  it('in 90 to 99 % of runs of Henon', () => {
    for (const count of [300, 1000, 5000])
      within(
        coverage(0.41922, (seed) => estimate(henonLengths(seed, count))),
        `Henon ${count}`,
      )
  })

  it('in 90 to 99 % of runs of Lorenz', () => {
    within(
      coverage(0.9056, (seed) => estimate(lorenzLengths(seed, 500))),
      'Lorenz 500',
    )
  })

  it('in 90 % and more of runs of the logistic map, whose growth telescopes', () => {
    // ln|f'| = ln 2 + g(f(x)) - g(x): the error falls as 1 / time, and the estimate is careful.
    for (const count of [300, 1000, 5000]) {
      const found = coverage(Math.LN2, (seed) => estimate(logisticLengths(seed, count)))
      if (process.env.SHOW_COVERAGE) console.log('logistic', count, found)
      expect(found).toBeGreaterThanOrEqual(90)
    }
  })
})

describe('the estimate', () => {
  it('is a rate per unit of time', () => {
    const { rate, time, error } = estimate(Array(100).fill(Math.E), 0.5)
    expect(rate).toBeCloseTo(2, 14)
    expect(time).toBe(50)
    expect(error).toBeLessThan(1e-14)
    expect(error).toBeGreaterThan(0)
  })

  it('has an error that falls as 1 / time where growth telescopes', () => {
    const at = (count: number) => {
      // A vector whose length goes up and down: the rate of a zero exponent.
      const length = (k: number) => 2 + Math.sin(1.7 * k)
      return estimate(Array.from({ length: count }, (_, k) => length(k + 1) / length(k)))
    }
    for (const count of [1000, 4000, 16000, 64000]) {
      const { rate, error } = at(count)
      expect(Math.abs(rate)).toBeLessThan(2 * error)
      expect(error * count).toBeLessThan(8)
    }
  })

  it('counts how many batches are independent', () => {
    const white = estimate(autoregression(3, 6000, 0).map(Math.exp))
    const slow = estimate(autoregression(3, 1000, 0.95).map(Math.exp))
    expect(white.independent).toBeGreaterThan(white.batches / 2)
    expect(slow.independent).toBeLessThan(slow.batches / 3)
    expect(white.settled).toBe(true)
  })

  it('assumes the worst of a correlation that outlasts the run', () => {
    const found = coverage(0, (seed) => estimate(autoregression(seed, 100, 0.98).map(Math.exp)))
    if (process.env.SHOW_COVERAGE) console.log('0.98, 100', found)
    expect(found).toBeGreaterThanOrEqual(80)
  })

  it('does not take a power law for a rate', () => {
    const lengths = Array.from({ length: 10_000 }, (_, k) => (k + 2) / (k + 1))
    const { rate, error, late, drift } = estimate(lengths)
    expect(rate).toBeCloseTo(Math.log(10_001) / 10_000, 10)
    expect(late).toBeCloseTo(Math.log(2) / 5000, 5)
    expect(rate).toBeLessThan(3 * error)
    expect(drift).toBeCloseTo(late - rate, 4)
  })

  it('is -Infinity where a length was 0, and none where one was not finite', () => {
    expect(estimate([1, 2, 0, 3])).toMatchObject({
      rate: Number.NEGATIVE_INFINITY,
      error: Number.NaN,
    })
    expect(estimate([1, 2, Number.POSITIVE_INFINITY, 0])).toMatchObject({
      rate: Number.NaN,
      error: Number.NaN,
    })
    expect(estimate([])).toMatchObject({ rate: Number.NaN, error: Number.NaN })
    expect(estimate([Math.E, Math.E])).toMatchObject({ rate: 1, error: Number.NaN, batches: 2 })
  })

  it('follows the rate along the run', () => {
    const growth = growthOf(seriesOf(henonLengths(1, 1024)), 0, 0)
    const rates = runningRates(growth, 1)
    expect(rates.length).toBe(64)
    expect(rates[63]).toBeCloseTo(rateOf(growth, 1).rate, 12)
    expect(rates[0]).toBeCloseTo(growth.sums[0]! / 16, 14)
  })
})
