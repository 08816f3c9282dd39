import { expect, test } from 'vitest'
import { table, wrap } from './table.ts'

test('columns line up, numbers on their right side', () => {
  expect(
    table(
      ['name', 'n'],
      [
        ['a', '1'],
        ['lorenz', '1000'],
      ],
      { right: [1] },
    ),
  ).toEqual(['name       n', 'a          1', 'lorenz  1000'])
})

test('the last column wraps under itself and no line passes the width', () => {
  const lines = table(['name', 'what'], [['x', 'one two three four five six seven']], { width: 26 })
  expect(lines).toEqual(['name  what', 'x     one two three four', '      five six seven'])
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(26)
})

test('a word longer than the line stays whole', () => {
  expect(wrap('a longerthanthat b', 6)).toEqual(['a', 'longerthanthat', 'b'])
  expect(wrap('', 6)).toEqual([''])
})
