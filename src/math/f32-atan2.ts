// atan2F32 in binary32 arithmetic alone. A scene-language source.

import { floatBits, floatFromBits } from './bits.ts'
import { atanF32 } from './f32-arc.ts'

/**
 * The angle of (x, y) in [-pi, pi], in radians, in binary32, at most 2 ulp; IEEE's special values.
 * Mends `simAtan2`: (-0, -1) gives -pi and not +pi, (inf, inf) gives pi/4 and not NaN.
 */
export function atan2F32(y: number, x: number): number {
  const f = Math.fround
  const v = f(y)
  const w = f(x)
  const infinite = Math.min(Math.abs(v), Math.abs(w)) > 3.4028234663852886e38
  const a = infinite ? 1 : Math.abs(v)
  const b = infinite ? 1 : Math.abs(w)
  const long = Math.max(a, b)
  const short = Math.min(a, b)
  const angle = atanF32(long === 0 ? 0 : f(short / long))
  // pi/2 and pi in two parts each.
  const high = 1.570796251296997 // 0x3fc90fda
  const low = 7.549790126404332e-8 // 0x33a22169
  const back = floatBits(w) < 0
  const turned = back ? f(high + f(angle + low)) : f(high - f(angle - low))
  const flat = back ? f(2 * high - f(angle - 2 * low)) : angle
  const size = a > b ? turned : flat
  return floatFromBits(floatBits(size) ^ (floatBits(v) & 0x80000000))
}
