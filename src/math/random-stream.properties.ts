import fc from 'fast-check'
import { expect, it } from 'vitest'
import { noiseBlock } from './noise.ts'
import { philox4x32 } from './philox.ts'
import { counterWords, type Place, PURPOSE } from './random-stream.ts'

const place: fc.Arbitrary<Place> = fc.record({
  purpose: fc.integer({ min: 0, max: 255 }),
  index: fc.oneof(fc.maxSafeNat(), fc.nat(9), fc.constantFrom(2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1)),
  replica: fc.integer({ min: 0, max: 0xffff }),
  step: fc.integer({ min: 0, max: 0xffffffff }),
  draw: fc.integer({ min: 0, max: 0xffff }),
})

/** Reads a place back from its counter: what has an inverse cannot overlap. */
function placeOf(counter: number[]): Place {
  const [step, low, high, last] = counter.map((word) => word >>> 0)
  return {
    purpose: high >>> 24,
    index: (high & 0xffffff) * 2 ** 32 + low,
    replica: last & 0xffff,
    step,
    draw: last >>> 16,
  }
}

it('gives no two places one counter, since the place can be read back', () => {
  fc.assert(
    fc.property(place, (p) => {
      expect(placeOf(counterWords(p))).toEqual(p)
    }),
  )
})

it('numbers its purposes apart and within their field', () => {
  const numbers = Object.values(PURPOSE)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers.every((n) => Number.isInteger(n) && n >= 0 && n <= 255)).toBe(true)
})

it('draws a rollout’s noise at the place of its purpose, cell, replica, step and draw', () => {
  fc.assert(
    fc.property(place, fc.integer(), fc.integer(), (p, low, high) => {
      const { index, replica, step, draw } = p
      const [c0, c1, c2, c3] = counterWords({ ...p, purpose: PURPOSE.noise })
      const drawn = noiseBlock(low, high, index | 0, index / 2 ** 32, replica, step | 0, draw)
      expect(drawn).toEqual(philox4x32(c0, c1, c2, c3, low, high))
    }),
  )
})
