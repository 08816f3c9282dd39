// Sine and cosine in binary32 with a small relative error for every finite argument, in binary32
// arithmetic and integers alone. Scene-language sources.

import { floatBits, floatFromBits } from './bits.ts'
import { quarterTurnsF32 } from './f32-quarter-turns.ts'

/**
 * [sin x, cos x] of the angle `quarters` quarter turns + r + c, |r| <= pi/4 and c tiny beside it.
 */
export function sinCosPieceF32(r: number, c: number, quarters: number): number[] {
  const f = Math.fround
  const z = f(r * r)
  // The minimax polynomials of the seed (Cephes).
  const s = f(f(f(8.332161e-3) + f(z * f(-1.9515296e-4))) * z)
  const cubed = f(f(r * z) * f(f(-1.6666655e-1) + s))
  const half = f(0.5 * z)
  const sine = f(r + f(cubed + f(c - f(c * half))))
  const k = f(f(f(-1.3887316e-3) + f(z * f(2.4433157e-5))) * z)
  const fourth = f(f(z * z) * f(f(4.1666646e-2) + k))
  const one = f(1 - half)
  const cosine = f(one + f(f(f(1 - one) - half) + f(fourth - f(r * c))))
  const a = (quarters & 1) === 0 ? sine : cosine
  const b = (quarters & 1) === 0 ? cosine : sine
  return [(quarters & 2) === 0 ? a : -a, ((quarters + 1) & 2) === 0 ? b : -b]
}

/**
 * [sin x, cos x] in binary32, x in radians, at most 1 ulp for every finite x; NaN for the
 * infinities. Mends `simSinCos`, whose absolute error is as small, but not the relative one (the
 * cosine of 0x45D1D93C is 974 ulp off), and which loses accuracy above 8192. It costs more.
 */
export function sinCosF32(x: number): number[] {
  const f = Math.fround
  const v = f(x)
  const a = Math.abs(v)
  const near = a < 0.7853981256484985
  const [r0, c0, quarters0] = quarterTurnsF32(Math.max(0.5, Math.min(a, 3.4028234663852886e38)))
  const r = near ? a : r0
  const c = near ? 0 : c0
  const quarters = near ? 0 : quarters0
  const [s, cosine] = sinCosPieceF32(r, c, quarters)
  const sine = floatFromBits(floatBits(s) ^ (floatBits(v) & 0x80000000))
  const nan = floatFromBits(0x7fc00000)
  if (!(a <= 3.4028234663852886e38)) return [nan, nan]
  return [sine, cosine]
}
