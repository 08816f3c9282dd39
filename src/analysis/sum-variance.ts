// The variance of the sum of a correlated series, from the series itself.

import { mean as meanOf } from '../math/sums.ts'

/** Fewer numbers than this tell nothing of their correlation. */
export const SERIES_MIN = 8

/** A correlation is seen from this many standard deviations of an uncorrelated series' on. */
const SEEN = 1.5
/** How many lags in a row must be without it. */
const QUIET_LAGS = 2
/** A longer window is taken where it lowers the variance of the estimate to this part. */
const GAIN = 0.7
/** Weight of the correction for the estimate's own noise. */
const CAUTION = 2

export interface SumVariance {
  /** Variance of the sum of all numbers, if another run of this length were made. */
  readonly variance: number
  /** The same if they were uncorrelated: their number times their variance. */
  readonly uncorrelated: number
  /** The lag from which on correlations were taken for nothing; 0: all of them. */
  readonly window: number
  /** Whether such a lag was found; else `variance` is a bound that assumes the worst. */
  readonly settled: boolean
}

/**
 * Variance of x_1 + ... + x_n for a stationary series of any short-ranged correlation, positive or
 * negative. NaN for fewer than 8 numbers.
 *
 * The mean square M(m) of the sum of m neighbours, less the mean, grows as a + b m once m is beyond
 * the correlation: b is the diffusion of the sum, a what its ends add (the growth of a tangent
 * vector telescopes for the most part: there a n is no more than a few b n). M(m) and M(2m), over
 * all overlapping stretches and freed of the bias of the mean, give a and b; the b is the flat-top
 * estimate of the spectrum at zero of Politis and Romano (J. Time Ser. Anal. 16 (1995)). The least
 * m is chosen by Politis' empirical rule (J. Nonparametr. Stat. 15 (2003)): correlations beyond it
 * are not seen. Of 0 and the powers of 2 from there to n / 8, that with the least noise of b is
 * taken. A share of the noise is added to b, so that two standard deviations cover what they do
 * for a normal variable. The result is no less than the variance of one x.
 *
 * Where the correlation stays positive up to n / 8, the series tells no more than one number would:
 * the variance is at least n^2 times that of one x.
 */
export function sumVariance(x: ArrayLike<number>): SumVariance {
  const n = x.length
  if (n < SERIES_MIN)
    return { variance: Number.NaN, uncorrelated: Number.NaN, window: Number.NaN, settled: false }
  const path = centredPath(x)
  const one = spread(path, 1)
  if (!(one > 0)) return { variance: one, uncorrelated: n * one, window: 0, settled: true }
  const windowMax = n / 8
  let window = 0
  let settled = quietBeyond(path, window, one)
  for (let next = 1; !settled && next <= windowMax; next *= 2) {
    window = next
    settled = quietBeyond(path, window, one)
  }
  let best = diffusion(path, window)
  for (let m = window === 0 ? 1 : 2 * window; m <= windowMax; m *= 2) {
    const next = diffusion(path, m)
    if (next.noise < GAIN * best.noise) best = next
  }
  const caution = best.own > 0 ? (CAUTION * best.own) / (best.slope + Math.sqrt(best.own)) : 0
  let variance = Math.max(one, best.offset + n * (best.slope + caution))
  if (!settled && lasts(path, window + QUIET_LAGS)) variance = Math.max(variance, n * n * one)
  return { variance, uncorrelated: (n * n * one) / (n - 1), window: best.window, settled }
}

/** Entry k is the sum of the first k numbers, each less the mean. */
function centredPath(x: ArrayLike<number>): Float64Array {
  const centre = meanOf(x)
  const path = new Float64Array(x.length + 1)
  for (let i = 0; i < x.length; i++) path[i + 1] = path[i] + (x[i] - centre)
  return path
}

/** Mean square of the sum of `m` neighbours. */
function spread(path: Float64Array, m: number): number {
  let sum = 0
  for (let i = 0; i + m < path.length; i++) sum += (path[i + m] - path[i]) * (path[i + m] - path[i])
  return sum / (path.length - m)
}

/** The mean product at a lag, with divisor n. */
function covariance(path: Float64Array, lag: number): number {
  let sum = 0
  for (let i = 0; i + lag + 1 < path.length; i++)
    sum += (path[i + 1] - path[i]) * (path[i + lag + 1] - path[i + lag])
  return sum / (path.length - 1)
}

function quietBeyond(path: Float64Array, lag: number, one: number): boolean {
  const seen = (SEEN * one) / Math.sqrt(path.length - 1)
  for (let k = 1; k <= QUIET_LAGS; k++) if (Math.abs(covariance(path, lag + k)) > seen) return false
  return true
}

interface Diffusion {
  readonly window: number
  /** a and b of M(m) = a + b m. */
  readonly offset: number
  readonly slope: number
  /** Variance of the slope, by the slope itself, and (safe to choose by) by M(2m) / 2m. */
  readonly own: number
  readonly noise: number
}

function diffusion(path: Float64Array, m: number): Diffusion {
  const n = path.length - 1
  if (m === 0) {
    const slope = spread(path, 1) / (1 - 1 / n)
    const own = (2 * slope * slope) / n
    return { window: 0, offset: 0, slope, own, noise: own }
  }
  const [near, far] = [spread(path, m), spread(path, 2 * m)]
  // What the mean took away: M(m) of a + b m is a (1 - m^2/n^2) + b m (1 - m/n).
  const [part, half] = [m / n, 1 - (m * m) / (n * n)]
  const whole = 1 - 4 * part * part
  const [nearSlope, farSlope] = [m * (1 - part), 2 * m * (1 - 2 * part)]
  const determinant = half * farSlope - whole * nearSlope
  let offset = (near * farSlope - far * nearSlope) / determinant
  let slope = (half * far - whole * near) / determinant
  if (slope < 0) {
    slope = 0
    offset = (near / half + far / whole) / 2
  }
  // Squares of the window's weights: 1 up to lag m, then falling to 0 at 2m.
  let weights = 1
  for (let k = 1; k < 2 * m; k++) {
    const w = Math.min(1, (2 * m - k) / m)
    weights += 2 * w * w
  }
  const ends = Math.max(offset, 0) / m
  const noiseOf = (b: number) => (2 / n) * (b * b * weights + ends * ends)
  return { window: m, offset, slope, own: noiseOf(slope), noise: noiseOf(far / (2 * m)) }
}

/** Whether the correlation is positive at every lag up to `lags`. */
function lasts(path: Float64Array, lags: number): boolean {
  for (let k = 1; k <= lags; k++) if (!(covariance(path, k) > 0)) return false
  return true
}
