// sinhF32, coshF32 and tanhF32 in binary32 arithmetic alone: odd minimax polynomials near 0, the
// exponential elsewhere. Scene-language sources; errors in accuracy-f32.fixture.ts.

import { floatBits, floatFromBits } from './bits.ts'
import { halfExpF32 } from './f32-exp.ts'

/**
 * Hyperbolic sine in binary32; domain: every x; odd, bit for bit. At most 1.62 ulp.
 * Not Math.sinh: that differs between engines.
 */
export function sinhF32(x: number): number {
  const f = Math.fround
  const v = f(x)
  const a = Math.abs(v)
  const z = f(a * a)
  const p0 = 0.1666666716337204 // 0x3e2aaaab
  const p1 = 0.00833331048488617 // 0x3c088870
  const p2 = 0.00019842895562760532 // 0x3950115e
  const p3 = 2.7822131869470468e-6 // 0x363ab60f
  const near = f(a + f(a * f(z * f(p0 + f(z * f(p1 + f(z * f(p2 + f(z * p3)))))))))
  // exp(a) itself would overflow before sinh does.
  const half = halfExpF32(a)
  const far = f(half - f(0.25 / half))
  return floatFromBits(floatBits(a < 1 ? near : far) | (floatBits(v) & 0x80000000))
}

/**
 * Hyperbolic cosine in binary32; domain: every x; even. At most 1.29 ulp.
 * Not Math.cosh: that differs between engines.
 */
export function coshF32(x: number): number {
  const f = Math.fround
  const a = Math.abs(f(x))
  // Every step of the polynomial rises with a, so its rounded value does too.
  const z = f(a * a)
  const p0 = 0.4999999701976776 // 0x3effffff
  const p1 = 0.04166693240404129 // 0x3d2aaaf2
  const p2 = 0.001388165750540793 // 0x3ab5f31d
  const p3 = 2.556761319283396e-5 // 0x37d67a08
  const near = f(1 + f(z * f(p0 + f(z * f(p1 + f(z * f(p2 + f(z * p3))))))))
  const half = halfExpF32(a)
  const far = f(half + f(0.25 / half))
  return a < 1 ? near : far
}

/**
 * Hyperbolic tangent in binary32; domain: every x; odd, bit for bit. At most 1.43 ulp.
 * Not Math.tanh: that differs between engines.
 */
export function tanhF32(x: number): number {
  const f = Math.fround
  const v = f(x)
  const a = Math.abs(v)
  const z = f(a * a)
  const p0 = -0.33333316445350647 // 0xbeaaaaa5
  const p1 = 0.13332544267177582 // 0x3e088677
  const p2 = -0.0538475476205349 // 0xbd5c8f3f
  const p3 = 0.02105071395635605 // 0x3cac728c
  const p4 = -0.00624284939840436 // 0xbbcc90d1
  const p = f(z * f(p0 + f(z * f(p1 + f(z * f(p2 + f(z * f(p3 + f(z * p4)))))))))
  const near = f(a + f(a * p))
  const far = f(1 - f(1 / f(halfExpF32(f(2 * a)) + 0.5)))
  const size = a < 0.5493061542510986 ? near : far
  return floatFromBits(floatBits(size) | (floatBits(v) & 0x80000000))
}
