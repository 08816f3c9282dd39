// tanF32 in binary32 arithmetic and integers alone, right for every finite argument. Scene-language
// sources; errors in accuracy-f32.cases.ts.

import { floatBits, floatFromBits } from './bits.ts'
import { mulHigh } from './philox.ts'

/**
 * tan(r + c) for |r| <= pi/4 and c tiny beside it, or -1 / tan(r + c) where `turned` is 1.
 * The minimax polynomial is within 2^-29.
 */
export function tanPieceF32(r: number, c: number, turned: number): number {
  const f = Math.fround
  const z = f(r * r)
  const p0 = 0.33333349227905273 // 0x3eaaaab0
  const p1 = 0.13332675397396088 // 0x3e0886cf
  const p2 = 0.05405891314148903 // 0x3d5d6ce1
  const p3 = 0.02128620631992817 // 0x3cae6069
  const p4 = 0.01082745660096407 // 0x3c3165a5
  const p5 = 9.821692219702527e-5 // 0x38cdf9cf
  const p6 = 0.004372717812657356 // 0x3b8f4904
  const p = f(p3 + f(z * f(p4 + f(z * f(p5 + f(z * p6))))))
  const cubed = f(f(r * z) * f(p0 + f(z * f(p1 + f(z * f(p2 + f(z * p)))))))
  // tan(r + c) = tan(r) + c (1 + tan(r)^2), and c matters where r is small or the result large.
  const first = f(r + cubed)
  const tail = f(cubed + f(c + f(c * f(first * first))))
  const tangent = f(r + tail)
  // The reciprocal from the tangent's two parts, the upper one of 12 bits.
  const high = floatFromBits(floatBits(tangent) & 0xfffff000)
  const low = f(tail - f(high - r))
  const inverse = f(-1 / tangent)
  const start = floatFromBits(floatBits(inverse) & 0xfffff000)
  const residual = f(f(1 + f(start * high)) + f(start * low))
  return turned === 1 ? f(start + f(inverse * residual)) : tangent
}

/** Bits 32 i to 32 i + 31 of 2 / pi after 32 zeros, for i from 0 to 7. */
export function twoOverPiWord(i: number): number {
  if (i < 4) return i < 2 ? (i < 1 ? 0 : 0xa2f9836e | 0) : i < 3 ? 0x4e441529 : 0xfc2757d1 | 0
  return i < 6 ? (i < 5 ? 0xf534ddc0 | 0 : 0xdb629599 | 0) : i < 7 ? 0x3c439041 : 0xfe5163ab | 0
}

/** 1 where the sum of two unsigned words wrapped: `sum` is (a + b) modulo 2^32. */
export function carryOf(a: number, b: number, sum: number): number {
  return ((a & b) | ((a | b) & ~sum)) >>> 31
}

/**
 * tan(a) for finite a >= 512: the product of its 24 bits with a window of 2 / pi, in integers
 * (Payne and Hanek, 1983).
 */
export function tanHugeF32(a: number): number {
  const f = Math.fround
  const bits = floatBits(a)
  const fraction = (bits & 0x7fffff) | 0x800000
  // The window starts at the bit of 2 / pi that stands for 2 quarter turns; higher ones are whole turns.
  const place = ((bits >> 23) - 120) | 0
  const word = place >> 5
  const left = place & 31
  const right = (31 - left) | 0
  const t0 = twoOverPiWord(word)
  const t1 = twoOverPiWord((word + 1) | 0)
  const t2 = twoOverPiWord((word + 2) | 0)
  const t3 = twoOverPiWord((word + 3) | 0)
  const w0 = (t0 << left) | ((t1 >>> 1) >>> right)
  const w1 = (t1 << left) | ((t2 >>> 1) >>> right)
  const w2 = (t2 << left) | ((t3 >>> 1) >>> right)
  // fraction * (w0 w1 w2) modulo 2^96: two bits of quarter turns, then the turn's fraction.
  const q2 = Math.imul(fraction, w2)
  const low1 = Math.imul(fraction, w1)
  const high2 = mulHigh(fraction, w2)
  const q1 = (low1 + high2) | 0
  const high1 = (mulHigh(fraction, w1) + carryOf(low1, high2, q1)) | 0
  const q0 = (Math.imul(fraction, w0) + high1) | 0
  const upper = (q0 << 2) | (q1 >>> 30)
  const lower = (q1 << 2) | (q2 >>> 30)
  const negative = upper >> 31
  const quarters = ((q0 >>> 30) - negative) | 0
  const size = upper ^ negative
  const rest = lower ^ negative
  // 48 leading bits of the fraction as two binary32 numbers.
  const zeros = Math.clz32(size)
  const lead = (size << zeros) | ((rest >>> 1) >>> ((31 - zeros) | 0))
  const next = ((lead & 0xff) << 16) | ((rest << zeros) >>> 16)
  const unit = floatFromBits(((103 - zeros) | 0) << 23)
  const x = f(f(lead >>> 8) * unit)
  const xLow = f(f(f(next) * (1 / 16777216)) * unit)
  // Times pi / 2, whose first two parts have 12 bits, as has the upper part of x.
  const x1 = floatFromBits(floatBits(x) & 0xfffff000)
  const x2 = f(x - x1)
  const c1 = 1.5703125 // 0x3fc90000
  const c2 = 4.837512969970703e-4 // 0x39fda000
  const c3 = 7.549790126404332e-8 // 0x33a22169
  const main = f(x1 * c1)
  const terms = f(f(x2 * c2) + f(f(x * c3) + f(xLow * 1.5707963705062866)))
  const minor = f(f(x1 * c2) + f(f(x2 * c1) + terms))
  const r = f(main + minor)
  const c = f(minor - f(r - main))
  const turned = quarters & 1
  return negative === 0 ? tanPieceF32(r, c, turned) : -tanPieceF32(r, c, turned)
}

/** tan(a) for 0 <= a < 512: subtracts quarter turns in four parts, keeping what rounding loses. */
export function tanModerateF32(a: number): number {
  const f = Math.fround
  const n = Math.floor(f(f(a * 0.6366197466850281) + 0.5))
  // The upper three parts of pi / 2 have 15 bits or fewer: n times each is exact, and so is r1.
  const r1 = f(a - f(n * 1.57073974609375)) // 0x3fc90e00
  const w2 = f(n * 5.657970905303955e-5) // 0x386d5000
  const r2 = f(r1 - w2)
  const back2 = f(r2 - r1)
  const lost2 = f(f(r1 - f(r2 - back2)) - f(w2 + back2))
  const w3 = f(n * 9.920881893776823e-10) // 0x30885a00
  const r3 = f(r2 - w3)
  const back3 = f(r3 - r2)
  const lost3 = f(f(r2 - f(r3 - back3)) - f(w3 + back3))
  const c = f(f(lost2 + lost3) - f(n * 5.390302953474238e-15)) // 0x27c234c5
  const r = f(r3 + c)
  return tanPieceF32(r, f(c - f(r - r3)), (n | 0) & 1)
}

/**
 * Tangent in binary32 of x radians; domain: every finite x (NaN for the infinities); odd, bit for
 * bit. At most 2 ulp, near the poles too. Not Math.tan: that differs between engines.
 */
export function tanF32(x: number): number {
  const f = Math.fround
  const v = f(x)
  const a = Math.abs(v)
  let size = tanModerateF32(Math.min(a, 512))
  if (a >= 512) size = tanHugeF32(a)
  if (!(a <= 3.4028234663852886e38)) return floatFromBits(0x7fc00000)
  return floatFromBits(floatBits(size) ^ (floatBits(v) & 0x80000000))
}
