import { describe, expect, it } from 'vitest'
import { noiseBlock, noiseNormal, noiseNormalF32, noiseUniform, noiseUniformF32 } from './noise.ts'
import { seedWords } from './seed.ts'
import { uniform24, uniform53, uniformAboveZero, uniformAboveZeroF32 } from './uniform.ts'

const [LOW, HIGH] = seedWords('noise')
const COUNT = 50_000

type Draw = typeof noiseUniform
/** Draws over steps, cells and draws at once, as a sweep takes them. */
const sample = (draw: Draw) =>
  Array.from({ length: COUNT }, (_, i) => draw(LOW, HIGH, i & 7, 0, 1, i >> 5, (i >> 3) & 3))

const moment = (draws: number[], power: number) =>
  draws.reduce((total, x) => total + x ** power, 0) / draws.length

describe.each([
  ['binary64', noiseUniform, noiseNormal],
  ['binary32', noiseUniformF32, noiseNormalF32],
])('in %s', (_, uniform, normal) => {
  it('draws uniform numbers of mean 1/2 and variance 1/12, evenly over 64 bins', () => {
    const draws = sample(uniform)
    expect(Math.abs(moment(draws, 1) - 1 / 2)).toBeLessThan(4 / Math.sqrt(12 * COUNT))
    expect(Math.abs(moment(draws, 2) - 1 / 3)).toBeLessThan(4 * Math.sqrt(4 / 45 / COUNT))
    const counts = Array<number>(64).fill(0)
    for (const x of draws) counts[Math.floor(x * 64)] += 1
    const expected = COUNT / 64
    // The 99.9 % point of chi-square with 63 degrees of freedom.
    expect(counts.reduce((t, n) => t + (n - expected) ** 2 / expected, 0)).toBeLessThan(103.4)
  })

  it('draws normal numbers of mean 0, variance 1, skewness 0 and kurtosis 3', () => {
    const draws = sample(normal)
    expect(Math.abs(moment(draws, 1))).toBeLessThan(4 / Math.sqrt(COUNT))
    expect(Math.abs(moment(draws, 2) - 1)).toBeLessThan(4 * Math.sqrt(2 / COUNT))
    expect(Math.abs(moment(draws, 3))).toBeLessThan(4 * Math.sqrt(15 / COUNT))
    expect(Math.abs(moment(draws, 4) - 3)).toBeLessThan(4 * Math.sqrt(96 / COUNT))
  })

  it('draws normal numbers that fall beyond 1, 2 and 3 as often as the law says', () => {
    const draws = sample(normal)
    const shares = [0.317310508, 0.045500264, 0.002699796]
    shares.forEach((share, i) => {
      const beyond = draws.filter((x) => Math.abs(x) > i + 1).length
      expect(Math.abs(beyond - share * COUNT)).toBeLessThan(4 * Math.sqrt(share * COUNT))
    })
  })

  it('draws neighbours in step, cell, replica and draw that do not correlate', () => {
    const neighbours: [name: string, (i: number) => number][] = [
      ['step', (i) => normal(LOW, HIGH, 0, 0, 0, i + 1, 0)],
      ['cell', (i) => normal(LOW, HIGH, 1, 0, 0, i, 0)],
      ['replica', (i) => normal(LOW, HIGH, 0, 0, 1, i, 0)],
      ['draw', (i) => normal(LOW, HIGH, 0, 0, 0, i, 1)],
    ]
    for (const [name, neighbour] of neighbours) {
      let product = 0
      for (let i = 0; i < 10_000; i++) product += normal(LOW, HIGH, 0, 0, 0, i, 0) * neighbour(i)
      expect(Math.abs(product), name).toBeLessThan(4 * Math.sqrt(10_000))
    }
  })
})

it('never gives the logarithm a 0, nor a uniform number a 1', () => {
  expect(uniform53(-1, -1)).toBe(1 - 2 ** -53)
  expect(uniform53(0, 0)).toBe(0)
  expect(uniform24(-1)).toBe(1 - 2 ** -24)
  expect(uniform24(0xff)).toBe(0)
  expect(uniformAboveZero(0, 0)).toBe(2 ** -54)
  expect(uniformAboveZero(-1, -1)).toBe(1)
  expect(uniformAboveZeroF32(0)).toBe(2 ** -33)
  expect(uniformAboveZeroF32(-1)).toBe(1)
})

it('draws in binary32 what it draws in binary64, but for precision', () => {
  for (let i = 0; i < 1000; i++) {
    const key = [LOW, HIGH, 2, 0, 0, i, 0] as const
    expect(Math.abs(noiseUniformF32(...key) - noiseUniform(...key))).toBeLessThan(2 ** -24)
    expect(Math.abs(noiseNormalF32(...key) - noiseNormal(...key))).toBeLessThan(1e-4)
  }
})

it('stays in binary32 in the binary32 draws', () => {
  for (let i = 0; i < 1000; i++) {
    const uniform = noiseUniformF32(LOW, HIGH, 1, 0, 0, i, 0)
    const normal = noiseNormalF32(LOW, HIGH, 1, 0, 0, i, 0)
    expect([uniform, normal]).toEqual([Math.fround(uniform), Math.fround(normal)])
  }
})

// These are part of every result with noise: a change makes all old fingerprints wrong.
it('draws the very numbers that it drew when it was written', () => {
  const key = [1, 2, 3, 0, 5, 6, 7] as const
  expect(noiseBlock(...key)).toEqual([1032694404, 582435773, -1419588399, 144973143])
  expect([noiseUniform(...key), noiseUniformF32(...key)]).toEqual([
    0.2404429028601116, 0.24044287204742432,
  ])
  expect([noiseNormal(...key), noiseNormalF32(...key)]).toEqual([
    -0.8182354035742266, -0.8182353377342224,
  ])
})
