import { expect, it } from 'vitest'
import { permutedIndex } from './keyed-permutation.ts'
import { latinHypercubePoints } from './latin-hypercube.ts'
import { seedWords } from './seed.ts'

const SEED = seedWords('latin')

/** The k with k / count <= x < (k + 1) / count, without rounding. */
function stratum(x: number, count: number): number {
  // x is a multiple of 2^-106: of 2^-53 times its own power of two.
  const scaled = BigInt(x * 2 ** 53 * 2 ** 53)
  return Number((scaled * BigInt(count)) >> 106n)
}

it('puts exactly one point into each stratum of each dimension', () => {
  const sizes = Array.from({ length: 200 }, (_, i) => i + 1)
  for (const count of [...sizes, 255, 256, 257, 1021, 1023, 1025, 2047, 2048, 2049]) {
    const at = latinHypercubePoints(count, SEED)
    for (const dimension of [0, 1, 7]) {
      const hit = new Set<number>()
      for (let i = 0; i < count; i++) hit.add(stratum(at(i, dimension), count))
      expect(hit.size).toBe(count)
    }
  }
})

it('keeps points inside their strata where a stratum is 2^-32 wide', () => {
  const count = 2 ** 32
  const at = latinHypercubePoints(count, SEED)
  const hit = Array.from({ length: 1000 }, (_, i) => stratum(at(count - 1 - i, 0), count))
  expect(new Set(hit).size).toBe(1000)
  for (let i = 0; i < 1000; i++) expect(at(i, 1) * 2 ** 53).toSatisfy(Number.isInteger)
})

it('keeps a point at the last place of its stratum inside it', () => {
  // The place of point 924391 in dimension 0 is the last of 2^20.
  const [index, count] = [924_391, 1_000_000]
  const x = latinHypercubePoints(count, SEED)(index, 0)
  const wanted = permutedIndex(index, count, { seed: SEED, purpose: 2, index: 0 })
  expect(stratum(x, count)).toBe(wanted)
  expect(x * count - wanted).toBeGreaterThan(1 - 2 ** -20)
})

it('spreads points evenly inside their strata', () => {
  const count = 20_000
  const at = latinHypercubePoints(count, SEED)
  const counts = Array<number>(20).fill(0)
  for (let i = 0; i < count; i++) counts[Math.floor(((at(i, 3) * count) % 1) * 20)] += 1
  const chi = counts.reduce((total, n) => total + (n - 1000) ** 2 / 1000, 0)
  // The 99.9 % point of chi-square with 19 degrees of freedom.
  expect(chi).toBeLessThan(43.8)
})

it('pairs dimensions at random: they do not correlate', () => {
  const count = 4096
  const at = latinHypercubePoints(count, SEED)
  for (const [a, b] of [
    [0, 1],
    [1, 2],
    [0, 2 ** 31],
  ]) {
    let product = 0
    for (let i = 0; i < count; i++) product += 12 * (at(i, a) - 0.5) * (at(i, b) - 0.5)
    expect(Math.abs(product / count)).toBeLessThan(4 / Math.sqrt(count))
  }
})

it('finds a point from the seed and its index alone', () => {
  const at = latinHypercubePoints(1e9, SEED)
  const again = latinHypercubePoints(1e9, SEED)
  expect(at(123_456_789, 5)).toBe(again(123_456_789, 5))
  expect(at(123_456_789, 5)).not.toBe(latinHypercubePoints(1e9, seedWords('x'))(123_456_789, 5))
})

it.each([0, 2.5, Number.NaN, 2 ** 33])('refuses %d points', (count) => {
  expect(() => latinHypercubePoints(count, SEED)).toThrow('it has 1 to 2^32')
})
