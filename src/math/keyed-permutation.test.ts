import { expect, it } from 'vitest'
import { type PermutationKey, permutedIndex } from './keyed-permutation.ts'
import { seedWords } from './seed.ts'

const key = (seed: string | number, index = 0): PermutationKey => ({
  seed: seedWords(seed),
  purpose: 2,
  index,
})
const permutation = (n: number, of: PermutationKey) =>
  Array.from({ length: n }, (_, i) => permutedIndex(i, n, of))

it('reaches each of 0 to n - 1 once, for every n from 1 to 200 and around powers of two', () => {
  const sizes = Array.from({ length: 200 }, (_, i) => i + 1)
  for (const n of [...sizes, 255, 256, 257, 1021, 1023, 1024, 1025, 4093])
    expect(new Set(permutation(n, key(n))).size).toBe(n)
})

it('stays below n and tells neighbours apart for huge n', () => {
  for (const n of [2 ** 32, 2 ** 32 - 1, 2 ** 31 + 1, 1_000_000_007]) {
    const images = [0, 1, 2, n - 3, n - 2, n - 1].map((i) => permutedIndex(i, n, key('huge')))
    expect(new Set(images).size).toBe(6)
    expect(images.every((x) => Number.isInteger(x) && x >= 0 && x < n)).toBe(true)
  }
})

it('is another permutation for another seed and another index', () => {
  const seen = [key('a'), key('b'), key('a', 1), key('a', 2 ** 40)].map((k) =>
    permutation(50, k).join(),
  )
  expect(new Set(seen).size).toBe(4)
})

it.each([
  [2, 2, 10.8],
  [3, 6, 20.5],
  [4, 24, 49.7],
])('takes all orders of %d equally often over seeds', (n, orders, limit) => {
  const keys = 12_000
  const counts = new Map<string, number>()
  for (let seed = 0; seed < keys; seed++) {
    const order = permutation(n, key(seed)).join()
    counts.set(order, (counts.get(order) ?? 0) + 1)
  }
  const expected = keys / orders
  const chi = [...counts.values()].reduce((t, c) => t + (c - expected) ** 2 / expected, 0)
  expect(counts.size).toBe(orders)
  // The 99.9 % points of chi-square with 1, 5 and 23 degrees of freedom.
  expect(chi).toBeLessThan(limit)
})

it('leaves no trace of the order: image and index do not correlate, nor do neighbours', () => {
  const n = 5000
  const images = permutation(n, key('order'))
  const z = (x: number) => (x - (n - 1) / 2) / (n / Math.sqrt(12))
  const withIndex = images.reduce((sum, x, i) => sum + z(x) * z(i), 0) / n
  const withNext = images.slice(1).reduce((sum, x, i) => sum + z(x) * z(images[i]), 0) / n
  expect(Math.abs(withIndex)).toBeLessThan(4 / Math.sqrt(n))
  expect(Math.abs(withNext)).toBeLessThan(4 / Math.sqrt(n))
})
