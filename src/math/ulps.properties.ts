import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  stepUlps,
  ulpDistance,
  ulpDistance32,
  ulpOffset,
  ulpOffset32,
  ulpsBetween,
} from './ulps.ts'

const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
const single = fc.float({ noNaN: true, noDefaultInfinity: true })
const count = fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n })
const MAX = Number.MAX_VALUE

describe('for all finite numbers', () => {
  it('the seed steps there and back, and counts its steps, away from MAX and -0', () => {
    fc.assert(
      fc.property(finite, count, (x, n) => {
        const y = ulpOffset(x, n)
        fc.pre(Math.abs(y) < MAX && !Object.is(x, -0))
        expect(ulpOffset(y, -n)).toBe(x)
        expect(ulpsBetween(x, y)).toBe(n)
      }),
    )
  })

  it('the seed keeps the order of the steps', () => {
    fc.assert(
      fc.property(finite, count, count, (x, m, n) => {
        const [less, more] = m < n ? [m, n] : [n, m]
        expect(ulpOffset(x, less)).toBeLessThanOrEqual(ulpOffset(x, more))
      }),
    )
  })

  it('stepUlps by ulpDistance leads from one to the other, bit for bit', () => {
    fc.assert(
      fc.property(finite, finite, (a, b) => {
        const distance = ulpDistance(a, b) as bigint
        expect(stepUlps(a, distance)).toBe(b)
        expect(stepUlps(b, -distance)).toBe(a)
        expect(distance > 0n).toBe(a < b || (Object.is(a, -0) && Object.is(b, 0)))
      }),
    )
  })

  it('ulpDistance adds up along a way', () => {
    fc.assert(
      fc.property(finite, finite, finite, (a, b, c) => {
        const sum = (ulpDistance(a, b) as bigint) + (ulpDistance(b, c) as bigint)
        expect(ulpDistance(a, c)).toBe(sum)
      }),
    )
  })
})

describe('for all finite binary32 numbers', () => {
  it('ulpOffset32 gives binary32 numbers, and steps there and back', () => {
    fc.assert(
      fc.property(single, fc.integer(), (x, n) => {
        const y = ulpOffset32(x, n)
        expect(Math.fround(y)).toBe(y)
        fc.pre(Math.abs(y) < 3.4028234663852886e38 && !Object.is(x, -0))
        expect(ulpOffset32(y, -n)).toBe(x)
      }),
    )
  })

  it('ulpDistance32 counts the steps of ulpOffset32 on one side of zero', () => {
    fc.assert(
      fc.property(single, fc.integer({ min: 0, max: 1000 }), (x, n) => {
        fc.pre(x > 0)
        const y = ulpOffset32(x, n)
        fc.pre(y < 3.4028234663852886e38)
        expect(ulpDistance32(x, y)).toBe(n)
        expect(ulpDistance32(-y, -x)).toBe(n)
      }),
    )
  })
})
