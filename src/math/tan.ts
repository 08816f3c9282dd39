// Tangent, as the quotient of a sine and a cosine that are known beyond 53 bits.

import { farAngle, nearAngle } from './angle.ts'
import { pairQuotient, upperHalf } from './pairs.ts'
import { cosExcess, sinDeficit } from './sin-cos.ts'

/** tan(turns * pi/2 + high + low) for the parts of a reduced angle. */
export function tanOfTurns(turns: number, high: number, low: number): number {
  // What the square's rounding lost is worth a quarter of an ulp here.
  const square = high * high
  const upper = upperHalf(high)
  const lost = upper * upper - square + (high - upper) * (high + upper)
  const sinLow = -sinDeficit(high, low) - 0.16666666666666666 * (high * lost)
  const cosHigh = 1 - 0.5 * square
  const cosLow = cosExcess(high, low) - 0.5 * lost
  const even = (turns & 1) === 0
  return pairQuotient(
    even ? high : -cosHigh,
    even ? sinLow : -cosLow,
    even ? cosHigh : high,
    even ? cosLow : sinLow,
  )
}

/** The tangent of a huge angle, apart so that a kernel calls it only when it must. */
export function farTan(x: number): number {
  if (x - x !== 0) return Number.NaN
  const angle = farAngle(x)
  const value = tanOfTurns(angle[0], angle[1], angle[2])
  return x < 0 ? -value : value
}

/**
 * Tangent of `x` radians. Domain: all; tan(-0) = -0, an infinity gives NaN. Odd bit for bit; finite
 * for every finite x. Error: at most 0.95 ulp. Source: the parts of fdlibm's sine and cosine,
 * divided with a remainder (pairs.ts). `Math.tan` differs between engines.
 */
export function tan(x: number): number {
  // Below 2^-27 the cube is less than half an ulp; this keeps the sign of zero too.
  if (Math.abs(x) < 7.450580596923828e-9) return x
  if (!(Math.abs(x) <= 411774)) return farTan(x)
  const angle = nearAngle(x)
  return tanOfTurns(angle[0], angle[1], angle[2])
}
