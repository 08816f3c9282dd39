// Angles as quarter turns in binary32, exact to the last bit that matters, by integers.
// Scene-language sources, shared by the sine, the cosine and the tangent.

import { floatBits, floatFromBits } from './bits.ts'
import { mulHigh } from './philox.ts'

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
 * [r, c, quarters] for finite a >= 0.5: a is a number of quarter turns, `quarters` modulo 4, and
 * r + c with |r| <= pi/4 and c tiny beside it, however near to a quarter turn a lies. The 24 bits
 * of a times a window of 2 / pi, in integers (Payne and Hanek, 1983).
 */
export function quarterTurnsF32(a: number): number[] {
  const f = Math.fround
  const bits = floatBits(a)
  const fraction = (bits & 0x7fffff) | 0x800000
  // The window starts at the bit of 2 / pi that stands for 2 quarter turns; those above it stand
  // for whole turns.
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
  // fraction * (w0 w1 w2) modulo 2^96: two bits of quarter turns, then the fraction of one.
  const low1 = Math.imul(fraction, w1)
  const high2 = mulHigh(fraction, w2)
  const q1 = (low1 + high2) | 0
  const high1 = (mulHigh(fraction, w1) + carryOf(low1, high2, q1)) | 0
  const q0 = (Math.imul(fraction, w0) + high1) | 0
  const upper = (q0 << 2) | (q1 >>> 30)
  const negative = upper >> 31
  const quarters = ((q0 >>> 30) - negative) & 3
  // The size of the signed fraction, to its 32 leading bits. No binary32 number is so near a
  // quarter turn that fewer than 32 bits after its first one are known here.
  const size = upper ^ negative
  const rest = (q1 << 2) ^ negative
  const zeros = Math.clz32(size)
  const lead = (size << zeros) | ((rest >>> 1) >>> ((31 - zeros) | 0))
  // Times pi / 4, as a fraction of 2^32, gives half the angle; it is split into two binary32
  // numbers.
  const angle = mulHigh(lead, 0xc90fdaa2 | 0)
  const unit = floatFromBits(((96 - zeros) | 0) << 23)
  const r0 = f(f((angle & -256) >>> 0) * unit)
  const c0 = f(f(angle & 0xff) * unit)
  const r = f(r0 + c0)
  const c = f(c0 - f(r - r0))
  if (negative === 0) return [r, c, quarters]
  return [-r, -c, quarters]
}
