// Numbers that try arithmetic hard: every exponent, ties, subnormals, neighbours, special values.

import { floatFromBits, fromWords, highWord, lowWord } from '../../math/bits.ts'
import { loadF32, SMALLEST_F32 } from '../f32-rule.ts'
import type { Precision } from '../ir.ts'

/** A small generator (xorshift): 32 bits a call, the same in every run. */
export function bitsFrom(seed: number): () => number {
  let s = Math.imul(seed, 0x9e3779b9) | 1
  return () => {
    s ^= s << 13
    s ^= s >>> 17
    s ^= s << 5
    return s >>> 0
  }
}

const FIXED = [0, -0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 3, 1 / 3, 1e300, 5e-324, -5e-324]
const EDGES = [
  2 ** 31,
  2 ** 32,
  2 ** 52,
  2 ** 53,
  2 ** 63,
  2 ** 84,
  2 ** -100,
  2 ** -123,
  2 ** -126,
]
const ENDS = [2 ** -149, 2 ** -150, 2 ** -1022, 2 ** -1074, 2 ** 127, 2 ** 128, 2 ** 1023, 2 ** -1]
const NEAR = [...EDGES, ...ENDS].flatMap((x) => [x, -x, next(x), -next(x), before(x), 1.5 * x])
const SPECIAL = [...FIXED, ...NEAR, Infinity, -Infinity, Number.NaN]

function next(x: number): number {
  const low = lowWord(x) + 1
  return fromWords(highWord(x) + (low === 0 ? 1 : 0), low)
}

function before(x: number): number {
  const low = lowWord(x)
  return fromWords(highWord(x) - (low === 0 ? 1 : 0), low - 1)
}

/** Fractions of few bits, of many, next to whole ones, and halfway between two binary32. */
function fraction(bits: () => number): readonly [high: number, low: number] {
  const high = bits() & 0xfffff
  const low = bits()
  switch (bits() % 8) {
    case 0:
      return [0, bits() % 3]
    case 1:
      return [0xfffff, -1 - (bits() % 3)]
    case 2:
      return [high, 0]
    case 3:
      return [high, (low & 0xe0000000) | (0x10000000 + (bits() % 3) - 1)]
    case 4:
      return [high & -(1 << (bits() % 20)), 0]
    case 5:
      return [high, low & -(1 << (bits() % 32))]
    default:
      return [high, low]
  }
}

/** A binary64 with this exponent field, or one drawn, half of them in the middle of the range. */
function anyF64(bits: () => number, exponent?: number): number {
  const drawn = bits() % 2 === 0 ? bits() % 2048 : 900 + (bits() % 256)
  const [high, low] = fraction(bits)
  return fromWords(((exponent ?? drawn) << 20) | high | (bits() & 0x80000000), low)
}

/** A value of f32's rule: 0, or a multiple of 2^-123. */
export function ruleF32(x: number): number {
  const rounded = Math.fround(x)
  if (Math.abs(rounded) >= SMALLEST_F32 || rounded !== rounded) return loadF32(rounded)
  return Math.trunc(rounded * 2 ** 123) * 2 ** -123 + 0
}

function anyF32(bits: () => number, exponent?: number): number {
  const few = bits() % 3 === 0 ? -(1 << (bits() % 24)) : -1
  const field = exponent === undefined ? bits() % 256 : exponent & 255
  return ruleF32(floatFromBits((field << 23) | (bits() & 0x7fffff & few) | (bits() & 0x80000000)))
}

/** A number that stands in some relation to `a`, where sums cancel and quotients are whole. */
function partner(a: number, bits: () => number, fresh: () => number): number {
  switch (bits() % 8) {
    case 0:
      return a
    case 1:
      return -next(a)
    case 2:
      return before(a)
    case 3:
      return a * 2 ** -(bits() % 60)
    case 4:
      return (a * (1 + (bits() % 1024))) / (1 + (bits() % 16))
    case 5:
      // A product or quotient at the lower end, where results are subnormal.
      return 2 ** (-1022 - (bits() % 56)) / a
    case 6:
      return -a * (1 + 2 ** -(bits() % 53))
    default:
      return fresh()
  }
}

/** Whole numbers of `width` bits whose product misses a tie, or meets it, by as good as nothing. */
function tiedProduct(width: bigint, bits: () => number): number[] {
  const top = 1n << (width - 1n)
  for (;;) {
    const drawn = (BigInt(bits()) << 32n) | BigInt(bits()) | 1n
    const n = top | BigInt.asUintN(Number(width) - 1, drawn)
    let inverse = n
    for (let i = 0; i < 6; i++) inverse = BigInt.asUintN(64, inverse * (2n - n * inverse))
    const miss = BigInt((bits() % 2047) - 1023) >> BigInt(bits() % 10)
    const m = BigInt.asUintN(Number(width), (top + miss) * inverse)
    if (m * n >= top * top * 2n) return [Number(m), Number(n)]
  }
}

/** Factors in whose product, of 106 bits, those from the 43rd to the 74th are zero. */
function gapProduct(bits: () => number): number[] {
  for (;;) {
    const n = BigInt(2 ** 52 + (bits() >>> 12) * 2 ** 32 + bits())
    const high = BigInt((bits() | 0x40000000) >>> 0)
    const whole = ((high << 74n) + n - 1n) / n
    if (whole >> 52n === 1n && BigInt.asUintN(32, (whole * n) >> 42n) === 0n)
      return [Number(whole), Number(n)]
  }
}

function hardProducts(precision: Precision, bits: () => number): number[][] {
  const width = precision === 'f64' ? 53n : 24n
  const tied = Array.from({ length: 512 }, () => tiedProduct(width, bits))
  const gaps = Array.from({ length: precision === 'f64' ? 16 : 0 }, () => gapProduct(bits))
  return [...tied, ...gaps]
}

export function floats(precision: Precision, count: number, seed: number): number[] {
  const bits = bitsFrom(seed)
  const wide = precision === 'f64'
  const special = wide ? SPECIAL : SPECIAL.map(ruleF32)
  const any = wide ? anyF64 : anyF32
  return Array.from({ length: count }, (_, i) =>
    i < special.length ? special[i] : any(bits, i % 2 === 0 ? (i / 2) % 2048 : undefined),
  )
}

/** Pairs: all of the special values, then numbers with partners. */
export function floatPairs(precision: Precision, count: number, seed: number): number[][] {
  const bits = bitsFrom(seed)
  const settle = precision === 'f64' ? (x: number) => x : ruleF32
  const side = Math.min(SPECIAL.length, Math.floor(Math.sqrt(count / 2)))
  const stride = 1 + (bits() % 2)
  const special = SPECIAL.filter((_, i) => side === SPECIAL.length || i % stride === 0)
  const hard = hardProducts(precision, bits)
  const firsts = floats(precision, count, seed + 2)
  return firsts.map((a, i) => {
    if (i >= count - hard.length) return hard[count - 1 - i]
    if (i < special.length ** 2)
      return [special[i % special.length], special[Math.floor(i / special.length)]].map(settle)
    const fresh = () => (precision === 'f64' ? anyF64(bits) : anyF32(bits))
    return [a, settle(i % 2 === 0 ? fresh() : partner(a, bits, fresh))]
  })
}

/** Signed, as the graph's are. */
export function ints(count: number, seed: number): number[] {
  const bits = bitsFrom(seed)
  const fixed = [0, 1, 2, 3, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0x1000001, 0x1000003]
  return Array.from({ length: count }, (_, i) => {
    if (i < fixed.length) return fixed[i] | 0
    return (i % 3 === 0 ? bits() >>> (bits() % 32) : bits()) | 0
  })
}
