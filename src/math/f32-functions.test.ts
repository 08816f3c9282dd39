import { describe, expect, it } from 'vitest'
import { acosF32, atanF32 } from './f32-arc.ts'
import { cbrtF32 } from './f32-cbrt.ts'
import { expm1F32 } from './f32-exp.ts'
import { coshF32, sinhF32, tanhF32 } from './f32-hyperbolic.ts'
import { hypotF32 } from './f32-hypot.ts'
import { log1pF32, log2F32, log10F32, logF32 } from './f32-log.ts'
import { powF32 } from './f32-pow.ts'
import { tanF32 } from './f32-tan.ts'

const INF = Number.POSITIVE_INFINITY
const NAN = Number.NaN
const TINY = 2 ** -149
const HUGE = (2 - 2 ** -23) * 2 ** 127
const PI = Math.fround(Math.PI)
const HALF_PI = Math.fround(Math.PI / 2)

type Row = readonly [x: number, y: number]
const SPECIAL: Record<string, readonly [of: (x: number) => number, rows: readonly Row[]]> = {
  logF32: [
    logF32,
    [
      [0, -INF],
      [-0, -INF],
      [1, 0],
      [INF, INF],
      [-1, NAN],
      [-TINY, NAN],
      [NAN, NAN],
    ],
  ],
  log1pF32: [
    log1pF32,
    [
      [0, 0],
      [-0, -0],
      [-1, -INF],
      [-1.5, NAN],
      [INF, INF],
      [-INF, NAN],
      [TINY, TINY],
      [NAN, NAN],
    ],
  ],
  log2F32: [
    log2F32,
    [
      [0, -INF],
      [1, 0],
      [TINY, -149],
      [INF, INF],
      [-2, NAN],
      [NAN, NAN],
    ],
  ],
  log10F32: [
    log10F32,
    [
      [0, -INF],
      [1, 0],
      [INF, INF],
      [-10, NAN],
      [NAN, NAN],
    ],
  ],
  expm1F32: [
    expm1F32,
    [
      [0, 0],
      [-0, -0],
      [TINY, TINY],
      [INF, INF],
      [-INF, -1],
      [HUGE, INF],
      [-50, -1],
      [NAN, NAN],
    ],
  ],
  sinhF32: [
    sinhF32,
    [
      [0, 0],
      [-0, -0],
      [TINY, TINY],
      [INF, INF],
      [-INF, -INF],
      [89.5, INF],
      [NAN, NAN],
    ],
  ],
  coshF32: [
    coshF32,
    [
      [0, 1],
      [-0, 1],
      [TINY, 1],
      [INF, INF],
      [-INF, INF],
      [89.5, INF],
      [NAN, NAN],
    ],
  ],
  tanhF32: [
    tanhF32,
    [
      [0, 0],
      [-0, -0],
      [TINY, TINY],
      [INF, 1],
      [-INF, -1],
      [HUGE, 1],
      [NAN, NAN],
    ],
  ],
  tanF32: [
    tanF32,
    [
      [0, 0],
      [-0, -0],
      [TINY, TINY],
      [INF, NAN],
      [-INF, NAN],
      [NAN, NAN],
    ],
  ],
  acosF32: [
    acosF32,
    [
      [1, 0],
      [-1, PI],
      [0, HALF_PI],
      [-0, HALF_PI],
      [1 + 2 ** -23, NAN],
      [-2, NAN],
      [INF, NAN],
      [NAN, NAN],
    ],
  ],
  atanF32: [
    atanF32,
    [
      [0, 0],
      [-0, -0],
      [TINY, TINY],
      [1, Math.fround(Math.PI / 4)],
      [INF, HALF_PI],
      [-INF, -HALF_PI],
      [HUGE, HALF_PI],
      [NAN, NAN],
    ],
  ],
  cbrtF32: [
    cbrtF32,
    [
      [0, 0],
      [-0, -0],
      [INF, INF],
      [-INF, -INF],
      [TINY * 4, 2 ** -49],
      [NAN, NAN],
    ],
  ],
}

describe.each(Object.entries(SPECIAL))('%s', (_, [of, rows]) => {
  it.each(rows)('takes %d to %d', (x, y) => {
    expect(of(x)).toBe(y)
  })

  it('rounds its argument to binary32 first, and gives a binary32 number', () => {
    for (const x of [0.1, 0.7, 1 / 3, -0.9, 12.34, 1e-40, 1e30]) {
      expect(of(x)).toBe(of(Math.fround(x)))
      expect(of(x)).toBe(Math.fround(of(x)))
    }
  })
})

it('has exact logarithms at the powers of two and of ten', () => {
  for (let k = -149; k <= 127; k++) expect(log2F32(2 ** k)).toBe(k)
  for (let k = 0; k <= 10; k++) expect(log10F32(10 ** k)).toBe(k)
})

it('has exact cube roots of cubes', () => {
  for (let n = 1; n <= 256; n++) expect(cbrtF32(n ** 3)).toBe(n)
  for (let n = 1; n <= 256; n++) expect(cbrtF32(-((n * 2 ** -40) ** 3))).toBe(-n * 2 ** -40)
})

it('follows the tangent to its poles and to the largest arguments', () => {
  // Of all binary32 numbers, 16367173 * 2^72 comes nearest to a multiple of pi/2 (Muller,
  // Elementary Functions, 3rd edition, table 11.1).
  for (const x of [
    1.5707963705062866,
    4.71238899230957,
    16367173 * 2 ** 72,
    11,
    13 * 2 ** 20,
    HUGE,
  ])
    expect(Math.abs(tanF32(x) / Math.tan(x) - 1)).toBeLessThan(2 ** -23)
})

describe('hypotF32', () => {
  it('finds the sides of right triangles exactly, at every size', () => {
    const triples = [
      [3, 4, 5],
      [5, 12, 13],
      [8, 15, 17],
      [20, 21, 29],
      [119, 120, 169],
      [1, 0, 1],
    ]
    for (const [a, b, c] of triples)
      for (let k = -140; k <= 118; k += 3) {
        expect(hypotF32(a * 2 ** k, -b * 2 ** k)).toBe(c * 2 ** k)
        expect(hypotF32(-b * 2 ** k, a * 2 ** k)).toBe(c * 2 ** k)
      }
  })

  it.each([
    [INF, NAN, INF],
    [NAN, -INF, INF],
    [NAN, 1, NAN],
    [0, -0, 0],
    [HUGE, HUGE, INF],
    [TINY, 0, TINY],
    [HUGE, 1, HUGE],
  ])('takes %d and %d to %d', (x, y, length) => {
    expect(hypotF32(x, y)).toBe(length)
  })
})

describe('powF32', () => {
  // ECMAScript, Number::exponentiate, line by line.
  it.each([
    [2, NAN, NAN],
    [NAN, 0, 1],
    [NAN, -0, 1],
    [NAN, 1, NAN],
    [INF, 0.5, INF],
    [INF, -0.5, 0],
    [-INF, 3, -INF],
    [-INF, 2, INF],
    [-INF, 0.5, INF],
    [-INF, -3, -0],
    [-INF, -2, 0],
    [0, 0.5, 0],
    [0, -0.5, INF],
    [-0, 3, -0],
    [-0, 2, 0],
    [-0, -3, -INF],
    [-0, -2, INF],
    [-0, 0.5, 0],
    [1.5, INF, INF],
    [-1.5, INF, INF],
    [1, INF, NAN],
    [-1, INF, NAN],
    [0.5, INF, 0],
    [1.5, -INF, 0],
    [-1, -INF, NAN],
    [0.5, -INF, INF],
    [-8, 1 / 3, NAN],
    [-2, 3, -8],
    [-2, 2, 4],
    [-2, -1, -0.5],
    [-2, 2 ** 24, INF],
    [-1, 2 ** 24 - 1, -1],
    [2, 128, INF],
    [2, -150, 0],
    [1, HUGE, 1],
    [1 + 2 ** -23, HUGE, INF],
    [1 - 2 ** -24, HUGE, 0],
  ])('takes %d to the power %d as %d', (x, y, power) => {
    expect(powF32(x, y)).toBe(power)
    expect(x ** y).toSatisfy((z: number) => Object.is(Math.fround(z), power))
  })

  it('has exact powers of two, squares and powers of ten, and x to the power 1', () => {
    for (let k = -149; k <= 127; k++) expect(powF32(2, k)).toBe(2 ** k)
    for (let n = 0; n <= 10; n++) expect(powF32(10, n)).toBe(10 ** n)
    for (let n = 1; n <= 4096; n++) expect(powF32(n, 2)).toBe(n * n)
    for (let x = 0.001; x < 1000; x *= 1.01) expect(powF32(x, 1)).toBe(Math.fround(x))
  })
})
