// Exact values of the elementary functions at binary64 numbers, to about 130 bits of the result.

import {
  atanSeries,
  bitLength,
  cubeRoot,
  expSeries,
  ln2At,
  lnSeries,
  piAt,
  sinCosSeries,
  squareRoot,
} from './exact-series.fixture.ts'

/** top * 2^-scale */
export interface Exact {
  readonly top: bigint
  readonly scale: number
}

const GUARD = 160
const float64 = new Float64Array(1)
const word64 = new BigInt64Array(float64.buffer)

/** A number as fraction * 2^exponent with an integer fraction. */
export function integerParts(x: number): { fraction: bigint; exponent: number } {
  float64[0] = x
  const field = Number((word64[0] >> 52n) & 0x7ffn)
  const low = word64[0] & 0xfffffffffffffn
  const fraction = field === 0 ? low : low | 0x10000000000000n
  return { fraction: word64[0] < 0n ? -fraction : fraction, exponent: Math.max(field, 1) - 1075 }
}

const shift = (n: bigint, by: number): bigint => (by >= 0 ? n << BigInt(by) : n >> BigInt(-by))
const size = (n: bigint): bigint => (n < 0n ? -n : n)

/** x * 2^scale, exact where the scale lets it be. */
export function at(x: number, scale: number): bigint {
  const { fraction, exponent } = integerParts(x)
  return shift(fraction, exponent + scale)
}

/** A scale that keeps `GUARD` bits of a number, and at least as many of 1. */
function scaleFor(x: number): number {
  const { fraction, exponent } = integerParts(x)
  return GUARD + Math.max(0, -exponent - bitLength(size(fraction)))
}

/** [quadrant, what is left of the angle] */
function reduce(x: number, scale: number): [number, bigint] {
  const extra = Math.max(0, integerParts(x).exponent) + 64
  const half = piAt(scale + extra) >> 1n
  const wide = at(x, scale + extra)
  const turns = (2n * wide + half) / (2n * half) - (wide < 0n ? 1n : 0n)
  return [Number(turns & 3n), shift(wide - turns * half, -extra)]
}

function sinCos(x: number): { sin: bigint; cos: bigint; scale: number } {
  // 64 bits more, because an angle may lie 2^-62 from a multiple of pi/2.
  const scale = scaleFor(x) + 64
  const [turns, left] = reduce(x, scale)
  const [s, c] = sinCosSeries(left, scale)
  const sin = (turns & 1) === 0 ? s : c
  const cos = (turns & 1) === 0 ? c : -s
  return turns < 2 ? { sin, cos, scale } : { sin: -sin, cos: -cos, scale }
}

/** e^(a / 2^scale) as a number that may have any exponent. */
function expOf(a: bigint, scale: number): Exact {
  const ln2 = ln2At(scale)
  const k = Number((2n * a) / ln2) >> 1
  return { top: expSeries(a - BigInt(k) * ln2, scale), scale: scale - k }
}

/** [e^x, e^-x] with one scale. */
function expPair(x: number): { up: bigint; down: bigint; scale: number } {
  const scale = scaleFor(x)
  const { top, scale: own } = expOf(at(x, scale), scale)
  const up = shift(top, scale - own)
  const inverse = expOf(at(-x, scale), scale)
  return { up, down: shift(inverse.top, scale - inverse.scale), scale }
}

/** The angle of (x, y), given as integers of one scale, y >= 0. */
function angleOf(y: bigint, x: bigint): Exact {
  const [n, d] = y < size(x) ? [y, size(x)] : [size(x), y]
  const scale = GUARD + (n === 0n ? 0 : Math.max(0, bitLength(d) - bitLength(n)))
  const arc = atanSeries(n, d, scale)
  const pi = piAt(scale)
  const first = y < size(x) ? arc : (pi >> 1n) - arc
  return { top: x < 0n ? pi - first : first, scale }
}

function atan2Of(y: number, x: number): Exact {
  const scale = Math.max(-integerParts(x).exponent, -integerParts(y).exponent, 0)
  const { top, scale: own } = angleOf(at(Math.abs(y), scale), at(x, scale))
  return { top: y < 0 ? -top : top, scale: own }
}

function asinOf(x: number): Exact {
  const scale = scaleFor(x) + 64
  const a = at(Math.abs(x), scale)
  const { top, scale: own } = angleOf(a, squareRoot((1n << BigInt(2 * scale)) - a * a))
  return { top: x < 0 ? -top : top, scale: own }
}

function acosOf(x: number): Exact {
  const scale = scaleFor(x) + 64
  const a = at(x, scale)
  return angleOf(squareRoot((1n << BigInt(2 * scale)) - a * a), a)
}

function lnOf(x: number): { top: bigint; scale: number } {
  // 64 bits more, for the small logarithms of numbers near 1.
  const scale = scaleFor(x) + 64
  return { top: lnSeries(at(x, scale), scale), scale }
}

const quotient = (n: bigint, d: bigint, scale: number): Exact => ({
  top: (n << BigInt(scale)) / d,
  scale,
})

function powOf(x: number, y: number): Exact {
  const { top, scale } = lnOf(Math.abs(x))
  const { fraction, exponent } = integerParts(y)
  const value = expOf(shift(top * fraction, exponent), scale)
  return x < 0 && y % 2 !== 0 ? { top: -value.top, scale: value.scale } : value
}

function cbrtOf(x: number): Exact {
  const { fraction, exponent } = integerParts(x)
  const third = Math.floor(exponent / 3) - GUARD
  const root = cubeRoot(size(fraction) << BigInt(exponent - 3 * third))
  return { top: x < 0 ? -root : root, scale: -third }
}

function hypotOf(x: number, y: number): Exact {
  const scale = Math.max(-integerParts(x).exponent, -integerParts(y).exponent, 0) + GUARD
  return { top: squareRoot(at(x, scale) ** 2n + at(y, scale) ** 2n), scale }
}

/** The value of each function at numbers inside its domain where it is finite. */
export const ORACLE = {
  sin: (x: number): Exact => ({ top: sinCos(x).sin, scale: sinCos(x).scale }),
  cos: (x: number): Exact => ({ top: sinCos(x).cos, scale: sinCos(x).scale }),
  tan(x: number): Exact {
    const { sin, cos, scale } = sinCos(x)
    return quotient(sin, cos, scale)
  },
  asin: asinOf,
  acos: acosOf,
  atan: (x: number): Exact => atan2Of(x, 1),
  atan2: atan2Of,
  exp(x: number): Exact {
    const scale = scaleFor(x)
    return expOf(at(x, scale), scale)
  },
  expm1(x: number): Exact {
    const { up, scale } = expPair(x)
    return { top: up - (1n << BigInt(scale)), scale }
  },
  log: lnOf,
  log1p(x: number): Exact {
    const scale = scaleFor(x) + 64
    return { top: lnSeries((1n << BigInt(scale)) + at(x, scale), scale), scale }
  },
  log2(x: number): Exact {
    const { top, scale } = lnOf(x)
    return quotient(top, ln2At(scale), scale)
  },
  log10(x: number): Exact {
    const { top, scale } = lnOf(x)
    return quotient(top, lnSeries(10n << BigInt(scale), scale), scale)
  },
  pow: powOf,
  sinh(x: number): Exact {
    const { up, down, scale } = expPair(x)
    return { top: up - down, scale: scale + 1 }
  },
  cosh(x: number): Exact {
    const { up, down, scale } = expPair(x)
    return { top: up + down, scale: scale + 1 }
  },
  tanh(x: number): Exact {
    const { up, down, scale } = expPair(x)
    return quotient(up - down, up + down, scale)
  },
  cbrt: cbrtOf,
  hypot: hypotOf,
}

/** |got - value| in units in the last place of the value; an overflow that is right counts as 0. */
export function errorInUlps(got: number, value: Exact): number {
  const exponent = Math.max(bitLength(size(value.top)) - 1 - value.scale, -1022)
  const infinite = !Number.isFinite(got)
  if (infinite && exponent >= 1024) return got > 0 === value.top > 0n ? 0 : Infinity
  const scale = Math.max(value.scale, 1074) + 20
  const number = infinite ? shift(got > 0 ? 1n : -1n, 1024 + scale) : at(got, scale)
  const difference = size(number - shift(value.top, scale - value.scale))
  return Number(shift(difference, 52 - exponent - scale + 20)) / 2 ** 20
}
