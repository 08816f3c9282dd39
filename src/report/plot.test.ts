import { expect, test } from 'vitest'
import { plot } from './plot.ts'
import { sensible } from './quantity.ts'

const label = (x: number) => sensible(x, 3)
const xs = Array.from({ length: 21 }, (_, i) => i / 2)
const parabola = { xs, ys: xs.map((x) => (x - 5) ** 2) }

test('a parabola in Braille', () => {
  expect(plot(parabola, label, { width: 30, height: 5 })).toEqual([
    '25 │⠁⢀                      ⡀⠈',
    '   │  ⠐                    ⠂',
    '   │    ⠁⠄⢀            ⡀⠠⠈',
    ' 0 │       ⠐ ⠄⠄⢀ ⡀⡀⠠⠠ ⠂',
    '    0                       10',
  ])
})

test('the same in ASCII, for terminals without Braille', () => {
  const lines = plot(parabola, label, { width: 30, height: 5, unicode: false })
  expect(lines).toEqual([
    "25 |'.                      .'",
    '   |   .                   .',
    "   |    ''.            .''",
    " 0 |        ''.. ...' '",
    '    0                       10',
  ])
  expect(lines.join('')).toMatch(/^[ -~]*$/)
})

test('points that are not finite are left out, and too few points give no plot', () => {
  const gaps = { xs: [0, 1, 2, 3], ys: [1, Number.NaN, 1 / 0, 2] }
  expect(plot(gaps, label, { width: 20, height: 3 })).toHaveLength(3)
  expect(plot({ xs: [0, 1], ys: [Number.NaN, 1] }, label)).toEqual([])
})

test('a constant lies in the middle and the widest range does not overflow', () => {
  const flat = plot({ xs: [0, 1], ys: [3, 3] }, label, { width: 12, height: 4, unicode: false })
  expect(flat[1]).toMatch(/[.':]/)
  const huge = { xs: [-Number.MAX_VALUE, Number.MAX_VALUE], ys: [-Number.MAX_VALUE, 1.7e308] }
  expect(plot(huge, label, { width: 40, height: 4 }).join('\n')).toMatch(/[\u2801-\u28ff]/)
})

test('no line passes the width', () => {
  for (const width of [30, 80]) {
    const long = { xs: [1.234567e-30, 1], ys: [-1.5e300, 1e300] }
    for (const line of plot(long, label, { width })) {
      expect([...line].length).toBeLessThanOrEqual(width)
    }
  }
})
