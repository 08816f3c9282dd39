import { expect, test } from 'vitest'
import { compareRate } from '../analysis/reference.ts'
import {
  alignPoints,
  differencesIn,
  type RateLine,
  rateSummary,
  rateTable,
  type SystemRates,
  withError,
} from './rate-table.ts'

const line = (rate: number, error: number, known?: [value: number, error: number]): RateLine => {
  return {
    rate,
    error,
    known: known && { value: known[0], error: known[1] },
    comparison: known && compareRate(rate, error, ...known),
  }
}

const system = (name: string, rates: RateLine[], rest: Partial<SystemRates> = {}): SystemRates => {
  const same = { verdict: 'chaotic', knownVerdict: 'chaotic', agreement: 'same' } as const
  return { name, rates, ...same, ...rest }
}

const LORENZ = system('lorenz63', [
  line(0.90718, 0.00276, [0.90572, 0.000153]),
  line(0.000371, 0.000341, [0, 4.2e-6]),
  line(-14.5742, 0.0024, [-14.57238, 0.00015]),
])

test('two digits of an error, and the value rounded to match', () => {
  const cases: [number, number, string][] = [
    [0.90718, 0.00276, '0.9072 0.0028'],
    [0.90718, 0.0996, '0.91 0.10'],
    [-27.801, 4.1287, '-27.8 4.1'],
    [1234.5, 123, '1235 120'],
    [-0.00001, 0.0011, '0.0000 0.0011'],
    [0.5, 0.0000209, '0.50000 2.1e-5'],
    [0.5, 0.0000996, '0.50000 0.00010'],
    [Math.LN2, 1.8e-16, '0.69315 1.8e-16'],
    [0.25, 0, '0.25000 0'],
    [Number.NEGATIVE_INFINITY, Number.NaN, '-inf -'],
    [Number.NaN, Number.NaN, 'nan -'],
    [0.1, Number.POSITIVE_INFINITY, '0.10000 inf'],
  ]
  for (const [value, error, text] of cases) expect(withError(value, error).join(' ')).toBe(text)
})

test('numbers stand with their points below each other, words where the units end', () => {
  expect(alignPoints(['0.5', '-14.25', '3', '-inf', '', '2.1e-16'])).toEqual([
    '  0.5    ',
    '-14.25   ',
    '  3      ',
    '-inf     ',
    '         ',
    '  2.1e-16',
  ])
})

test('a table: a line a rate, the name and the verdict on the first', () => {
  expect(
    rateTable([
      LORENZ,
      system('superstable', [line(Number.NEGATIVE_INFINITY, Number.NaN, [-1 / 0, 0])]),
      system('oscillator', [line(1e-12, 3e-15, [0, 0])]),
    ]),
  ).toEqual([
    'system       exponent   +-       reference  +-       sigmas  verdict',
    'lorenz63       0.9072   0.0028     0.90572  0.00015    0.5   chaotic',
    '               0.00037  0.00034    0.00000  4.2e-6     1.1',
    '             -14.5742   0.0024   -14.57238  0.00015    0.8',
    'superstable  -inf       -        -inf       exact      0.0   chaotic',
    'oscillator     0.00000  3.0e-15    0        exact    <1e-4   chaotic',
  ])
})

test('what differs is marked, and counted', () => {
  const systems = [
    LORENZ,
    system('off', [line(0.5, 0.01, [0.4, 0.01])]),
    system('other', [line(0, 1e-3, [0.4, 0])], { verdict: 'regular', agreement: 'other' }),
    system('short', [line(0.4, 0.3, [0.4, 0])], { verdict: 'regular', agreement: 'unsure' }),
    system('unknown', [line(0.4, 0.1)], { knownVerdict: undefined, agreement: undefined }),
  ]
  const bad: string[] = []
  const paint = {
    strong: (text: string) => text,
    faint: (text: string) => text,
    bad: (text: string) => {
      bad.push(text)
      return text
    },
  }
  expect(
    rateTable(systems, { paint })
      .slice(4)
      .map((text) => text.replace(/ +/g, ' ')),
  ).toEqual([
    'off 0.500 0.010 0.400 0.010 7.1! chaotic',
    'other 0.0000 0.0010 0.4 exact 400.0! regular!',
    ' not chaotic',
    'short 0.40 0.30 0.4 exact 0.0 regular?',
    'unknown 0.40 0.10 none chaotic',
  ])
  expect(bad.map((text) => text.trim().split(' ')[0])).toEqual(['off', 'other', 'not'])
  expect(differencesIn(systems)).toBe(3)
  expect(rateSummary(systems)).toEqual([
    '4 of 6 rates within 4 sigmas + 1e-4 (4 systems, 1 more without reference)',
    '2 of 4 verdicts as known, 1 run too short to tell',
  ])
})

test('no line passes 80 columns, however long the names and wide the numbers', () => {
  const name = 'a_very_long_name_of_a_system_that_nobody_would_write_0.25_x'.repeat(2)
  const lines = rateTable([
    system(name, [line(-127.80123, 0.0041, [-127.8, 3e-5]), line(0.1, 1e-17, [0.1, 1e-3])], {
      verdict: 'not-converged',
      agreement: 'unsure',
    }),
  ])
  for (const text of lines) expect(text.length).toBeLessThanOrEqual(80)
  const nameWidth = lines[0].indexOf('exponent') - 2
  const whole = lines.slice(1).map((text) => text.slice(0, nameWidth).trim())
  expect(whole.join('')).toBe(name)
})

test('systems without rates are still named, and no table has only its head', () => {
  expect(rateTable([])).toHaveLength(1)
  expect(rateSummary([])).toEqual([])
})
