// cbrtF32 in binary32 arithmetic alone. A scene-language source.

import { floatBits, floatFromBits } from './bits.ts'
import { powerOfTwoF32 } from './f32-exp.ts'

/**
 * Cube root in binary32; domain: every x; odd, bit for bit; exact for cubes. At most 0.78 ulp.
 * Not Math.cbrt: that differs between engines.
 */
export function cbrtF32(x: number): number {
  const f = Math.fround
  const v = f(x)
  const a = Math.abs(v)
  const subnormal = a < 1.1754943508222875e-38
  const bits = floatBits(subnormal ? f(a * 16777216) : a)
  // a = m * 2^(3 q) with 1 <= m < 8; (n * 21846) >> 16 is the whole part of n / 3 for small n.
  const third = Math.imul(((bits >> 23) + 2) | 0, 21846) >> 16
  const q = (third - 43) | 0
  const m = floatFromBits((bits - Math.imul(q, 0x1800000)) | 0)
  // A parabola within 2^-6, one step of Halley's method, and one more from 12 bits, whose square
  // is exact.
  const guess = f(0.7625035643577576 + f(m * f(0.2680751085281372 - f(m * 0.014670617878437042))))
  const cube = f(f(guess * guess) * guess)
  const better = f(guess * f(f(cube + f(m + m)) / f(f(cube + cube) + m)))
  const t = floatFromBits((floatBits(better) + 0x800) & 0xfffff000)
  const ratio = f(m / f(t * t))
  const root = f(t + f(t * f(f(ratio - t) / f(f(t + t) + ratio))))
  const size = f(root * powerOfTwoF32(subnormal ? (q - 8) | 0 : q))
  if (a === 0 || !(a <= 3.4028234663852886e38)) return v
  return floatFromBits(floatBits(size) | (floatBits(v) & 0x80000000))
}
