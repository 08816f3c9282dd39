import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mulHigh, philox4x32 } from './philox.ts'

const word = fc.oneof(fc.integer(), fc.constantFrom(0, -1, 1, 0xffff, 0x10000, -0x10000, 1 << 31))

it('multiplies as integers of 64 bits do', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      const product = BigInt(a >>> 0) * BigInt(b >>> 0)
      expect(mulHigh(a, b)).toBe(Number(BigInt.asIntN(32, product >> 32n)))
    }),
  )
})

it('runs ten rounds of the published definition, written anew in BigInt', () => {
  const block = fc.tuple(word, word, word, word, word, word)
  fc.assert(
    fc.property(block, (words) => {
      let [c0, c1, c2, c3, k0, k1] = words.map((w) => BigInt(w >>> 0))
      for (let round = 0; round < 10; round++) {
        const p0 = 0xd2511f53n * c0
        const p1 = 0xcd9e8d57n * c2
        const [low0, low1] = [BigInt.asUintN(32, p0), BigInt.asUintN(32, p1)]
        ;[c0, c1, c2, c3] = [(p1 >> 32n) ^ c1 ^ k0, low1, (p0 >> 32n) ^ c3 ^ k1, low0]
        k0 = BigInt.asUintN(32, k0 + 0x9e3779b9n)
        k1 = BigInt.asUintN(32, k1 + 0xbb67ae85n)
      }
      const [w0, w1, w2, w3, w4, w5] = words
      expect(philox4x32(w0, w1, w2, w3, w4, w5).map((w) => BigInt(w >>> 0))).toEqual([
        c0,
        c1,
        c2,
        c3,
      ])
    }),
  )
})
