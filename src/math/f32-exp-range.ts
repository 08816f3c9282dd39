// expF32 in binary32 arithmetic alone, over the whole range of binary32. A scene-language source.

import { expPartsF32, scaleF32 } from './f32-exp.ts'

/**
 * e^x in binary32, at most 0.7 ulp (1 ulp among subnormal results), never falling as x rises;
 * Infinity and 0 where the result leaves the range, NaN for NaN. Mends `portableExp`, which stops
 * at -87 and 88 and falls at 2861 places in [-20, 20].
 */
export function expF32(x: number): number {
  const f = Math.fround
  const v = f(x)
  // Beyond these the result is infinite or 0 in any case.
  const [k, r, e] = expPartsF32(Math.max(-104, Math.min(v, 89)))
  const sum = f(1 + r)
  const lost = f(r - f(sum - 1))
  const value = scaleF32(f(sum + f(lost + e)), k | 0)
  return v === v ? value : v
}
