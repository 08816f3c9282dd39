// The cube root.

import { fromWords, highWord } from './bits.ts'
import { upperHalf } from './pairs.ts'

/**
 * Cube root of `x`, exact for cubes. Domain: all; cbrt(-0) = -0. Odd bit for bit.
 * Error: at most 0.7 ulp. Source: FreeBSD (s_cbrt.c). `Math.cbrt` differs between engines.
 */
export function cbrt(x: number): number {
  const size = Math.abs(x)
  if (!(size > 0 && size < Infinity)) return x
  // A third of the exponent, with the fraction along, is right to 1 in 32. The bits of a subnormal
  // number are made those of a normal one by 2^54.
  const subnormal = size < 2.2250738585072014e-308
  const high = highWord(subnormal ? size * 18014398509481984 : size)
  const third = (high / 3) | 0
  const rough = fromWords((third + (subnormal ? 696219795 : 715094163)) | 0, 0)
  // A polynomial in rough^3 / x makes it right to 2^-23.
  const p0 = 1.87595182427177 // 0x3ffe03e60f61e692
  const p1 = -1.8849797954337717 // 0xbffe28e092f02420
  const p2 = 1.6214297201053545 // 0x3ff9f1604a49d6c2
  const p3 = -0.758397934778766 // 0xbfe844cbbee751d9
  const p4 = 0.14599619288661245 // 0x3fc2b000d4e4edd7
  const r = rough * rough * (rough / size)
  const better = rough * (p0 + r * (p1 + r * p2) + r * r * r * (p3 + r * p4))
  // Cut to 26 bits and above the root, so that its square and the difference below are exact, and
  // the quotient has no larger ulp than the root.
  const t = upperHalf(better * 1.0000001192092896) // 1 + 2^-23
  const q = size / (t * t)
  const value = t + t * ((q - t) / (t + t + q))
  return x < 0 ? -value : value
}
