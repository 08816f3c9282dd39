import { describe, expect, it } from 'vitest'
import { seedWords } from './seed.ts'
import { FIRST_POINTS, POINT_12345 } from './sobol.cases.ts'
import { SOBOL_DIMENSIONS, sobolPoints } from './sobol.ts'
import { DIRECTIONS } from './sobol-directions.ts'

it('begins as published implementations with these direction numbers do', () => {
  const at = sobolPoints(8)
  const points = FIRST_POINTS.map((_, i) => Array.from({ length: 8 }, (_, d) => at(i, d)))
  expect(points).toEqual(FIRST_POINTS)
})

it('reaches a far point without the ones before it, in all 64 dimensions', () => {
  const at = sobolPoints(SOBOL_DIMENSIONS)
  expect(POINT_12345.map((_, d) => at(12345, d) * 2 ** 14)).toEqual(POINT_12345)
})

it('has direction numbers that are odd and below 2^j, and no row twice', () => {
  for (const [, ...m] of DIRECTIONS)
    m.forEach((value, j) => {
      expect(value % 2).toBe(1)
      expect(value).toBeLessThan(2 ** (j + 1))
    })
  expect(new Set(DIRECTIONS.map(String)).size).toBe(63)
})

describe.each([
  ['unshifted', undefined],
  ['shifted', seedWords('sobol')],
])('%s', (_, seed) => {
  it('puts one of 2^k points into each of 2^k intervals, in all dimensions and blocks', () => {
    const at = sobolPoints(SOBOL_DIMENSIONS, seed)
    for (const k of [0, 1, 4, 9])
      for (const block of [0, 5, 2 ** 32])
        for (let d = 0; d < SOBOL_DIMENSIONS; d++) {
          const hit = new Set<number>()
          for (let i = 0; i < 2 ** k; i++) hit.add(Math.floor(at(block * 2 ** k + i, d) * 2 ** k))
          expect(hit.size).toBe(2 ** k)
        }
  })

  it('balances every box of area 2^-k in the first two dimensions, whatever its shape', () => {
    const at = sobolPoints(2, seed)
    const k = 8
    for (let j = 0; j <= k; j++) {
      const hit = new Set<number>()
      for (let i = 0; i < 2 ** k; i++) {
        const [x, y] = [at(i, 0) * 2 ** j, at(i, 1) * 2 ** (k - j)]
        hit.add(Math.floor(x) * 2 ** (k - j) + Math.floor(y))
      }
      expect(hit.size).toBe(2 ** k)
    }
  })

  it('integrates a smooth function of eight variables far better than random points would', () => {
    const at = sobolPoints(8, seed)
    let sum = 0
    for (let i = 0; i < 4096; i++) {
      let product = 1
      for (let d = 0; d < 8; d++) product *= 1 + (at(i, d) - 0.5) / 2
      sum += product
    }
    // The integral is 1; 4096 random points leave a standard error of 0.0066.
    expect(Math.abs(sum / 4096 - 1)).toBeLessThan(0.001)
  })
})

it('tells 2^53 points apart, each a multiple of 2^-53 below 1', () => {
  const at = sobolPoints(3, seedWords(1))
  for (const index of [2 ** 53 - 1, 2 ** 53 - 2, 2 ** 52, 2 ** 32, 2 ** 32 - 1])
    for (let d = 0; d < 3; d++) {
      expect(at(index, d) * 2 ** 53).toSatisfy(Number.isInteger)
      expect(at(index, d)).toBeLessThan(1)
      expect(at(index, d)).not.toBe(at(index - 1, d))
    }
})

it('shifts each dimension by its own random bits, which the seed decides', () => {
  const first = (seed: string) => [0, 1, 2].map((d) => sobolPoints(3, seedWords(seed))(0, d))
  expect(first('a')).toEqual(first('a'))
  expect(new Set([...first('a'), ...first('b')]).size).toBe(6)
  const lowBits = first('a').map((x) => (x * 2 ** 53) % 2 ** 21)
  expect(new Set([0, ...lowBits]).size).toBe(4)
})

it.each([0, 65, 1.5, Number.NaN])('refuses %d dimensions', (dimensions) => {
  expect(() => sobolPoints(dimensions)).toThrow(`sobol: ${dimensions} dimensions; it has 1 to 64`)
})
