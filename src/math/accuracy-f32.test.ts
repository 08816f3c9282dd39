import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ACCURACY_F32, HYPOT_ERROR_ULP_MAX, POW_ERROR_ULP_MAX } from './accuracy-f32.fixture.ts'
import { floatFromBits } from './bits.ts'
import { hypotF32 } from './f32-hypot.ts'
import { powF32 } from './f32-pow.ts'
import GOLDEN from './golden-f32.json' with { type: 'json' }
import { philox4x32 } from './philox.ts'

const golden: Record<string, string> = GOLDEN
const LARGEST = (2 - 2 ** -23) * 2 ** 127
/** From here on a true value rounds to infinity. */
const OVERFLOW = (2 - 2 ** -24) * 2 ** 127

/** How far `y` is from the true value, in spacings of binary32 there; infinite for a wrong kind. */
function errorUlp(y: number, truth: number): number {
  if (truth !== truth) return y === y ? Number.POSITIVE_INFINITY : 0
  if (Math.abs(truth) >= OVERFLOW)
    return y === Math.sign(truth) * Number.POSITIVE_INFINITY ? 0 : 1e9
  if (truth === 0) return y === 0 ? 0 : Number.POSITIVE_INFINITY
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(truth))), -126)
  const error = Math.abs(y - truth) / 2 ** (exponent - 23)
  return error === error ? error : Number.POSITIVE_INFINITY
}

/** Every `stride`-th binary32 number, infinities and both signs included. */
function* numbers(stride: number): Generator<number> {
  for (let bits = 0; bits <= 0x7f800000; bits += stride) {
    yield floatFromBits(bits)
    yield floatFromBits(bits | 0x80000000)
  }
}

/** Bases near 1, ordinary and of any size, with exponents that keep most powers finite. */
function* powers(count: number): Generator<[x: number, y: number]> {
  for (let i = 0; i < count; i++) {
    const [a, b, c, d] = philox4x32(i, 0, 0, 0, 1, 2).map((word) => word >>> 0)
    const any = floatFromBits(a & 0x7fffffff)
    const near = Math.fround(1 + (a / 2 ** 32 - 0.5) * 2 ** -(c % 16))
    const x = i % 2 === 0 ? near : any === any ? any : 1
    const reach = 150 / Math.max(Math.abs(Math.log2(x)), 2 ** -23)
    yield [x, Math.fround((b / 2 ** 31 - 1) * (d % 4 === 0 ? reach / 16 : reach))]
  }
}

function* sides(count: number): Generator<[x: number, y: number]> {
  for (let i = 0; i < count; i++) {
    const [a, b, c] = philox4x32(i, 1, 0, 0, 1, 2)
    const [x, y] = [floatFromBits(a), floatFromBits(b)]
    if (x === x && y === y) yield [x, i % 2 === 0 ? y : Math.fround((x * c) / 2 ** 30)]
  }
}

/** Runs `body` with every result below 2^-100 made +0, sums too: harsher than the f32 rule. */
function underTheF32Rule(body: () => void): void {
  const { fround } = Math
  Math.fround = (x) => {
    const rounded = fround(x)
    return Math.abs(rounded) < 2 ** -100 ? 0 : rounded
  }
  try {
    body()
  } finally {
    Math.fround = fround
  }
}

/** 0 where a value that the rule may make +0 is as small as it should be. */
const vanished = (y: number) => (Math.abs(y) < 2 ** -98 ? 0 : Number.POSITIVE_INFINITY)

describe.each(ACCURACY_F32)('$name', ({ name, of, oracle, errorUlpMax, worstBits }) => {
  it(`stays within ${errorUlpMax} ulp at every exponent`, () => {
    let worst = 0
    for (const x of numbers(100003)) worst = Math.max(worst, errorUlp(of(x), oracle(x)))
    expect(worst).toBeLessThanOrEqual(errorUlpMax)
  })

  it('comes to the stated bound where it was found, so that the bound is not slack', () => {
    const x = floatFromBits(worstBits)
    expect(errorUlp(of(x), oracle(x))).toBeGreaterThan(errorUlpMax - 0.01)
    expect(errorUlp(of(x), oracle(x))).toBeLessThanOrEqual(errorUlpMax)
  })

  it('keeps its bound where tiny products become +0, for arguments that are not tiny', () => {
    underTheF32Rule(() => {
      let worst = 0
      for (const x of numbers(150001)) {
        if (Math.abs(x) < 2 ** -100) continue
        const [y, truth] = [of(x), oracle(x)]
        const error = Math.abs(truth) <= 2 ** -99 ? vanished(y) : errorUlp(y, truth)
        worst = Math.max(worst, error)
      }
      expect(worst).toBeLessThanOrEqual(errorUlpMax)
    })
  })

  it('gives the bits that it gave when it was written', () => {
    expect(digest([...numbers(150001)].map(of))).toBe(golden[name])
  })
})

describe.each([
  ['powF32', powF32, (x: number, y: number) => x ** y, powers, POW_ERROR_ULP_MAX],
  ['hypotF32', hypotF32, Math.hypot, sides, HYPOT_ERROR_ULP_MAX],
] as const)('%s', (name, of, oracle, pairs, errorUlpMax) => {
  it(`stays within ${errorUlpMax} ulp for arguments of every size`, () => {
    let worst = 0
    for (const [x, y] of pairs(100_000)) worst = Math.max(worst, errorUlp(of(x, y), oracle(x, y)))
    expect(worst).toBeLessThanOrEqual(errorUlpMax)
    expect(worst).toBeGreaterThan(errorUlpMax - 0.15)
  })

  it('keeps its bound where tiny products become +0', () => {
    underTheF32Rule(() => {
      let worst = 0
      for (const [x, y] of pairs(10_000)) {
        if (Math.min(Math.abs(x), Math.abs(y)) < 2 ** -100) continue
        const [z, truth] = [of(x, y), oracle(x, y)]
        worst = Math.max(worst, truth <= 2 ** -99 ? vanished(z) : errorUlp(z, truth))
      }
      expect(worst).toBeLessThanOrEqual(errorUlpMax)
    })
  })

  it('gives the bits that it gave when it was written', () => {
    expect(digest(Array.from(pairs(10_000), ([x, y]) => of(x, y)))).toBe(golden[name])
  })
})

it('measures errors in the spacing of binary32 at the true value', () => {
  expect(errorUlp(1 + 2 ** -23, 1)).toBe(1)
  expect(errorUlp(2 ** -149, 2 ** -148)).toBe(1)
  expect(errorUlp(LARGEST, LARGEST * (1 - 2 ** -24))).toBeCloseTo(1)
  expect(errorUlp(LARGEST, OVERFLOW)).toBeGreaterThan(1)
  expect(errorUlp(0, Number.NaN)).toBe(Number.POSITIVE_INFINITY)
})

/** The first 16 hex digits of the SHA-256 of the little-endian bits, NaN as one pattern. */
function digest(values: number[]): string {
  const bytes = new DataView(new ArrayBuffer(4 * values.length))
  for (const [i, y] of values.entries())
    bytes.setUint32(4 * i, y === y ? bitsOf(y) : 0x7fc00000, true)
  return createHash('sha256').update(new Uint8Array(bytes.buffer)).digest('hex').slice(0, 16)
}

function bitsOf(x: number): number {
  return new Uint32Array(Float32Array.of(x).buffer)[0]
}
