// The corrected binary32 functions: the bounds that their documentation states, over samples of
// their domain, and their special values. Oracles: IEEE's own roundings, and binary64 functions,
// whose error is a billionth of what is measured.

import { describe, expect, it } from 'vitest'
import { divF32, recipF32, rsqrtF32, sqrtF32 } from './f32-arithmetic.ts'
import { atan2F32 } from './f32-atan2.ts'
import { expF32 } from './f32-exp-range.ts'
import { quarterTurnsF32 } from './f32-quarter-turns.ts'
import { sinCosF32 } from './f32-sin-cos.ts'
import { lengthF32, normalizeF32 } from './f32-vectors.ts'
import { fromBits32, toBits32 } from './reference.fixture.ts'

const f = Math.fround
const INF = Number.POSITIVE_INFINITY
const NAN = Number.NaN

/** The distance of two neighbouring binary32 numbers at x. */
const ulp = (x: number) => 2 ** (Math.max(toBits32(Math.abs(x)) >>> 23, 1) - 150)
const errorUlp = (found: number, right: number) => Math.abs(found - right) / ulp(right)

/** `count` words, the same in every run. */
function* words(count: number): Generator<number> {
  let word = 1
  for (let i = 0; i < count; i++) {
    word = (Math.imul(word, 1664525) + 1013904223) >>> 0
    // The upper bits are the random ones.
    yield (word ^ (word >>> 16)) >>> 0
  }
}

/** Binary32 numbers of all sizes, by their bits; finite. */
const anySize = (count: number) =>
  [...words(count)].map(fromBits32).filter((x) => Math.abs(x) < INF)
/** Binary32 numbers spread evenly over [-size, size]. */
const within = (size: number, count: number) =>
  [...words(count)].map((word) => f((word / 2 ** 31 - 1) * size))

const worst = <T>(values: T[], error: (value: T) => number) =>
  values.reduce((largest, value) => Math.max(largest, error(value)), 0)

describe('division and roots', () => {
  it('are the correctly rounded ones', () => {
    const xs = anySize(20_000)
    expect(xs.filter((x, i) => !Object.is(divF32(x, xs[i ^ 1]), f(x / xs[i ^ 1])))).toEqual([])
    expect(xs.filter((x) => !Object.is(recipF32(x), f(1 / x)))).toEqual([])
    expect(xs.filter((x) => !Object.is(sqrtF32(x), f(Math.sqrt(x))))).toEqual([])
  })

  // By exact integers: y = n * 2^-24 is right for m = k * 2^-23 in [1, 4) exactly if
  // k (2 n - 1)^2 < 2^73 < k (2 n + 1)^2.
  it('rsqrt is the nearest number to 1 / sqrt', () => {
    const wrong = [...words(20_000)].filter((word) => {
      const k = 2 ** 23 + (word % (3 * 2 ** 23))
      const m = f(k / 2 ** 23)
      const n = BigInt(rsqrtF32(m) * 2 ** 24)
      const exact = BigInt(m * 2 ** 23)
      const low = exact * (2n * n - 1n) ** 2n
      return !(low < 2n ** 73n && 2n ** 73n < exact * (2n * n + 1n) ** 2n)
    })
    expect(wrong).toEqual([])
  })

  it('rsqrt scales by powers of four, down to the subnormals', () => {
    for (let k = -63; k <= 63; k++) expect(rsqrtF32(1.7 * 4 ** k)).toBe(rsqrtF32(1.7) * 2 ** -k)
    expect(rsqrtF32(2 ** -149)).toBe(f(2 ** 74.5))
    expect([0, -0, -1, INF, NAN].map(rsqrtF32)).toEqual([INF, -INF, NAN, 0, NAN])
  })
})

describe('sinCosF32', () => {
  const sineError = (x: number) => errorUlp(sinCosF32(x)[0], Math.sin(x))
  const cosineError = (x: number) => errorUlp(sinCosF32(x)[1], Math.cos(x))

  it('is within 1 ulp for arguments of every size', () => {
    const xs = [...anySize(100_000), ...within(20, 100_000)]
    expect(worst(xs, sineError)).toBeLessThan(1)
    expect(worst(xs, cosineError)).toBeLessThan(1)
  })

  it('is within 1 ulp next to multiples of a quarter turn', () => {
    const xs = [...words(50_000)].map((word) => {
      const multiple = f(((word >>> 3) % 100_000) * (Math.PI / 2))
      return fromBits32(Math.max(0, toBits32(multiple) + (word % 5) - 2))
    })
    expect(worst(xs, sineError)).toBeLessThan(1)
    expect(worst(xs, cosineError)).toBeLessThan(1)
  })

  it('has enough bits of 2 / pi for the argument that is nearest to a quarter turn', () => {
    // Found by a search over all of binary32: 1.6e-9 from an odd multiple of pi / 2.
    const x = fromBits32(0x6f79be45)
    const [r, , quarters] = quarterTurnsF32(x)
    expect(Math.abs(r)).toBeCloseTo(1.61476976e-9, 17)
    expect(quarters & 1).toBe(1)
    expect(cosineError(x)).toBeLessThan(0.51)
    expect(sineError(x)).toBeLessThan(0.51)
  })

  it('keeps the sign of zero, and gives NaN for what is not finite', () => {
    expect(sinCosF32(0)).toEqual([0, 1])
    expect(sinCosF32(-0)).toEqual([-0, 1])
    expect([INF, -INF, NAN].map(sinCosF32)).toEqual([
      [NAN, NAN],
      [NAN, NAN],
      [NAN, NAN],
    ])
  })
})

describe('atan2F32', () => {
  it('is within 2 ulp', () => {
    const xs = [...anySize(50_000), ...within(4, 100_000)]
    const error = (i: number) => errorUlp(atan2F32(xs[i], xs[i + 1]), Math.atan2(xs[i], xs[i + 1]))
    const places = Array.from({ length: xs.length - 1 }, (_, i) => i)
    expect(worst(places, error)).toBeLessThan(2)
  })

  it('has the special values of IEEE 754', () => {
    const special = [0, -0, 1, -1, INF, -INF, NAN]
    for (const y of special)
      for (const x of special) expect(atan2F32(y, x)).toBe(f(Math.atan2(y, x)))
  })
})

describe('expF32', () => {
  it('is within 0.7 ulp, and within 1 among subnormal results', () => {
    const normal = [...within(87, 100_000), ...within(1, 20_000)]
    expect(worst(normal, (x) => errorUlp(expF32(x), Math.exp(x)))).toBeLessThan(0.7)
    const tiny = within(8, 20_000).map((x) => f(x - 95.5))
    expect(worst(tiny, (x) => errorUlp(expF32(x), Math.exp(x)))).toBeLessThan(1)
  })

  it('reaches both ends of the range', () => {
    expect(expF32(88.72283)).toBe(f(Math.exp(f(88.72283))))
    expect([88.72284, INF].map(expF32)).toEqual([INF, INF])
    expect(expF32(-103.97)).toBe(2 ** -149)
    expect([-103.98, -INF].map(expF32)).toEqual([0, 0])
    expect([expF32(0), expF32(-0), expF32(NAN)]).toEqual([1, 1, NAN])
  })
})

describe('lengthF32 and normalizeF32', () => {
  const numbers = [...anySize(90_000), ...within(1, 30_000)]
  const vectors = Array.from({ length: numbers.length / 3 }, (_, i) =>
    numbers.slice(3 * i, 3 * i + 3),
  )

  it('give the length within 1.5 ulp', () => {
    const error = (v: number[]) => {
      const right = Math.hypot(...v)
      return right > 3.4028234663852886e38 ? 0 : errorUlp(lengthF32(v), right)
    }
    expect(worst(vectors, error)).toBeLessThan(1.5)
  })

  it('give the direction within 2.5 ulp or 2^-139', () => {
    const error = (v: number[]) => {
      const size = Math.hypot(...v)
      const errors = normalizeF32(v).map((x, k) => {
        const off = Math.abs(x - v[k] / size)
        return off <= 2 ** -139 ? 0 : off / ulp(v[k] / size)
      })
      return Math.max(...errors)
    }
    expect(worst(vectors, error)).toBeLessThan(2.5)
  })

  it('keep zero, subnormals and what is not finite', () => {
    expect(normalizeF32([0, -0, 0])).toEqual([0, 0, 0])
    expect(lengthF32([2 ** -149, 0, 0])).toBe(2 ** -149)
    expect(normalizeF32([0, -(2 ** -149), 0])).toEqual([0, -1, 0])
    expect([lengthF32([NAN, 0, -INF]), lengthF32([NAN, 0, 1])]).toEqual([INF, NAN])
    expect(lengthF32([3e38, 3e38, 0])).toBe(INF)
    expect(normalizeF32([INF, 0, 0])).toEqual([NAN, 0, 0])
  })
})
