// Sine and cosine in binary32 with a small relative error for every finite argument, in binary32
// arithmetic and integers alone. Scene-language sources.

import { floatBits, floatFromBits } from './bits.ts'
import { carryOf, twoOverPiWord } from './f32-two-over-pi.ts'
import { mulHigh } from './philox.ts'

/**
 * [r, c, quarters] for finite a >= 0.5: a is a number of quarter turns, `quarters` modulo 4, and
 * r + c with |r| <= pi/4 and c tiny beside it, however near to a quarter turn a lies. The 24 bits of
 * a times a window of 2 / pi, in integers (Payne and Hanek, 1983).
 */
export function quarterTurnsF32(a: number): number[] {
  const f = Math.fround
  const bits = floatBits(a)
  const fraction = (bits & 0x7fffff) | 0x800000
  // The window starts at the bit of 2 / pi that stands for 2 quarter turns; those above it stand for
  // whole turns.
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
  // The size of the signed fraction, to its 32 leading bits. No binary32 number is so near a quarter
  // turn that fewer than 32 bits after its first one are known here.
  const size = upper ^ negative
  const rest = (q1 << 2) ^ negative
  const zeros = Math.clz32(size)
  const lead = (size << zeros) | ((rest >>> 1) >>> ((31 - zeros) | 0))
  // Times pi / 4, as a fraction of 2^32, gives half the angle; it is split into two binary32 numbers.
  const angle = mulHigh(lead, 0xc90fdaa2 | 0)
  const unit = floatFromBits(((96 - zeros) | 0) << 23)
  const r0 = f(f((angle & -256) >>> 0) * unit)
  const c0 = f(f(angle & 0xff) * unit)
  const r = f(r0 + c0)
  const c = f(c0 - f(r - r0))
  if (negative === 0) return [r, c, quarters]
  return [-r, -c, quarters]
}

/** [sin x, cos x] of the angle `quarters` quarter turns + r + c, |r| <= pi/4 and c tiny beside it. */
export function sinCosPieceF32(r: number, c: number, quarters: number): number[] {
  const f = Math.fround
  const z = f(r * r)
  // The minimax polynomials of the seed (Cephes).
  const s = f(f(f(8.332161e-3) + f(z * f(-1.9515296e-4))) * z)
  const cubed = f(f(r * z) * f(f(-1.6666655e-1) + s))
  const half = f(0.5 * z)
  const sine = f(r + f(cubed + f(c - f(c * half))))
  const k = f(f(f(-1.3887316e-3) + f(z * f(2.4433157e-5))) * z)
  const fourth = f(f(z * z) * f(f(4.1666646e-2) + k))
  const one = f(1 - half)
  const cosine = f(one + f(f(f(1 - one) - half) + f(fourth - f(r * c))))
  const a = (quarters & 1) === 0 ? sine : cosine
  const b = (quarters & 1) === 0 ? cosine : sine
  return [(quarters & 2) === 0 ? a : -a, ((quarters + 1) & 2) === 0 ? b : -b]
}

/**
 * [sin x, cos x] in binary32, x in radians, at most 1 ulp for every finite x; NaN for the infinities.
 * Mends `simSinCos`, whose absolute error is as small, but not the relative one (the cosine of
 * 0x45D1D93C is 974 ulp off), and which loses accuracy above 8192. It costs about twice as much.
 */
export function sinCosF32(x: number): number[] {
  const f = Math.fround
  const v = f(x)
  const a = Math.abs(v)
  const near = a < 0.7853981256484985
  const [r0, c0, quarters0] = quarterTurnsF32(Math.max(0.5, Math.min(a, 3.4028234663852886e38)))
  const r = near ? a : r0
  const c = near ? 0 : c0
  const quarters = near ? 0 : quarters0
  const [s, cosine] = sinCosPieceF32(r, c, quarters)
  const sine = floatFromBits(floatBits(s) ^ (floatBits(v) & 0x80000000))
  const nan = floatFromBits(0x7fc00000)
  if (!(a <= 3.4028234663852886e38)) return [nan, nan]
  return [sine, cosine]
}
