import { expect, it } from 'vitest'
import { philox4x32 } from './philox.ts'
import { counterWords, PURPOSE, randomStream } from './random-stream.ts'
import { seedWords } from './seed.ts'

const SEED = seedWords('a stream')

it('lays a place out in the counter as its comment says', () => {
  const place = { purpose: 5, index: 0x123456789abcd, replica: 0xbeef, step: 0xcafe, draw: 0xf00d }
  expect(counterWords(place).map((word) => (word >>> 0).toString(16))).toEqual([
    'cafe',
    '6789abcd',
    '5012345',
    'f00dbeef',
  ])
})

it('draws the words of blocks 0, 1, 2... of its index in order', () => {
  const index = 2 ** 40 + 7
  const stream = randomStream(SEED, PURPOSE.audit, index)
  const drawn = Array.from({ length: 12 }, () => stream.word())
  const blocks = [0, 1, 2].flatMap((step) => {
    const [c0, c1, c2, c3] = counterWords({ purpose: 4, index, replica: 0, step, draw: 0 })
    return philox4x32(c0, c1, c2, c3, SEED[0], SEED[1])
  })
  expect(drawn).toEqual(blocks.map((word) => word >>> 0))
})

it('gives each seed, purpose and index a stream of its own, the same every time', () => {
  const first = (seed: string, purpose: 1 | 4, index: number) =>
    randomStream(seedWords(seed), purpose, index).uniform()
  const draws = [
    first('s', 1, 0),
    first('t', 1, 0),
    first('s', 4, 0),
    first('s', 1, 1),
    first('s', 1, 2 ** 32),
  ]
  expect(new Set(draws).size).toBe(5)
  expect(first('s', 1, 0)).toBe(draws[0])
})

it('draws uniform numbers with the mean, variance and spread of a uniform law', () => {
  const stream = randomStream(SEED, PURPOSE.random, 0)
  const draws = Array.from({ length: 100_000 }, () => stream.uniform())
  const mean = draws.reduce((a, b) => a + b) / draws.length
  const variance = draws.reduce((total, x) => total + (x - 0.5) ** 2, 0) / draws.length
  // Four standard errors: 1 / sqrt(12 n) and sqrt(1 / 180 n).
  expect(Math.abs(mean - 0.5)).toBeLessThan(4 / Math.sqrt(12 * draws.length))
  expect(Math.abs(variance - 1 / 12)).toBeLessThan(4 / Math.sqrt(180 * draws.length))
  expect(
    chiSquare(
      draws.map((x) => Math.floor(x * 100)),
      100,
    ),
  ).toBeLessThan(149)
  expect(draws.every((x) => x >= 0 && x < 1 && Number.isInteger(x * 2 ** 53))).toBe(true)
})

it('draws the first number of neighbouring indices as independently as one stream draws', () => {
  const draws = Array.from({ length: 50_000 }, (_, i) =>
    randomStream(SEED, PURPOSE.random, i).uniform(),
  )
  const pairs = draws.slice(1).map((x, i) => Math.floor(10 * x) * 10 + Math.floor(10 * draws[i]))
  expect(chiSquare(pairs, 100)).toBeLessThan(149)
})

it('draws integers below a bound without bias', () => {
  const stream = randomStream(SEED, PURPOSE.search, 3)
  expect(
    chiSquare(
      Array.from({ length: 60_000 }, () => stream.below(6)),
      6,
    ),
  ).toBeLessThan(20.6)
  expect(Array.from({ length: 20 }, () => stream.below(1))).toEqual(Array(20).fill(0))
  // With 3 * 2^30 as the bound, a remainder of words without rejection has its lowest quarter
  // twice.
  const wide = Array.from({ length: 30_000 }, () => Math.floor(stream.below(3 * 2 ** 30) / 2 ** 30))
  expect(chiSquare(wide, 3)).toBeLessThan(13.9)
})

it.each([0, -1, 1.5, Number.NaN, 2 ** 32 + 1])('refuses %d as a bound', (bound) => {
  const stream = randomStream(SEED, PURPOSE.search, 3)
  expect(() => stream.below(bound)).toThrow('the bound must be an integer from 1 to 2^32')
})

/** Against equal frequencies; the limits above are the 99.9 % points or beyond. */
function chiSquare(draws: number[], bins: number): number {
  const counts = Array<number>(bins).fill(0)
  for (const draw of draws) counts[draw] += 1
  const expected = draws.length / bins
  return counts.reduce((total, n) => total + (n - expected) ** 2 / expected, 0)
}
