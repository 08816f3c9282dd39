// tanF32 in binary32 arithmetic and integers alone, right for every finite argument. Scene-language
// sources; errors in accuracy-f32.fixture.ts.

import { floatBits, floatFromBits } from './bits.ts'
import { quarterTurnsF32 } from './f32-quarter-turns.ts'

/**
 * tan(r + c) for |r| <= pi/4 and c tiny beside it, or -1 / tan(r + c) where `turned` is 1.
 * The minimax polynomial is within 2^-29.
 */
export function tanPieceF32(r: number, c: number, turned: number): number {
  const f = Math.fround
  const z = f(r * r)
  const p0 = 0.33333349227905273 // 0x3eaaaab0
  const p1 = 0.13332675397396088 // 0x3e0886cf
  const p2 = 0.05405891314148903 // 0x3d5d6ce1
  const p3 = 0.02128620631992817 // 0x3cae6069
  const p4 = 0.01082745660096407 // 0x3c3165a5
  const p5 = 9.821692219702527e-5 // 0x38cdf9cf
  const p6 = 0.004372717812657356 // 0x3b8f4904
  const p = f(p3 + f(z * f(p4 + f(z * f(p5 + f(z * p6))))))
  const cubed = f(f(r * z) * f(p0 + f(z * f(p1 + f(z * f(p2 + f(z * p)))))))
  // tan(r + c) = tan(r) + c (1 + tan(r)^2), and c matters where r is small or the result large.
  const first = f(r + cubed)
  const tail = f(cubed + f(c + f(c * f(first * first))))
  const tangent = f(r + tail)
  // The reciprocal from the tangent's two parts, the upper one of 12 bits.
  const high = floatFromBits(floatBits(tangent) & 0xfffff000)
  const low = f(tail - f(high - r))
  const inverse = f(-1 / tangent)
  const start = floatFromBits(floatBits(inverse) & 0xfffff000)
  const residual = f(f(1 + f(start * high)) + f(start * low))
  return turned === 1 ? f(start + f(inverse * residual)) : tangent
}

/**
 * Tangent in binary32 of x radians; domain: every finite x (NaN for the infinities); odd, bit for
 * bit. At most 1.2 ulp, near the poles too. Not Math.tan: that differs between engines.
 */
export function tanF32(x: number): number {
  const f = Math.fround
  const v = f(x)
  const a = Math.abs(v)
  const near = a < 0.7853981256484985
  const [r, c, quarters] = quarterTurnsF32(Math.max(0.5, Math.min(a, 3.4028234663852886e38)))
  const size = tanPieceF32(near ? a : r, near ? 0 : c, near ? 0 : quarters & 1)
  if (!(a <= 3.4028234663852886e38)) return floatFromBits(0x7fc00000)
  return floatFromBits(floatBits(size) ^ (floatBits(v) & 0x80000000))
}
