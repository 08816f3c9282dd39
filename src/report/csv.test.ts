import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'
import { decimal, hex64 } from './decimal.ts'
import { ndjsonLine } from './ndjson.ts'

test('what plain decimals hide is spelled out', () => {
  expect(csvLine([0.1, -0, Number.NaN, 1 / 0, -1 / 0, 5e-324, 1e21])).toBe(
    '0.1,-0.0,NaN,Infinity,-Infinity,5e-324,1e+21\n',
  )
})

test('JSON gets numbers where it has them and strings where it has none', () => {
  expect(ndjsonLine(['cell', 'x', 'y', 'status'], [3, -0, Number.NaN, 'done'])).toBe(
    '{"cell":3,"x":-0.0,"y":"NaN","status":"done"}\n',
  )
})

test('text with commas, quotes and breaks is quoted, other text is not', () => {
  expect(csvLine(['rho', 'a,b', 'say "x"', 'two\nlines'])).toBe(
    'rho,"a,b","say ""x""","two\nlines"\n',
  )
})

test('a fingerprint is sixteen hex digits', () => {
  expect(hex64(0x1fn)).toBe('000000000000001f')
  expect(hex64(0xcbf29ce484222325n)).toBe('cbf29ce484222325')
  expect(decimal(0)).toBe('0')
})
