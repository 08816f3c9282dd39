import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linspace, values } from './axes.ts'
import { cellCoordinates, gridCells, pointCells } from './cells.ts'

const lengths = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 })

test('the first axis varies slowest, and every combination comes once', () => {
  const grid = gridCells({ a: values([10, 20]), b: values([1, 2, 3]) })
  const cells = Array.from({ length: grid.count }, (_, i) => grid.at(i))
  expect(cells).toEqual([
    [10, 1],
    [10, 2],
    [10, 3],
    [20, 1],
    [20, 2],
    [20, 3],
  ])
})

test('coordinates are the digits of the index in mixed radix', () => {
  fc.assert(
    fc.property(lengths, fc.nat(), (lengths, n) => {
      const index = n % lengths.reduce((a, b) => a * b, 1)
      const digits = cellCoordinates(lengths, index)
      expect(digits.every((digit, a) => digit >= 0 && digit < lengths[a])).toBe(true)
      expect(digits.reduce((sum, digit, a) => sum * lengths[a] + digit, 0)).toBe(index)
    }),
  )
  // Just below 2^53, where a product in floating point would already be off.
  expect(cellCoordinates([3, 2 ** 51], 2 ** 52 + 12345)).toEqual([2, 12345])
  expect(cellCoordinates([2 ** 26, 2 ** 27], 2 ** 53 - 1)).toEqual([2 ** 26 - 1, 2 ** 27 - 1])
})

test('columns of a stretch are the cells one by one, each for all of its replicas', () => {
  const axes = fc.array(fc.array(fc.integer(), { minLength: 1, maxLength: 5 }), { maxLength: 3 })
  const replicas = fc.integer({ min: 1, max: 4 })
  fc.assert(
    fc.property(axes, replicas, fc.nat(), fc.nat(), (lists, replicas, a, b) => {
      const names = lists.map((_, i) => `axis${i}`)
      const grid = gridCells(Object.fromEntries(lists.map((list, i) => [names[i], values(list)])))
      const rollouts = grid.count * replicas
      const from = a % rollouts
      const count = b % (rollouts - from + 1)
      const rows = Array.from({ length: count }, (_, i) =>
        grid.at(Math.floor((from + i) / replicas)),
      )
      for (const cells of [grid, pointCells(grid.names, grid.count, grid.at)]) {
        const columns = cells.columns(from, count, replicas)
        expect(columns.map((column) => [...column])).toEqual(
          names.map((_, d) => rows.map((row) => row[d])),
        )
      }
    }),
  )
})

test('10^15 cells are as quick as one', () => {
  const axis = linspace(0, 1, 100_000)
  const grid = gridCells({ a: axis, b: axis, c: axis })
  expect(grid.count).toBe(1e15)
  expect(grid.at(grid.count - 1)).toEqual([1, 1, 1])
  expect(grid.columns(1e15 - 2, 2, 1).map((column) => column[1])).toEqual([1, 1, 1])
})
