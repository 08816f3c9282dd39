// Inverse sine, cosine and tangents.

import { upperHalf } from './pairs.ts'

/**
 * (asin(sqrt z) - sqrt z) / sqrt z for 0 <= z <= 1/4, a rational function. Source: fdlibm
 * (e_asin.c).
 */
export function asinExcess(z: number): number {
  const p0 = 0.16666666666666666 // 0x3fc5555555555555
  const p1 = -0.3255658186224009 // 0xbfd4d61203eb6f7d
  const p2 = 0.20121253213486293 // 0x3fc9c1550e884455
  const p3 = -0.04005553450067941 // 0xbfa48228b5688f3b
  const p4 = 0.0007915349942898145 // 0x3f49efe07501b288
  const p5 = 3.479331075960212e-5 // 0x3f023de10dfdf709
  const q1 = -2.403394911734414 // 0xc0033a271c8a2d4b
  const q2 = 2.0209457602335057 // 0x40002ae59c598ac8
  const q3 = -0.6882839716054533 // 0xbfe6066c1b8d0159
  const q4 = 0.07703815055590194 // 0x3fb3b8c5b12e9282
  const p = z * (p0 + z * (p1 + z * (p2 + z * (p3 + z * (p4 + z * p5)))))
  const q = 1 + z * (q1 + z * (q2 + z * (q3 + z * q4)))
  return p / q
}

/** u - atan(u) for |u| <= 7/16, by a polynomial. Source: fdlibm (s_atan.c). */
export function atanDeficit(u: number): number {
  const a0 = 0.3333333333333293 // 0x3fd555555555550d
  const a1 = -0.19999999999876483 // 0xbfc999999998ebc4
  const a2 = 0.14285714272503466 // 0x3fc24924920083ff
  const a3 = -0.11111110405462356 // 0xbfbc71c6fe231671
  const a4 = 0.09090887133436507 // 0x3fb745cdc54c206e
  const a5 = -0.0769187620504483 // 0xbfb3b0f2af749a6d
  const a6 = 0.06661073137387531 // 0x3fb10d66a0d03d51
  const a7 = -0.058335701337905735 // 0xbfadde2d52defd9a
  const a8 = 0.049768779946159324 // 0x3fa97b4b24760deb
  const a9 = -0.036531572744216916 // 0xbfa2b4442c6a6c2f
  const a10 = 0.016285820115365782 // 0x3f90ad3ae322da11
  const z = u * u
  const w = z * z
  const even = z * (a0 + w * (a2 + w * (a4 + w * (a6 + w * (a8 + w * a10)))))
  const odd = w * (a1 + w * (a3 + w * (a5 + w * (a7 + w * a9))))
  return u * (even + odd)
}

/**
 * Inverse sine in radians, in [-pi/2, pi/2]. Domain: |x| <= 1, else NaN; asin(-0) = -0. Odd bit for
 * bit. Error: at most 0.95 ulp. Source: fdlibm (e_asin.c). `Math.asin` differs between engines.
 */
export function asin(x: number): number {
  const size = Math.abs(x)
  if (!(size <= 1)) return Number.NaN
  // Adding the tiny term would lose the sign of zero.
  if (size < 0.5) return x === 0 ? x : x + x * asinExcess(x * x)
  const quarter = 0.7853981633974483 // pi/4, 0x3fe921fb54442d18
  const halfLow = 6.123233995736766e-17 // pi/2 - 2 * quarter
  // pi/2 - 2 asin(s) with s = sqrt((1 - |x|) / 2), whose upper half is exact when doubled.
  const z = (1 - size) * 0.5
  const s = Math.sqrt(z)
  const upper = upperHalf(s)
  // At 1 there is nothing left to divide by.
  const lower = s > 0 ? (z - upper * upper) / (s + upper) : 0
  const deficit = 2 * s * asinExcess(z) - (halfLow - 2 * lower)
  const value = quarter - (deficit - (quarter - 2 * upper))
  return x < 0 ? -value : value
}

/**
 * Inverse cosine in radians, in [0, pi]. Domain: |x| <= 1, else NaN; acos(1) = 0.
 * Error: at most 0.95 ulp. Source: fdlibm (e_acos.c). `Math.acos` differs between engines.
 */
export function acos(x: number): number {
  const size = Math.abs(x)
  if (!(size <= 1)) return Number.NaN
  const half = 1.5707963267948966 // pi/2, 0x3ff921fb54442d18
  const halfLow = 6.123233995736766e-17 // 0x3c91a62633145c07
  if (size < 0.5) return half - (x - (halfLow - x * asinExcess(x * x)))
  // 2 asin(s), or pi minus it, with s = sqrt((1 - |x|) / 2).
  const z = (1 - size) * 0.5
  const s = Math.sqrt(z)
  const upper = upperHalf(s)
  const lower = s > 0 ? (z - upper * upper) / (s + upper) : 0
  const more = asinExcess(z) * s
  return x < 0 ? 2 * half - 2 * (s + (more - halfLow)) : 2 * (upper + (more + lower))
}

/**
 * Inverse tangent in radians, in [-pi/2, pi/2]. Domain: all; atan(-0) = -0. Odd bit for bit.
 * Error: at most 0.9 ulp. Source: fdlibm (s_atan.c). `Math.atan` differs between engines.
 */
export function atan(x: number): number {
  const t = Math.abs(x)
  // The difference would lose the sign of zero.
  if (t < 0.4375) return x === 0 ? x : x - atanDeficit(x)
  // atan(t) = atan(c) + atan((t - c) / (1 + c t)) with c of 1/2, 1, 3/2, and infinity.
  let high = 1.5707963267948966 // 0x3ff921fb54442d18
  let low = 6.123233995736766e-17 // 0x3c91a62633145c07
  let top = -1
  let base = t
  if (t < 0.6875) {
    high = 0.4636476090008061 // 0x3fddac670561bb4f
    low = 2.2698777452961687e-17 // 0x3c7a2b7f222f65e2
    top = 2 * t - 1
    base = 2 + t
  } else if (t < 1.1875) {
    high = 0.7853981633974483 // 0x3fe921fb54442d18
    low = 3.061616997868383e-17 // 0x3c81a62633145c07
    top = t - 1
    base = t + 1
  } else if (t < 2.4375) {
    high = 0.982793723247329 // 0x3fef730bd281f69b
    low = 1.3903311031230998e-17 // 0x3c7007887af0cbbd
    top = t - 1.5
    base = 1 + 1.5 * t
  }
  const u = top / base
  const value = high - (atanDeficit(u) - low - u)
  return x < 0 ? -value : value
}
