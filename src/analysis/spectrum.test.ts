import { describe, expect, it } from 'vitest'
import { orthonormalise } from './gram-schmidt.ts'
import { GrowthSeries } from './growth-series.ts'
import { normalOf } from './plain-chaos.fixture.ts'
import { spectrum, sumResidual, zeroOf } from './spectrum.ts'

/** A series of vectors with these rates, and noise of the given size a unit of time. */
function seriesOf(rates: number[], noise: number, count = 2000, seed = 1): GrowthSeries {
  const normal = normalOf(seed)
  const series = new GrowthSeries(1, rates.length)
  for (let k = 0; k < count; k++)
    series.add(
      0,
      rates.map((rate) => Math.exp(rate + noise * normal())),
    )
  return series
}

/** Both exponents of the Henon map, by its tangent and Gram-Schmidt. */
function henon(count: number, seed: number): GrowthSeries {
  const series = new GrowthSeries(1, 2)
  let [x, y] = [normalOf(seed)() * 0.01, 0]
  const columns = [1, 0, 0, 1].map((one) => Float64Array.of(one))
  const lengths = new Float64Array(2)
  for (let k = -50; k < count; k++) {
    for (const j of [0, 2]) {
      const [u, v] = [columns[j]![0]!, columns[j + 1]![0]!]
      columns[j]![0] = -2.8 * x * u + v
      columns[j + 1]![0] = 0.3 * u
    }
    ;[x, y] = [1 - 1.4 * x * x + y, 0.3 * x]
    orthonormalise(columns, 0, 2, 2, 0, lengths)
    if (k >= 0) series.add(0, lengths)
  }
  return series
}

describe('the spectrum', () => {
  it('of Henon has the published exponents, sum ln 0.3 and dimension 1.258', () => {
    const { exponents, sum, dimension } = spectrum(henon(20_000, 1), 0, 2, 1)
    const [first, second] = exponents as [(typeof exponents)[0], (typeof exponents)[0]]
    expect(Math.abs(first.rate - 0.41922)).toBeLessThan(3 * first.error)
    expect(Math.abs(second.rate + 1.62319)).toBeLessThan(3 * second.error)
    expect(sum.rate).toBeCloseTo(Math.log(0.3), 13)
    expect(Math.abs(sumResidual(sum, Math.log(0.3)).value)).toBeLessThan(1e-13)
    expect(Math.abs(dimension.value - 1.25827)).toBeLessThan(3 * dimension.error)
    expect(dimension.error).toBeLessThan(0.01)
  })

  it('has an error of the dimension that covers it, correlation of the exponents included', () => {
    let [within, errors, squares] = [0, 0, 0]
    for (let seed = 1; seed <= 200; seed++) {
      const { dimension } = spectrum(henon(1000, seed), 0, 2, 1)
      if (Math.abs(dimension.value - 1.25827) <= 2 * dimension.error) within += 1
      errors += dimension.error / 200
      squares += (dimension.value - 1.25827) ** 2 / 200
    }
    expect(errors / Math.sqrt(squares)).toBeGreaterThan(0.9)
    expect(errors / Math.sqrt(squares)).toBeLessThan(1.25)
    if (process.env.SHOW_COVERAGE) console.log('dimension', within / 2, errors / Math.sqrt(squares))
    expect(within / 2).toBeGreaterThanOrEqual(90)
    expect(within / 2).toBeLessThanOrEqual(99)
  })

  it('gives the dimension of Lorenz, of cycles, fixed points and the whole space', () => {
    const dimension = (rates: number[], size = rates.length) =>
      spectrum(seriesOf(rates, 1e-6), 0, size, 1).dimension.value
    expect(dimension([0.9056, 0, -14.5723])).toBeCloseTo(2.06215, 4)
    expect(dimension([0, -1, -2])).toBeCloseTo(1, 5)
    expect(dimension([-0.1, -1])).toBe(0)
    expect(dimension([0.4, 0.2])).toBe(2)
    expect(dimension([0.3, 0, -0.3])).toBeCloseTo(3, 5)
    expect(dimension([0.4, 0.2], 3)).toBe(Number.NaN)
  })

  it('finds the exponent nearest to 0 and its distance in errors', () => {
    const { zero } = spectrum(seriesOf([0.9, 0, -14], 0.1), 0, 3, 1)
    expect(zero.index).toBe(1)
    expect(zero.sigmas).toBeLessThan(3)
    expect(spectrum(seriesOf([0.9, 0.05, -14], 0.1), 0, 3, 1).zero.sigmas).toBeGreaterThan(10)
  })

  it('tells how far the sum is from what it should be', () => {
    const { sum } = spectrum(seriesOf([1, -2], 0.1), 0, 2, 1)
    expect(sumResidual(sum, -1).sigmas).toBeLessThan(3)
    expect(sumResidual(sum, -1.1)).toMatchObject({ error: sum.error, value: sum.rate + 1.1 })
    expect(sumResidual(sum, -1, 10).sigmas).toBeLessThan(0.01)
  })

  it('stays a spectrum where a vector vanishes', () => {
    const series = new GrowthSeries(1, 2)
    for (let k = 0; k < 100; k++) series.add(0, [2, 0])
    const { exponents, dimension } = spectrum(series, 0, 2, 1)
    expect(exponents[1]!.rate).toBe(Number.NEGATIVE_INFINITY)
    expect(dimension).toEqual({ value: 1, error: 0 })
  })
})

describe('the zero exponent of a flow', () => {
  const zero = (rates: number[], size = rates.length) => {
    const found = zeroOf(spectrum(seriesOf(rates, 0.1), 0, size, 1), size)
    return found.value
  }

  it('is the exponent nearest to 0, where there should be one', () => {
    expect(Math.abs(zero([0.9, 0, -14]))).toBeLessThan(0.01)
    expect(Math.abs(zero([0.9, 0], 3))).toBeLessThan(0.01)
    expect(Math.abs(zero([0, -1]))).toBeLessThan(0.01)
  })

  it('is shown even where it is wrong, but not at a fixed point or beyond what is known', () => {
    expect(zero([0.9, 0.1, -14])).toBeCloseTo(0.1, 1)
    expect(zero([-0.1, -2])).toBe(Number.NaN)
    expect(zero([0.9, 0.5], 3)).toBe(Number.NaN)
    expect(zero([0.9], 3)).toBe(Number.NaN)
    expect(zero([0.9, -0.1, -2], 4)).toBeCloseTo(-0.1, 1)
  })

  it('is there where an integrator damps by less than one e-folding', () => {
    expect(zeroOf(spectrum(seriesOf([-1e-7, -1e-7], 0), 0, 2, 1), 2).value).toBeCloseTo(-1e-7, 12)
  })
})

it('takes as many of the vectors as it is asked for', () => {
  const series = seriesOf([0.9, 0, -14], 0.1)
  const { exponents, sum, dimension } = spectrum(series, 0, 3, 1, 2)
  expect(exponents).toEqual(spectrum(series, 0, 3, 1).exponents.slice(0, 2))
  expect(sum.rate).toBeCloseTo(exponents[0]!.rate + exponents[1]!.rate, 12)
  expect(dimension.value).toBe(Number.NaN)
})
