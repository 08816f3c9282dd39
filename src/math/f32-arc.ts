// acosF32 and atanF32 in binary32 arithmetic alone. Scene-language sources; reductions after
// FreeBSD's msun (Sun Microsystems, 1993), polynomials of our own.

import { floatBits, floatFromBits } from './bits.ts'

/** (asin(r) - r) / r for z = r*r <= 1/4, a minimax polynomial within 2^-31. */
export function asinTailF32(z: number): number {
  const f = Math.fround
  const p0 = 0.16666659712791443 // 0x3e2aaaa6
  const p1 = 0.07500521093606949 // 0x3d999c55
  const p2 = 0.04451363533735275 // 0x3d3653ee
  const p3 = 0.03183605521917343 // 0x3d026686
  const p4 = 0.014329188503324986 // 0x3c6ac4f9
  const p5 = 0.03767313063144684 // 0x3d1a4f24
  return f(z * f(p0 + f(z * f(p1 + f(z * f(p2 + f(z * f(p3 + f(z * f(p4 + f(z * p5)))))))))))
}

/**
 * Arc cosine in binary32, in [0, pi]; NaN outside [-1, 1]. At most 0.89 ulp.
 * Not Math.acos: that differs between engines.
 */
export function acosF32(x: number): number {
  const f = Math.fround
  const v = f(x)
  const a = Math.abs(v)
  const halfPiHigh = 1.570796251296997 // 0x3fc90fda
  const halfPiLow = 7.549790126404332e-8 // 0x33a22169
  const near = a < 0.5
  // Beyond 1/2: acos(a) = 2 asin(sqrt((1 - a) / 2)).
  const z = near ? f(a * a) : f(0.5 * f(1 - a))
  const tail = asinTailF32(z)
  const middle = f(halfPiHigh - f(v - f(halfPiLow - f(v * tail))))
  const root = f(Math.sqrt(z))
  const left = f(2 * f(halfPiHigh - f(root + f(f(tail * root) - halfPiLow))))
  // The root in two parts: its upper 12 bits, whose square is exact, and the rest.
  const high = floatFromBits(floatBits(root) & 0xfffff000)
  const rest = z > 0 ? f(f(z - f(high * high)) / f(root + high)) : 0
  const right = f(2 * f(high + f(f(tail * root) + rest)))
  if (near) return middle
  if (!(a <= 1)) return floatFromBits(0x7fc00000)
  return v < 0 ? left : right
}

/**
 * Arc tangent in binary32, in [-pi/2, pi/2]; domain: every x; odd, bit for bit. At most 0.85 ulp.
 * Not Math.atan: that differs between engines.
 */
export function atanF32(x: number): number {
  const f = Math.fround
  const v = f(x)
  const a = Math.abs(v)
  // atan(a) = atan(c) + atan((a - c) / (1 + a c)), for c = 0, 1/2, 1, 3/2, infinity.
  let above = a
  let below = 1
  let high = 0
  let low = 0
  if (a >= 2.4375) {
    above = -1
    below = a
    high = 1.570796251296997 // 0x3fc90fda
    low = 7.549790126404332e-8 // 0x33a22169
  } else if (a >= 1.1875) {
    above = f(a - 1.5)
    below = f(1 + f(1.5 * a))
    high = 0.9827936887741089 // 0x3f7b985e
    low = 3.447322072247516e-8 // 0x33140fb5
  } else if (a >= 0.6875) {
    above = f(a - 1)
    below = f(a + 1)
    high = 0.7853981256484985 // 0x3f490fda
    low = 3.774895063202166e-8 // 0x33222169
  } else if (a >= 0.4375) {
    above = f(f(2 * a) - 1)
    below = f(2 + a)
    high = 0.46364760398864746 // 0x3eed6338
    low = 5.01215868808913e-9 // 0x31ac376a
  }
  const t = f(above / below)
  const z = f(t * t)
  const p0 = -0.3333330452442169 // 0xbeaaaaa1
  const p1 = 0.19997787475585938 // 0x3e4cc700
  const p2 = -0.14230315387248993 // 0xbe11b7eb
  const p3 = 0.10495181381702423 // 0x3dd6f0fa
  const p4 = -0.05828195437788963 // 0xbd6eb90f
  const p = f(z * f(p0 + f(z * f(p1 + f(z * f(p2 + f(z * f(p3 + f(z * p4)))))))))
  const size = f(high + f(t + f(f(t * p) + low)))
  return floatFromBits(floatBits(size) | (floatBits(v) & 0x80000000))
}
