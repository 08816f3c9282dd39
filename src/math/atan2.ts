// The angle of a vector.

import { atanDeficit } from './arc.ts'
import { highWord } from './bits.ts'
import { upperHalf } from './pairs.ts'

/**
 * The angle of (x, y) in (0, pi), for y > 0 and 2^-60 <= y / |x| <= 2^60.
 *
 * As fdlibm's atan, but numerator and denominator of the reduced tangent are made of x and y,
 * without a rounded quotient between, and the last quotient is known in two parts.
 */
export function arcOfRatio(y: number, x: number): number {
  const mirrored = x < 0
  const along = Math.abs(x)
  // Far from the ends of the range, so that no product underflows and no sum overflows.
  const size = Math.max(along, y)
  const scale = size > 1e200 ? 2.409919865102884e-181 : size < 1e-200 ? 4.149515568880993e180 : 1
  const b = along * scale
  const a = y * scale
  const t = a / b
  // The angle is that of the tangent c plus the arc of (t - c) / (1 + c t); c is 0, 1/2, 1, 3/2 or
  // infinite. `high` and `low` are atan(c), or pi minus it.
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: the bits stand here.
  let high = mirrored ? 3.141592653589793 : 0 // 0x400921fb54442d18
  let low = mirrored ? 1.2246467991473532e-16 : 0 // 0x3ca1a62633145c07
  let top = a
  let base = b
  if (t >= 2.4375) {
    high = 1.5707963267948966 // 0x3ff921fb54442d18
    low = 6.123233995736766e-17 // 0x3c91a62633145c07
    top = -b
    base = a
  } else if (t >= 1.1875) {
    high = mirrored ? 2.158798930342464 : 0.982793723247329
    low = mirrored ? 2.1958367134601997e-16 : 1.3903311031230998e-17
    top = a - b - 0.5 * b
    base = b + 1.5 * a
  } else if (t >= 0.6875) {
    high = mirrored ? 2.356194490192345 : 0.7853981633974483
    low = mirrored ? 9.184850993605148e-17 : 3.061616997868383e-17
    top = a - b
    base = a + b
  } else if (t >= 0.4375) {
    high = mirrored ? 2.677945044588987 : 0.4636476090008061
    low = mirrored ? 1.5527705369303147e-16 : 2.2698777452961687e-17
    top = 2 * a - b
    base = 2 * b + a
  }
  const u = top / base
  const first = upperHalf(u)
  const upper = upperHalf(base)
  const rest = (top - first * upper - first * (base - upper)) / base - atanDeficit(u)
  return mirrored ? high - (first + (rest - low)) : high + (first + (rest + low))
}

/**
 * Angle of the vector (x, y) in radians, in [-pi, pi], with the special cases of ECMAScript: the
 * signs of zeros count, atan2(+-0, -0) is +-pi, and two infinities are a diagonal. Odd in y bit for
 * bit. Error: at most 0.9 ulp. Source: fdlibm (e_atan2.c, s_atan.c). `Math.atan2` differs between
 * engines.
 */
export function atan2(y: number, x: number): number {
  if (x !== x || y !== y) return Number.NaN
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: the bits stand here.
  const pi = 3.141592653589793 // 0x400921fb54442d18
  const mirrored = highWord(x) < 0
  const up = Math.abs(y)
  const along = Math.abs(x)
  const ratio = up / along
  let angle = 0
  if (up === 0) angle = mirrored ? pi : 0
  else if (up === Infinity && along === Infinity)
    angle = mirrored ? 2.356194490192345 : 0.7853981633974483
  else if (ratio > 1152921504606847000) angle = 1.5707963267948966
  else if (ratio < 8.673617379884035e-19) angle = mirrored ? pi : ratio
  else angle = arcOfRatio(up, x)
  return highWord(y) < 0 ? -angle : angle
}
