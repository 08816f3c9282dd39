import { expect, test } from 'vitest'
import { heatMap } from './heat-map.ts'

const ends = { left: '0', right: '9', bottom: '-1', top: '1' }
const slope = { columns: 10, rows: 3, at: (column: number, row: number) => column + 10 * row }

test('shades rise from the left below to the right above', () => {
  expect(heatMap(slope, String, ends)).toEqual([
    ' 1 │▓▓▓▓███████'.slice(0, 14),
    '   │░░▒▒▒▒▒▒▓▓',
    '-1 │······░░░░',
    '    0        9',
    '0 ·░▒▓█ 29',
  ])
  const ascii = heatMap(slope, String, { ...ends, unicode: false })
  expect(ascii.join('')).toMatch(/^[ -~]*$/)
})

test('what is not finite is a gap, and what does not vary is no picture', () => {
  const gaps = {
    ...slope,
    at: (column: number) => [1, Number.NaN, Number.POSITIVE_INFINITY, 2][column % 4],
  }
  expect(heatMap(gaps, String, ends)[0]).toBe(' 1 │·  █·  █·')
  expect(heatMap({ ...slope, at: () => 3 }, String, ends)).toEqual([])
  expect(heatMap({ ...slope, at: () => Number.NaN }, String, ends)).toEqual([])
  const widest = { ...slope, at: (column: number) => (column === 0 ? -1 : 1) * Number.MAX_VALUE }
  expect(heatMap(widest, () => '', ends)[0]).toBe(' 1 │·█████████')
})
