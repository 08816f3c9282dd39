// A spectrum of Lyapunov exponents, and what follows from it: sum, dimension, the zero of a flow.

import type { GrowthSeries } from './growth-series.ts'
import { type Growth, growthOf, type RateEstimate, rateOf } from './lyapunov.ts'

export interface Estimate {
  readonly value: number
  readonly error: number
}

export interface Spectrum {
  /** The exponents in the order of their vectors, which is falling up to their errors. */
  readonly exponents: readonly RateEstimate[]
  /** Their sum; with all D of them the mean rate at which volumes grow. */
  readonly sum: RateEstimate
  /** The Kaplan-Yorke dimension; NaN where too few exponents are known. */
  readonly dimension: Estimate
  /** The exponent nearest to 0, and how many of its errors it is away. */
  readonly zero: { readonly index: number; readonly rate: RateEstimate; readonly sigmas: number }
}

/** Two numbers that should agree: `difference` in itself, and by its standard error. */
export interface Residual extends Estimate {
  readonly sigmas: number
}

/** What is said where there is nothing to say. */
export const NO_ESTIMATE: Estimate = { value: Number.NaN, error: Number.NaN }

/** The first exponent counts as 0 within this many errors, so that a cycle has dimension 1. */
const ZERO_ERRORS = 3

/**
 * The spectrum of a member whose state has `size` components, from the growth of the first `count`
 * of its vectors (all, unless it is said) over intervals of `interval` units of time.
 */
export function spectrum(
  series: GrowthSeries,
  member: number,
  size: number,
  interval: number,
  count = series.count,
): Spectrum {
  const growths = Array.from({ length: count }, (_, j) => growthOf(series, member, j))
  const exponents = growths.map((growth) => rateOf(growth, interval))
  const sum = rateOf(
    combined(
      growths,
      growths.map(() => 1),
    ),
    interval,
  )
  const dimension = kaplanYorke(growths, exponents, size, interval)
  return { exponents, sum, dimension, zero: nearestZero(exponents) }
}

/**
 * How far the sum of all exponents is from the mean logarithm of the determinant by unit of time
 * (of a flow: from the mean divergence of its field, up to what the integrator errs).
 */
export function sumResidual(sum: RateEstimate, mean: number, meanError = 0): Residual {
  const value = sum.rate - mean
  const error = Math.sqrt(sum.error * sum.error + meanError * meanError)
  return { value, error, sigmas: Math.abs(value) / error }
}

/**
 * The exponent that should be 0: an orbit of a flow that is left alone and that neither ends in a
 * fixed point nor escapes has one, along its own direction (H. Haken, Phys. Lett. A 94 (1983)). It
 * is the one nearest to 0. No answer where all are clearly negative, as at a fixed point, and where
 * fewer than `size` are known and all are clearly positive: by three errors and one e-folding.
 */
export function zeroOf({ exponents, zero }: Spectrum, size: number): Estimate {
  const beyond = (sign: number) => (one: RateEstimate) =>
    sign * one.rate > ZERO_ERRORS * one.error + 1 / one.time
  const { rate, error } = zero.rate
  if (exponents.every(beyond(-1)) || (exponents.length < size && exponents.every(beyond(1))))
    return NO_ESTIMATE
  return { value: rate, error }
}

/**
 * The Kaplan-Yorke dimension j + (l_1 + ... + l_j) / |l_(j+1)|, where j is the last index whose
 * partial sum is not negative; 0 where already l_1 is, `size` where none is. Its error is that of
 * the linear combination of exponents that the formula is next to its value, from the batches
 * themselves: so the correlation of the exponents is in it.
 *
 * Source: J. L. Kaplan, J. A. Yorke, Lecture Notes in Mathematics 730 (1979); P. Frederickson and
 * others, J. Differ. Equ. 49 (1983).
 */
function kaplanYorke(
  growths: readonly Growth[],
  exponents: readonly RateEstimate[],
  size: number,
  interval: number,
): Estimate {
  const first = exponents[0]
  if (first === undefined || !(first.rate === first.rate)) return NO_ESTIMATE
  if (first.rate < -ZERO_ERRORS * first.error || first.rate === Number.NEGATIVE_INFINITY)
    return { value: 0, error: 0 }
  let sum = first.rate
  let j = 1
  while (j < exponents.length && sum + exponents[j].rate >= 0) sum += exponents[j++].rate
  if (j === exponents.length) return whole(growths, exponents, size, interval)
  const next = exponents[j].rate
  if (!(next < 0)) return NO_ESTIMATE
  if (next === Number.NEGATIVE_INFINITY) return { value: j, error: 0 }
  const weights = exponents.slice(0, j + 1).map((_, i) => (i < j ? -1 / next : sum / (next * next)))
  return { value: j - sum / next, error: rateOf(combined(growths, weights), interval).error }
}

/** No partial sum is negative: the whole space where all exponents are known, else no answer. */
function whole(
  growths: readonly Growth[],
  exponents: readonly RateEstimate[],
  size: number,
  interval: number,
): Estimate {
  const last = exponents[size - 1]
  if (last === undefined) return NO_ESTIMATE
  if (!(last.rate < 0)) return { value: size, error: 0 }
  const weights = growths.map(() => -1 / last.rate)
  return { value: size, error: rateOf(combined(growths, weights), interval).error }
}

function nearestZero(exponents: readonly RateEstimate[]): Spectrum['zero'] {
  let index = 0
  exponents.forEach(({ rate }, j) => {
    if (Math.abs(rate) < Math.abs(exponents[index].rate)) index = j
  })
  const rate = exponents[index]
  return { index, rate, sigmas: Math.abs(rate.rate) / rate.error }
}

/** The growth whose logarithms are weighted sums of those of the first `weights.length` vectors. */
function combined(growths: readonly Growth[], weights: readonly number[]): Growth {
  const [one] = growths
  const sums = new Float64Array(one.sums.length)
  let [total, zeros, broken] = [0, 0, 0]
  weights.forEach((weight, j) => {
    const growth = growths[j]
    for (let b = 0; b < sums.length; b++) sums[b] += weight * growth.sums[b]
    total += weight * growth.total
    zeros += growth.zeros
    broken += growth.broken
  })
  return { ...one, sums, total, zeros, broken }
}
