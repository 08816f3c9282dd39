import { expect, it } from 'vitest'
import { compensatedSum, mean, neumaierAdd, variance } from './sums.ts'

it('keeps the small terms of [1, 1e100, 1, -1e100], where a plain sum gives 0', () => {
  expect(compensatedSum([1, 1e100, 1, -1e100])).toBe(2)
  expect([1, 1e100, 1, -1e100].reduce((a, b) => a + b)).toBe(0)
})

it('adds ten tenths to exactly one, where a plain sum gives 0.9999999999999999', () => {
  expect(compensatedSum(Array(10).fill(0.1))).toBe(1)
})

it('adds a value to a pair in either order of size', () => {
  expect(neumaierAdd(1e100, 0, 1)).toEqual([1e100, 1])
  expect(neumaierAdd(1, 0, 1e100)).toEqual([1e100, 1])
  expect(neumaierAdd(3, 0.25, 4)).toEqual([7, 0.25])
})

it('sums nothing to 0, and gives infinities and NaN as a plain sum would', () => {
  expect(compensatedSum([])).toBe(0)
  expect(compensatedSum([1, Number.POSITIVE_INFINITY, 2])).toBe(Number.POSITIVE_INFINITY)
  expect(compensatedSum([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])).toBeNaN()
  expect(compensatedSum([1e308, 1e308])).toBe(Number.POSITIVE_INFINITY)
  expect(compensatedSum([1, Number.NaN])).toBeNaN()
})

it('has no mean of nothing and no variance of one value', () => {
  expect(mean([])).toBeNaN()
  expect(variance([5])).toBeNaN()
  expect(variance([])).toBeNaN()
})

it('takes the mean and the variance of known samples', () => {
  expect(mean([1, 2, 3, 4])).toBe(2.5)
  expect(variance([2, 4, 4, 4, 5, 5, 7, 9])).toBe(32 / 7)
  expect(mean(new Float64Array([1, 2]))).toBe(1.5)
})

it('finds the variance 30 of four values near a billion (a one-pass formula fails there)', () => {
  expect(variance([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16])).toBe(30)
  expect(variance([1e15, 1e15 + 1, 1e15 + 2].map((x) => x + 0.25))).toBe(1)
})
