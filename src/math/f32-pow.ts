// powF32 in binary32 arithmetic alone: the logarithm is carried as a sum of two numbers (some 36
// bits), after FreeBSD's msun (Sun Microsystems, 1993). Scene-language sources.

import { floatBits, floatFromBits } from './bits.ts'
import { expTailF32, scaleF32 } from './f32-exp.ts'
import { logPartsF32 } from './f32-log.ts'

/** The upper 12 bits of x: two such numbers have an exact product. */
export function upperHalfF32(x: number): number {
  return floatFromBits(floatBits(x) & 0xfffff000)
}

/** log2(x) as an unevaluated sum [high, low], the high part of 12 bits; x > 0 and finite. */
export function log2PairF32(x: number): number[] {
  const f = Math.fround
  const [k, u] = logPartsF32(x)
  // s = u / (2 + u) as sHigh + sLow.
  const d = f(2 + u)
  const dHigh = upperHalfF32(d)
  const dLow = f(f(d - dHigh) + f(u - f(d - 2)))
  const s = f(u / d)
  const sHigh = upperHalfF32(s)
  const sLow = f(f(f(u - f(sHigh * dHigh)) - f(sHigh * dLow)) / d)
  // log(1 + u) = 2/3 s (3 + s^2 + r), r = s^4 (3/5 + 3/7 s^2 + ...) by a minimax fit within 2^-36.
  const z = f(s * s)
  const zHigh = f(sHigh * sHigh)
  const r0 = 0.6000022888183594 // 0x3f1999c0
  const r1 = 0.42820635437965393 // 0x3edb3ddd
  const r2 = 0.3512946665287018 // 0x3eb3dce5
  const series = f(f(z * z) * f(r0 + f(z * f(r1 + f(z * r2)))))
  const r = f(series + f(sLow * f(sHigh + s)))
  const tHigh = upperHalfF32(f(f(3 + zHigh) + r))
  const tLow = f(r - f(f(tHigh - 3) - zHigh))
  const product = f(sHigh * tHigh)
  const productLow = f(f(sLow * tHigh) + f(tLow * s))
  const pHigh = upperHalfF32(f(product + productLow))
  const pLow = f(productLow - f(pHigh - product))
  // Times 2 / (3 ln 2), its upper part of 12 bits.
  const scaled = f(0.9619140625 * pHigh) // 0x3f764000
  const scaledLow = f(f(-1.1736857413779944e-4 * pHigh) + f(pLow * 0.9617967009544373))
  const high = upperHalfF32(f(f(scaled + scaledLow) + k))
  return [high, f(scaledLow - f(f(high - k) - scaled))]
}

/** a to the power y for a > 0 and finite. */
export function powPositiveF32(a: number, y: number): number {
  const f = Math.fround
  const [high, low] = log2PairF32(a)
  // Larger exponents overflow or vanish all the same, for the a nearest to 1 too.
  const e = Math.max(Math.min(y, 1099511627776), -1099511627776)
  const eHigh = upperHalfF32(e)
  const p = f(eHigh * high)
  const pLow = f(f(f(e - eHigh) * high) + f(e * low))
  const z = f(p + pLow)
  const n = Math.floor(f(Math.max(Math.min(z, 160), -160) + 0.5))
  // The rest r = p + pLow - n, in two parts, times ln 2, in two parts.
  const t = f(p - n)
  const r = upperHalfF32(f(t + pLow))
  const rLow = f(pLow - f(r - t))
  const g = f(r * 0.693115234375) // 0x3f317000
  const gLow = f(f(r * 3.194618329871446e-5) + f(rLow * 0.6931471824645996))
  const x = f(g + gLow)
  const lost = f(gLow - f(x - g))
  const power = f(1 + f(x + f(expTailF32(x) + f(lost + f(lost * x)))))
  if (z >= 129) return floatFromBits(0x7f800000)
  if (z < -151) return 0
  return scaleF32(power, n | 0)
}

/**
 * x to the power y in binary32; domain: every x and y. At most 0.84 ulp.
 *
 * The special cases are ECMAScript's: 1 for y = 0, NaN for |x| = 1 with an infinite y and for x < 0
 * with a y that is no integer. Not Math.pow: that differs between engines.
 */
export function powF32(x: number, y: number): number {
  const f = Math.fround
  const v = f(x)
  const e = f(y)
  const a = Math.abs(v)
  const infinity = floatFromBits(0x7f800000)
  const whole = Math.floor(e) === e
  const half = f(0.5 * e)
  const odd = whole && Math.floor(half) !== half
  let size = powPositiveF32(a, e)
  if (a === 0) size = e > 0 ? 0 : infinity
  if (a === infinity) size = e > 0 ? infinity : 0
  if (e === 0) return 1
  const bad = v !== v || e !== e || (a === 1 && Math.abs(e) === infinity)
  if (bad || (v < 0 && a < infinity && !whole)) return floatFromBits(0x7fc00000)
  return odd ? floatFromBits(floatBits(size) | (floatBits(v) & 0x80000000)) : size
}
