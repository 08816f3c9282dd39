// Sine, cosine and exponential of terminal_graphics_interactive 0.2.0's math.rs, bit for bit:
// Taylor series in binary32, one rounding an operation, in the scene language. An argument that is
// not binary32 is rounded to it first. (An f32 literal 1 / n is rounded once: n is exact up to
// 13!.)

import { floatBits, floatFromBits } from './bits.ts'

/**
 * x reduced to r in about [-pi, pi] with the same sine, for x >= 0, by 2 pi in two parts. Accurate
 * up to about 1000, the rest is noise that all machines share.
 */
export function portableReduce(x: number): number {
  const f = Math.fround
  const k = Math.floor(f(f(x / f(6.2831855)) + 0.5))
  return f(f(x - f(k * f(6.28125))) - f(k * f(0.0019353072)))
}

/** Sine of x radians within 1e-6 for |x| <= 1000, in [-1, 1]; 0 for what is not finite. */
export function portableSin(x: number): number {
  const f = Math.fround
  const v = f(x)
  const r = portableReduce(Math.abs(v))
  const half = f(1.5707964)
  const pi = f(3.1415927410125732)
  const folded = r > half ? f(pi - r) : r < -half ? f(-pi - r) : r
  const z = f(folded * folded)
  let p = f(f(-1 / 39916800) + f(z * f(1 / 6227020800)))
  p = f(f(1 / 362880) + f(z * p))
  p = f(f(-1 / 5040) + f(z * p))
  p = f(f(1 / 120) + f(z * p))
  p = f(f(-1 / 6) + f(z * p))
  p = f(1 + f(z * p))
  const s = f(folded * p)
  const clamped = Math.max(-1, Math.min(s, 1))
  if (!(Math.abs(v) <= f(3.4028235e38))) return 0
  return floatBits(v) < 0 ? -clamped : clamped
}

/** Cosine of x radians within 1e-6 for |x| <= 1000, in [-1, 1]; 0 for what is not finite. */
export function portableCos(x: number): number {
  const f = Math.fround
  const v = f(x)
  const r = Math.abs(portableReduce(Math.abs(v)))
  const folds = r > f(1.5707964)
  const t = folds ? f(f(3.1415927410125732) - r) : r
  const z = f(t * t)
  // 14! is no binary32 number, so this one is rounded twice, as the seed does.
  let p = f(f(1 / 479001600) + f(z * f(-1 / f(87178291200))))
  p = f(f(-1 / 3628800) + f(z * p))
  p = f(f(1 / 40320) + f(z * p))
  p = f(f(-1 / 720) + f(z * p))
  p = f(f(1 / 24) + f(z * p))
  p = f(-0.5 + f(z * p))
  p = f(1 + f(z * p))
  const c = folds ? -p : p
  const clamped = Math.max(-1, Math.min(c, 1))
  return Math.abs(v) <= f(3.4028235e38) ? clamped : 0
}

/**
 * e^x with a relative error below 2e-6 in [-20, 20]. Kept faults: the argument is clamped to
 * [-87, 88]; it falls, by an ulp, at 2861 places in [-20, 20]. NaN gives 0, +inf gives MAX, -inf
 * gives 0. See `expF32`.
 */
export function portableExp(x: number): number {
  const f = Math.fround
  const v = f(x)
  const clamped = Math.max(-87, Math.min(v, 88))
  const k = Math.floor(f(f(clamped / f(0.6931471824645996)) + 0.5))
  const r = f(f(clamped - f(k * f(0.693115234375))) - f(k * f(3.1946183e-5)))
  let p = f(f(1 / 720) + f(r * f(1 / 5040)))
  p = f(f(1 / 120) + f(r * p))
  p = f(f(1 / 24) + f(r * p))
  p = f(f(1 / 6) + f(r * p))
  p = f(0.5 + f(r * p))
  p = f(1 + f(r * p))
  p = f(1 + f(r * p))
  const biased = ((k | 0) + 127) | 0
  const result = f(p * floatFromBits(biased << 23))
  const finite = biased <= 0 ? 0 : biased >= 255 ? f(3.4028235e38) : result
  if (v > f(3.4028235e38)) return f(3.4028235e38)
  return v >= -f(3.4028235e38) ? finite : 0
}
