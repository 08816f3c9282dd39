// Sine and cosine. Both parts of a quarter turn are polynomials in the reduced angle, and the sine
// and the cosine of one angle are made of the same operations, so that a kernel computes them once.

import { farAngle, nearAngle } from './angle.ts'

/** x - sin(x + y), short of rounding, for |x| <= pi/4 and |y| of a few ulps of x. After k_sin.c. */
export function sinDeficit(x: number, y: number): number {
  const s1 = -0.16666666666666632 // 0xbfc5555555555549
  const s2 = 0.00833333333332249 // 0x3f8111111110f8a6
  const s3 = -0.0001984126982985795 // 0xbf2a01a019c161d5
  const s4 = 2.7557313707070068e-6 // 0x3ec71de357b1fe7d
  const s5 = -2.5050760253406863e-8 // 0xbe5ae5e68a2b9ceb
  const s6 = 1.58969099521155e-10 // 0x3de5d93a5acfd57c
  const z = x * x
  const r = s2 + z * (s3 + z * s4) + z * (z * z) * (s5 + z * s6)
  const v = z * x
  return z * (0.5 * y - v * r) - y - v * s1
}

/**
 * cos(x + y) - (1 - x^2 / 2 rounded), for |x| <= pi/4 and |y| of a few ulps of x. After k_cos.c.
 */
export function cosExcess(x: number, y: number): number {
  const c1 = 0.0416666666666666 // 0x3fa555555555554c
  const c2 = -0.001388888888887411 // 0xbf56c16c16c15177
  const c3 = 2.480158728947673e-5 // 0x3efa01a019cb1590
  const c4 = -2.7557314351390663e-7 // 0xbe927e4f809c52ad
  const c5 = 2.087572321298175e-9 // 0x3e21ee9ebdb4b1c4
  const c6 = -1.1359647557788195e-11 // 0xbda8fae9be8838d4
  const z = x * x
  const w = z * z
  const r = z * (c1 + z * (c2 + z * c3)) + w * w * (c4 + z * (c5 + z * c6))
  const half = 0.5 * z
  return 1 - (1 - half) - half + (z * r - x * y)
}

/** sin(turns * pi/2 + high + low) for the parts of a reduced angle. */
export function sinOfTurns(turns: number, high: number, low: number): number {
  const value =
    (turns & 1) === 0
      ? high - sinDeficit(high, low)
      : 1 - 0.5 * (high * high) + cosExcess(high, low)
  return (turns & 2) === 0 ? value : -value
}

/** The sine of a huge angle, apart so that a kernel calls it only when it must. */
export function farSin(x: number): number {
  if (x - x !== 0) return Number.NaN
  const angle = farAngle(x)
  const value = sinOfTurns(angle[0], angle[1], angle[2])
  return x < 0 ? -value : value
}

/** The cosine of a huge angle, apart so that a kernel calls it only when it must. */
export function farCos(x: number): number {
  if (x - x !== 0) return Number.NaN
  const angle = farAngle(x)
  return sinOfTurns((angle[0] + 1) | 0, angle[1], angle[2])
}

/**
 * Sine of `x` radians. Domain: all; sin(-0) = -0, an infinity gives NaN. Odd bit for bit.
 * Error: at most 0.85 ulp. Source: fdlibm (s_sin.c, k_sin.c), reductions of our own (angle.ts).
 * `Math.sin` differs between engines.
 */
export function sin(x: number): number {
  if (!(Math.abs(x) <= 411774)) return farSin(x)
  const angle = nearAngle(x)
  return sinOfTurns(angle[0], angle[1], angle[2])
}

/**
 * Cosine of `x` radians. Domain: all; an infinity gives NaN. Even bit for bit.
 * Error: at most 0.85 ulp. Source: fdlibm (s_cos.c, k_cos.c), reductions of our own (angle.ts).
 * `Math.cos` differs between engines.
 */
export function cos(x: number): number {
  if (!(Math.abs(x) <= 411774)) return farCos(x)
  const angle = nearAngle(x)
  return sinOfTurns((angle[0] + 1) | 0, angle[1], angle[2])
}
