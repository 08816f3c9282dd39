// The exponential function, and what its relatives share with it.

import { fromWords, lowWord } from './bits.ts'

/** x 2^n, rounded once. Domain: -2044 <= n <= 2046. */
export function scaleByPower(x: number, n: number): number {
  // Two factors, because the power alone may overflow or be subnormal.
  const root = fromWords(((n >> 1) + 1023) << 20, 0)
  return x * root * ((n & 1) === 0 ? root : root + root)
}

/**
 * [n, r, low] with x = n ln 2 + r + low, |r| <= ln(2) / 2 (1 + 2^-40). Domain: |x| <= 1400.
 * Odd in x, bit for bit. Cody and Waite, with the constants of fdlibm (e_exp.c).
 */
export function expParts(x: number): [number, number, number] {
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: the bits stand here.
  const perLn2 = 1.4426950408889634 // 0x3ff71547652b82fe
  const ln2 = 0.6931471803691238 // 0x3fe62e42fee00000, so that n times it is exact
  const ln2Low = 1.9082149292705877e-10 // 0x3dea39ef35793c76
  // Adding 1.5 * 2^52 rounds to an integer and leaves that integer in the low word.
  const shift = 6755399441055744
  const shifted = x * perLn2 + shift
  const n = shifted - shift
  const high = x - n * ln2
  const low = n * ln2Low
  const r = high - low
  return [lowWord(shifted), r, high - r - low]
}

/** e^r - 1 - r for |r| <= 0.35, a rational function. Source: fdlibm (e_exp.c). */
export function expExcess(r: number): number {
  const p1 = 0.16666666666666602 // 0x3fc555555555553e
  const p2 = -0.0027777777777015593 // 0xbf66c16c16bebd93
  const p3 = 6.613756321437934e-5 // 0x3f11566aaf25de2c
  const p4 = -1.6533902205465252e-6 // 0xbebbbd41c5d26bf1
  const p5 = 4.1381367970572385e-8 // 0x3e66376972bea4d0
  const z = r * r
  const c = r - z * (p1 + z * (p2 + z * (p3 + z * (p4 + z * p5))))
  return (r * c) / (2 - c)
}

/**
 * e to the power `x`. Domain: all; overflows above 709.782712893384 and gives 0 below
 * -745.1332191019411. Error: at most 0.9 ulp (0.7 where the result is not subnormal); exp(0) = 1.
 * Source: fdlibm (e_exp.c) with the last sum compensated. `Math.exp` differs between engines.
 */
export function exp(x: number): number {
  if (x > 709.79) return Infinity
  if (x < -745.2) return 0
  const parts = expParts(x)
  const r = parts[1]
  const sum = 1 + r
  return scaleByPower(sum + (r - (sum - 1) + (expExcess(r) + parts[2])), parts[0])
}
