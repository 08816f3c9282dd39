import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Axis, axisLength, axisValue, linspace, logspace, range, values } from './axes.ts'

const all = (axis: Axis) => Array.from({ length: axisLength(axis) }, (_, i) => axisValue(axis, i))
const hashOf = (axis: Axis) =>
  createHash('sha256')
    .update(Float64Array.from(all(axis)))
    .digest('hex')

test('linspace has the bits of numpy 2.4', () => {
  // sha256(np.linspace(...).astype('<f8').tobytes())
  expect(hashOf(linspace(0, 200, 401))).toBe(
    '64209567f45b9501a5245656e02aef368debc851f028b0011e566a1078612740',
  )
  expect(hashOf(linspace(-0.3, 1.7, 1001))).toBe(
    'f1f5b57b477e8c7400961774c0e46efe995e70f740ff243cb4bec3e19bdfaaeb',
  )
  expect(all(linspace(0.1, 0.7, 7))).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7])
  expect(all(linspace(0, 5e-324, 3))).toEqual([0, 0, 5e-324])
  expect(all(linspace(2, 9, 1))).toEqual([2])
  // 49 * (1 / 49) is not 1: the last value is the end as it was given.
  expect(all(linspace(0, 1, 50)).at(-1)).toBe(1)
})

test('a logspace over whole powers of ten has exactly those', () => {
  expect(all(logspace(-3, 2, 6))).toEqual([1e-3, 1e-2, 1e-1, 1, 10, 100])
  expect(all(logspace(0, 1, 3))[1]).toBeCloseTo(10 ** 0.5, 14)
})

test('a range takes its end in when the steps reach it up to rounding', () => {
  expect(all(range(0, 1, 0.1))).toHaveLength(11)
  expect(all(range(0, 1, 0.1)).at(-1)).toBe(1)
  expect(all(range(0, 1, 0.3))).toEqual([0, 0.3, 0.6, 0.3 * 3])
  expect(all(range(3, 0, -1))).toEqual([3, 2, 1, 0])
  expect(all(range(5, 5, 1))).toEqual([5])
  expect(all(range(1000, 1000.3, 0.1))).toEqual([1000, 1000.1, 1000.2, 1000.3])
  expect(axisLength(range(0, 1, 1e-9))).toBe(1_000_000_001)
  expect(axisValue(range(0, 1, 1e-9), 1_000_000_000)).toBe(1)
})

test('given values stand as they were given', () => {
  expect(all(values([3, -0, 3]))).toEqual([3, -0, 3])
})
