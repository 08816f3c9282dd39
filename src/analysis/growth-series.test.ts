import { describe, expect, it } from 'vitest'
import { log } from '../math/log.ts'
import { GrowthSeries } from './growth-series.ts'

const lengths = (k: number) => [1 + (k % 7), 0.25 + (k % 3)]

function filled(count: number, capacity: number): GrowthSeries {
  const series = new GrowthSeries(3, 2, capacity)
  for (let k = 0; k < count; k++) series.add(1, lengths(k))
  return series
}

describe('GrowthSeries', () => {
  it('keeps each interval as a batch until there is no place', () => {
    const series = filled(7, 8)
    expect([series.batches(1), series.batchIntervals(1), series.intervals(1)]).toEqual([7, 1, 7])
    expect([...series.sums(1, 0)]).toEqual([1, 2, 3, 4, 5, 6, 7].map(log))
    expect(series.batches(0) + series.batches(2)).toBe(0)
  })

  it('joins neighbours when it is full, and has longer batches from then on', () => {
    for (const count of [8, 9, 15, 16, 100, 1000, 4097]) {
      const series = filled(count, 8)
      const stride = series.batchIntervals(1)
      expect(series.intervals(1)).toBe(count)
      expect(series.batches(1)).toBe(Math.floor(count / stride))
      expect(series.batches(1)).toBeGreaterThanOrEqual(4)
      expect(series.batches(1)).toBeLessThan(8)
      for (const vector of [0, 1]) {
        series.sums(1, vector).forEach((sum, b) => {
          let direct = 0
          for (let k = b * stride; k < (b + 1) * stride; k++) direct += log(lengths(k)[vector]!)
          expect(Math.abs(sum - direct)).toBeLessThan(1e-12 * stride)
        })
      }
    }
  })

  it('sums all that came, to the last bit where numbers cancel', () => {
    const series = new GrowthSeries(1, 1, 4)
    for (let k = 0; k < 100_000; k++) series.add(0, [k % 2 === 0 ? 1e300 : 1e-300])
    const step = log(1e300) + log(1e-300)
    expect(Math.abs(series.total(0, 0) - 50_000 * step)).toBeLessThan(1e-11)
    series.add(0, [2])
    expect(series.total(0, 0)).toBeCloseTo(50_000 * step + Math.LN2, 12)
  })

  it('counts lengths that have no logarithm', () => {
    const series = new GrowthSeries(1, 2)
    for (const length of [1, 0, Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 2])
      series.add(0, [length, 1])
    expect([series.zeros(0, 0), series.broken(0, 0)]).toEqual([2, 3])
    expect([series.zeros(0, 1), series.broken(0, 1)]).toEqual([0, 0])
    expect(series.total(0, 0)).toBe(log(2))
    expect(series.intervals(0)).toBe(7)
  })

  it('forgets the members that are reset, and no others', () => {
    const series = filled(100, 8)
    series.add(2, [2, 2])
    series.reset(2)
    expect([series.intervals(1), series.total(1, 0), series.batches(1)]).toEqual([0, 0, 0])
    expect(series.intervals(2)).toBe(1)
    for (let k = 0; k < 100; k++) series.add(1, lengths(k))
    expect([...series.sums(1, 1)]).toEqual([...filled(100, 8).sums(1, 1)])
  })

  it('refuses an odd capacity', () => {
    expect(() => new GrowthSeries(1, 1, 7)).toThrow('even number of batches, not 7')
  })
})
