import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compensatedSum, variance } from './sums.ts'

const UNIT = 2 ** -53
/** 2^-340 is the unit of the exact sums below. */
const SHIFT = 340n

/** An exact multiple of 2^-340. */
function exact(x: number): bigint {
  let exponent = 0
  let whole = x
  while (!Number.isInteger(whole)) {
    whole *= 2
    exponent += 1
  }
  return BigInt(whole) << (SHIFT - BigInt(exponent))
}

function toNumber(x: bigint): number {
  const sign = x < 0n ? -1 : 1
  const size = x < 0n ? -x : x
  const drop = Math.max(size.toString(2).length - 60, 0)
  return sign * Number(size >> BigInt(drop)) * 2 ** (drop - Number(SHIFT))
}

const term = fc
  .tuple(fc.integer({ min: -(2 ** 52), max: 2 ** 52 }), fc.integer({ min: -110, max: 60 }))
  .map(([fraction, exponent]) => fraction * 2 ** exponent)

it('stays within the stated bound of the exact sum, with cancelling terms too', () => {
  const terms = fc.array(term, { minLength: 1, maxLength: 60 }).chain((list) =>
    fc.shuffledSubarray([...list, ...list.slice(1).map((x) => -x)], {
      minLength: 2 * list.length - 1,
      maxLength: 2 * list.length - 1,
    }),
  )
  fc.assert(
    fc.property(terms, (list) => {
      const sum = list.reduce((total, x) => total + exact(x), 0n)
      const sizes = list.reduce((total, x) => total + Math.abs(x), 0)
      const gamma = (list.length * UNIT) / (1 - list.length * UNIT)
      const error = Math.abs(toNumber(exact(compensatedSum(list)) - sum))
      const bound = UNIT * Math.abs(toNumber(sum)) + gamma * gamma * sizes
      expect(error).toBeLessThanOrEqual(bound * (1 + 1e-12))
    }),
  )
})

it('gives one variance however far the values are moved', () => {
  const sample = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 50 })
  fc.assert(
    fc.property(sample, fc.integer({ min: -(2 ** 45), max: 2 ** 45 }), (list, offset) => {
      // n (n - 1) times the variance of integers is an integer, and small enough to be exact.
      const n = list.length
      const sum = list.reduce((a, b) => a + b)
      const wanted = (n * list.reduce((a, b) => a + b * b, 0) - sum * sum) / (n * (n - 1))
      const found = variance(list.map((x) => x + offset))
      expect(Math.abs(found - wanted)).toBeLessThanOrEqual(4 * n * UNIT * wanted)
    }),
  )
})
