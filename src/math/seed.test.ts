import { expect, it } from 'vitest'
import { seedWords } from './seed.ts'

const hex = (seed: string | number) => {
  const [low, high] = seedWords(seed)
  return [high, low].map((word) => word.toString(16).padStart(8, '0')).join('')
}

// Vectors of the FNV authors' test suite, Landon Curt Noll.
it.each([
  ['', 'cbf29ce484222325'],
  ['a', 'af63dc4c8601ec8c'],
  ['foobar', '85944171f73967e8'],
  ['chongo was here!\n', '46810940eff5f915'],
])('hashes the text %j by FNV-1a 64', (text, hash) => {
  expect(hex(text)).toBe(hash)
})

it('reads a number as its decimal text', () => {
  expect(seedWords(42)).toEqual(seedWords('42'))
  expect(seedWords(-0)).toEqual(seedWords('0'))
  expect(seedWords(1e21)).toEqual(seedWords('1e+21'))
})

it('hashes text as UTF-8', () => {
  // 0xc3, 0xa9 by hand.
  const prime = 0x100000001b3n
  const byHand = [0xc3n, 0xa9n].reduce(
    (hash, byte) => BigInt.asUintN(64, (hash ^ byte) * prime),
    0xcbf29ce484222325n,
  )
  expect(hex('é')).toBe(byHand.toString(16).padStart(16, '0'))
})

it('refuses a number that is not finite, and says what to give', () => {
  expect(() => seedWords(Number.NaN)).toThrow('seed: NaN is not a seed; give a finite number')
})
