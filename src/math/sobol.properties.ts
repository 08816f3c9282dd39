import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seedWords } from './seed.ts'
import { SOBOL_DIMENSIONS, sobolPoints } from './sobol.ts'

const bits = (x: number) => BigInt(x * 2 ** 53)
const plain = sobolPoints(SOBOL_DIMENSIONS)
const shifted = sobolPoints(SOBOL_DIMENSIONS, seedWords('law'))
const dimension = fc.nat(SOBOL_DIMENSIONS - 1)
const index = fc.oneof(
  fc.maxSafeNat(),
  fc.tuple(fc.nat(52), fc.integer({ min: -2, max: 1 })).map(([k, d]) => Math.max(2 ** k + d, 0)),
)

it('steps from point i to i + 1 by the direction number of the lowest zero bit of i', () => {
  fc.assert(
    fc.property(index, dimension, (i, d) => {
      const zero = (BigInt(i) ^ (BigInt(i) + 1n)).toString(2).length - 1
      const step = bits(plain(2 ** zero, d)) ^ bits(plain(2 ** zero - 1, d))
      if (i < 2 ** 53 - 1) expect(bits(plain(i, d)) ^ bits(plain(i + 1, d))).toBe(step)
    }),
    { numRuns: 1000 },
  )
})

it('shifts every point of a dimension by the same bits', () => {
  fc.assert(
    fc.property(index, dimension, (i, d) => {
      expect(bits(shifted(i, d)) ^ bits(plain(i, d))).toBe(bits(shifted(0, d)))
    }),
  )
})

it('is the reversed Gray code of the index in the first dimension', () => {
  fc.assert(
    fc.property(index, (i) => {
      const gray = BigInt(i) ^ (BigInt(i) >> 1n)
      const reversed = [...gray.toString(2).padStart(53, '0')].reverse().join('')
      expect(bits(plain(i, 0))).toBe(BigInt(`0b${reversed}`))
    }),
  )
})
