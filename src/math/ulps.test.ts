import { describe, expect, it } from 'vitest'
import { fromBits } from './reference.fixture.ts'
import {
  stepUlps,
  ulpDistance,
  ulpDistance32,
  ulpOffset,
  ulpOffset32,
  ulpsBetween,
} from './ulps.ts'

const EPSILON = Number.EPSILON
const TINY = Number.MIN_VALUE
const MAX = Number.MAX_VALUE
const INF = Number.POSITIVE_INFINITY

describe('ulpOffset and ulpsBetween, as the seed tests them', () => {
  it('walk the representable line', () => {
    expect(ulpOffset(1, 1)).toBe(1 + EPSILON)
    expect(ulpOffset(1, -1)).toBe(1 - EPSILON / 2)
    for (const x of [-1e300, -1, -1e-300, 0, 1e-300, 1, 1e300]) {
      for (const n of [-5, -1, 1, 5]) {
        expect(ulpOffset(ulpOffset(x, n), -n)).toBe(x)
        expect(ulpsBetween(x, ulpOffset(x, n))).toBe(BigInt(n))
      }
    }
    expect(ulpOffset(0, 1)).toBe(fromBits(1n))
    expect(ulpOffset(0, -1)).toBe(-TINY)
    expect(ulpOffset(Number.NaN, 3)).toBe(Number.NaN)
    expect(ulpOffset(INF, -1)).toBe(INF)
  })

  it('keep the examples of the documentation', () => {
    expect(ulpOffset(2.5, 0)).toBe(2.5)
    expect(ulpsBetween(1, ulpOffset(1, 7))).toBe(7n)
    expect(ulpsBetween(3, 3)).toBe(0n)
  })

  it('refuse a number of steps that is not exact', () => {
    expect(() => ulpOffset(1, 0.5)).toThrow('0.5 is no exact number of ulps')
    expect(() => ulpOffset(1, 2 ** 53)).toThrow(RangeError)
    expect(() => ulpOffset(1, 2n ** 63n)).toThrow('does not fit 64 bits')
    expect(ulpOffset(0, 2n ** 53n)).toBe(fromBits(2n ** 53n))
  })
})

describe('the faults of ulp_offset and ulps_between', () => {
  it('MAX + 1 ulp stays, silently; stepUlps refuses', () => {
    expect(ulpOffset(MAX, 1)).toBe(MAX)
    expect(ulpOffset(-MAX, -1)).toBe(-MAX)
    expect(() => stepUlps(MAX, 1)).toThrow('lead past the largest finite number')
    expect(() => stepUlps(-MAX, -1)).toThrow(RangeError)
    expect(() => stepUlps(0, 2n ** 64n)).toThrow(RangeError)
    expect(stepUlps(MAX, -1)).toBe(ulpOffset(MAX, -1))
    expect(() => stepUlps(INF, -1)).toThrow('Infinity has no neighbours')
    expect(() => stepUlps(Number.NaN, 1)).toThrow(RangeError)
  })

  it('-0 + 1 - 1 gives +0; stepUlps comes back to -0', () => {
    expect(ulpOffset(ulpOffset(-0, 1), -1)).toBe(0)
    expect(stepUlps(stepUlps(-0, 1), -1)).toBe(-0)
    expect([stepUlps(-0, 1), stepUlps(0, -1), stepUlps(0, 1)]).toEqual([0, -0, TINY])
    expect([stepUlps(-0, -1), stepUlps(-TINY, 1)]).toEqual([-TINY, -0])
  })

  it('(-2, 2) saturates to the value that also means "not finite"; ulpDistance does not', () => {
    expect(ulpsBetween(-2, 2)).toBe(2n ** 63n - 1n)
    expect(ulpsBetween(2, Number.NaN)).toBe(2n ** 63n - 1n)
    expect(ulpsBetween(2, -2)).toBe(-(2n ** 63n))
    expect(ulpDistance(-2, 2)).toBe(2n * 0x4000000000000000n + 1n)
    expect(ulpDistance(2, -2)).toBe(-2n * 0x4000000000000000n - 1n)
    expect(ulpDistance(2, Number.NaN)).toBe(undefined)
    expect(ulpDistance(MAX, INF)).toBe(1n)
    expect([ulpDistance(0, 0), ulpDistance(-0, 0), ulpDistance(0, -0)]).toEqual([0n, 1n, -1n])
  })
})

describe('binary32 steps', () => {
  const f = Math.fround
  it('walk the binary32 line', () => {
    expect(ulpOffset32(1, 1)).toBe(1 + 2 ** -23)
    expect(ulpOffset32(1, -1)).toBe(1 - 2 ** -24)
    expect(ulpOffset32(2, 16)).toBe(2 + 2 ** -18)
    expect(ulpOffset32(0, 1)).toBe(2 ** -149)
    expect(ulpOffset32(-0, -3)).toBe(-3 * 2 ** -149)
    expect(ulpOffset32(2 ** -149, -2)).toBe(-(2 ** -149))
    expect(ulpOffset32(f(3.4028235e38), 5)).toBe(f(3.4028235e38))
    expect(ulpOffset32(f(-3.4028235e38), -5)).toBe(f(-3.4028235e38))
    expect(ulpOffset32(1e39, -1)).toBe(INF)
    expect(ulpOffset32(Number.NaN, 1)).toBe(Number.NaN)
    expect(ulpOffset32(0.1, 0)).toBe(f(0.1))
    expect(() => ulpOffset32(1, 0.5)).toThrow(RangeError)
  })

  it('are 2^29 binary64 steps among normal numbers of one sign, and no such number below', () => {
    expect(ulpOffset(1, 2 ** 29)).toBe(ulpOffset32(1, 1))
    expect(ulpOffset(-2.5, -7 * 2 ** 29)).toBe(ulpOffset32(-2.5, -7))
    expect(ulpOffset(2 ** -126, -(2 ** 29))).not.toBe(ulpOffset32(2 ** -126, -1))
  })

  it('are counted without saturation', () => {
    expect(ulpDistance32(1, ulpOffset32(1, 1000))).toBe(1000)
    expect(ulpDistance32(-0, 0)).toBe(1)
    expect(ulpDistance32(f(-3.4028235e38), f(3.4028235e38))).toBe(2 * 0x7f7fffff + 1)
    expect(ulpDistance32(1, Number.NaN)).toBe(undefined)
  })
})
