// Exponentials in binary32 arithmetic alone: expm1F32, and the scaled exponential under sinh and
// cosh. Scene-language sources.

import { floatFromBits } from './bits.ts'

/** 2^k for -126 <= k <= 127, an integer. */
export function powerOfTwoF32(k: number): number {
  return floatFromBits(((k + 127) | 0) << 23)
}

/** exp(r) - 1 - r for |r| <= 0.3467, by a minimax polynomial within 2^-31 of exp(r) - 1. */
export function expTailF32(r: number): number {
  const f = Math.fround
  const p1 = 0.1666666716337204 // 0x3e2aaaab
  const p2 = 0.04166648909449577 // 0x3d2aaa7b
  const p3 = 0.008333208039402962 // 0x3c088802
  const p4 = 0.0013932670699432492 // 0x3ab69e49
  const p5 = 0.00019944278756156564 // 0x39512184
  const p = f(0.5 + f(r * f(p1 + f(r * f(p2 + f(r * f(p3 + f(r * f(p4 + f(r * p5))))))))))
  return f(f(r * r) * p)
}

/**
 * [k, r, e] with exp(x) = 2^k * (1 + r + e), |r| <= ln(2) / 2 and e small beside r; |x| <= 104.
 * e holds exp(r) - 1 - r and what r lost by rounding.
 */
export function expPartsF32(x: number): number[] {
  const f = Math.fround
  const k = Math.floor(f(f(x * 1.4426950216293335) + 0.5))
  // The upper part of ln 2 has 15 bits, so that k times it is exact.
  const high = f(x - f(k * 0.693145751953125)) // 0x3f317200
  const low = f(k * 1.428606765330187e-6) // 0x35bfbe8e
  const r = f(high - low)
  const lost = f(f(high - r) - low)
  const e = f(expTailF32(r) + f(lost + f(lost * r)))
  return [k, r, e]
}

/** y * 2^k, rounded once, for -252 <= k <= 254. */
export function scaleF32(y: number, k: number): number {
  const f = Math.fround
  const half = k >> 1
  return f(f(y * powerOfTwoF32(half)) * powerOfTwoF32((k - half) | 0))
}

/** exp(x) / 2 in binary32, for 0 <= x; Infinity where that overflows. At most 0.8 ulp. */
export function halfExpF32(x: number): number {
  const f = Math.fround
  const [k, r, e] = expPartsF32(Math.min(f(x), 100))
  return scaleF32(f(1 + f(r + e)), ((k | 0) - 1) | 0)
}

/**
 * exp(x) - 1 in binary32, precise near 0; domain: every x. At most 1.09 ulp.
 * Not Math.expm1: that differs between engines.
 */
export function expm1F32(x: number): number {
  const f = Math.fround
  const v = f(x)
  const [k, r, e] = expPartsF32(Math.max(Math.min(v, 100), -30))
  const n = k | 0
  // exp(x) - 1 = 2^k * ((r + e) + (1 - 2^-k)); past k = 30 the 2^-k is below every rounding.
  const inverse = n > 30 ? 0 : powerOfTwoF32(-n | 0)
  const whole = f(1 - inverse)
  const sum = f(whole + r)
  const lost = f(r - f(sum - whole))
  const value = scaleF32(f(sum + f(lost + e)), n)
  return Math.abs(v) < 2.9802322387695312e-8 ? v : value
}
