// What a curve of distances says: how fast two rollouts part, by what law, for what cause, and for
// how long one tells of the other. It mends what the seed's fit (seed-divergence.ts) gets wrong.

import { log } from '../math/log.ts'
import { growthLaw, type Line, type Model } from './growth-models.ts'

/** A place in the list is the number that is stored; new words go to the end. */
export const CAUSES = [
  'setup',
  'chaos',
  'regular',
  'discrete-event',
  'absorbed',
  'nondeterministic',
] as const

export type Cause = (typeof CAUSES)[number]

export interface DistanceCurve {
  /** Times of the samples, rising, all above `start`, in units of simulated time. */
  readonly times: ArrayLike<number>
  /** Distances there; a curve ends at one that is not finite. */
  readonly distances: ArrayLike<number>
  /** The time and the distance before the first step. */
  readonly start: number
  readonly initial: number
  /** How far the scene's own motion reaches, in the unit of the distances. */
  readonly scale: number
  /** Whether one side was moved by intention; else the two should have been the same. */
  readonly nudged: boolean
  /** Whether one side, run twice, differed from itself. */
  readonly selfDiffers?: boolean
}

export interface SoundDivergence {
  /** Undefined where the two never parted, although none was moved. */
  readonly cause: Cause | undefined
  readonly model: Model | undefined
  /** Exponential growth, per unit of time; NaN under any other law. */
  readonly rate: number
  readonly rateError: number
  /** ln 2 / rate, where the rate is above 0. */
  readonly doublingTime: number
  readonly doublingError: number
  /** Power law: the degree; else NaN. */
  readonly degree: number
  /** Samples of the rise that was fitted: [from, to). */
  readonly rise: readonly [from: number, to: number]
  /** Time from the start until the distance reached a tenth of the scale; NaN: it did not. */
  readonly horizon: number
  /** Binary digits that were lost by the end of the rise. */
  readonly horizonBits: number
}

/** A rise begins when the distance has left its first value by this factor. */
const GROWN = 8
/** A rise ends at this part of the scene's scale: nonlinearity bends the curve beyond. */
const SATURATED = 0.1
const SAMPLES_MIN = 8
/** Rounding is no event: a jump from nothing counts from this many units of 2^-52 of the scale. */
const EVENT_UNITS = 1e6
/** An exponential is one where the criterion prefers it by this, and the rise is e^7 and more. */
const MARGIN = 10
const RISE_MIN = 7
/** The first half of an exponential's rise takes at least this part of its time. */
const HALF_TIME = 0.1
/** A jump is a factor e^6 and more in one interval, behind at least so many flat samples. */
const JUMP_MIN = 6
const FLAT_MIN = 4

const NOTHING = {
  model: undefined,
  rate: Number.NaN,
  rateError: Number.NaN,
  doublingTime: Number.NaN,
  doublingError: Number.NaN,
  degree: Number.NaN,
  rise: [0, 0] as const,
  horizon: Number.NaN,
  horizonBits: Number.NaN,
}

/**
 * Judges a curve. Cause, the first that holds:
 *
 * - `nondeterministic`: a side differs from itself.
 * - `setup`: apart before the first step, though none was moved.
 * - `absorbed`: the nudge was rounded away, at once or on the way: the distance is 0 at the end,
 *   and had not fallen step by step before.
 * - `discrete-event`: nothing or a flat curve, then most of the rise in one interval.
 * - `chaos`: the first contiguous rise is exponential.
 * - `regular`: it is a power of time, too small to tell, or there is none.
 *
 * Times are taken from `start`, so a curve may begin at t = 1e6. The rise goes from the last sample
 * within 8 times the initial distance (before the top is reached) to the first above a tenth of
 * `scale`; a curve that levels off below that has a break, found with the fit. The error of a rate
 * is that of the straight line, for residuals that are correlated to the first order; a rate over
 * some 30 doublings of a chaotic scene differs from its Lyapunov rate by several percent.
 */
export function soundDivergence(curve: DistanceCurve): SoundDivergence {
  const { initial, nudged } = curve
  if (curve.selfDiffers) return { ...NOTHING, cause: 'nondeterministic' }
  if (!nudged && initial > 0) return { ...NOTHING, cause: 'setup' }
  const count = finiteCount(curve.distances)
  if (count === 0 && curve.distances.length > 0)
    return { ...NOTHING, model: 'step', cause: 'discrete-event' }
  const first = firstAbove(curve.distances, 0, count, 0)
  if (first === count) return { ...NOTHING, cause: nudged ? 'absorbed' : undefined }
  const horizon = horizonOf(curve)
  if (curve.distances[count - 1] === 0 && count === curve.distances.length) {
    const cause = fellGradually(curve, count) ? 'regular' : 'absorbed'
    return { ...NOTHING, cause }
  }
  const event = curve.distances[first] > EVENT_UNITS * 2.220446049250313e-16 * curve.scale
  if (first > 0 && event)
    return {
      ...NOTHING,
      ...horizon,
      model: 'step',
      cause: 'discrete-event',
      rise: [first, first + 1],
    }
  const [from, to] = riseOf(curve, first, count)
  const rise = [from, to] as const
  if (jumpedAt(curve, from, Math.min(to, count - 1)))
    return { ...NOTHING, ...horizon, model: 'step', cause: 'discrete-event', rise }
  if (to - from < SAMPLES_MIN) return { ...NOTHING, ...horizon, cause: 'regular', rise }
  return { ...judged(curve, from, to), ...horizon, rise }
}

/** Fits the law of a rise and names its cause. */
function judged(curve: DistanceCurve, from: number, to: number): SoundDivergence {
  const count = to - from
  const times = new Float64Array(count)
  const logs = new Float64Array(count)
  for (let k = 0; k < count; k++) {
    times[k] = curve.times[from + k] - curve.start
    logs[k] = log(curve.distances[from + k])
  }
  const { model, slope, margin } = growthLaw(times, logs, 0, count)
  const bits = (logs[count - 1] - log(startDistance(curve, from))) / Math.LN2
  const known = { ...NOTHING, model, horizonBits: bits }
  const large = margin >= MARGIN && bits * Math.LN2 >= RISE_MIN
  const sure = large && slope.slope > 3 * slope.error && isSteady(times, logs, slope.count)
  if (model === 'step') return { ...known, cause: 'discrete-event' }
  if (model === 'power-law') return { ...known, cause: 'regular', degree: slope.slope }
  if (!sure) return { ...known, model: undefined, cause: 'regular' }
  return { ...known, ...rateOf(slope), cause: 'chaos' }
}

/**
 * Half of an exponential's rise takes half of its time; that of a power law, or of a walk of
 * rounding errors, which starts anew at any time, only a small part.
 */
function isSteady(times: Float64Array, logs: Float64Array, count: number): boolean {
  const half = logs[0] + (logs[count - 1] - logs[0]) / 2
  let k = 0
  while (k < count - 1 && logs[k] < half) k++
  return times[k] - times[0] >= HALF_TIME * (times[count - 1] - times[0])
}

function rateOf(line: Line) {
  const { slope: rate, error: rateError } = line
  if (!(rate > 0)) return { rate, rateError }
  const doublingTime = Math.LN2 / rate
  return { rate, rateError, doublingTime, doublingError: (doublingTime * rateError) / rate }
}

/** Whether the curve was flat up to `from`, and has half of its rise to `last` in one jump. */
function jumpedAt(curve: DistanceCurve, from: number, last: number): boolean {
  if (from < FLAT_MIN || last < from) return false
  const start = startDistance(curve, from)
  const jump = log(curve.distances[from] / Math.max(curve.distances[from - 1], start))
  const rise = log(curve.distances[last] / start)
  return jump >= JUMP_MIN && jump >= 0.5 * rise
}

/** The samples of the first contiguous rise, [from, to). */
function riseOf(curve: DistanceCurve, first: number, count: number): [number, number] {
  const { distances } = curve
  const top = firstAbove(distances, first, count, SATURATED * curve.scale)
  const low = GROWN * startDistance(curve, first)
  let from = first
  for (let k = first; k < top; k++) if (!(distances[k] > low)) from = k + 1
  return [from, top]
}

/** What a rise starts from: the initial distance, or the first that is not 0. */
function startDistance(curve: DistanceCurve, from: number): number {
  if (curve.initial > 0) return curve.initial
  let k = 0
  while (k < from && !(curve.distances[k] > 0)) k++
  return curve.distances[k]
}

/** Whether the distance went down over several samples before it was 0. */
function fellGradually(curve: DistanceCurve, count: number): boolean {
  const { distances, initial } = curve
  let small = 0
  for (let k = 0; k < count; k++) if (distances[k] > 0 && distances[k] < initial / GROWN) small += 1
  return small >= 4
}

function horizonOf(curve: DistanceCurve): { horizon: number } {
  const { distances, times, start, scale } = curve
  const at = firstAbove(distances, 0, distances.length, SATURATED * scale)
  return { horizon: at < distances.length ? times[at] - start : Number.NaN }
}

/** The first sample from `from` on whose distance is above a limit (or not finite), or `count`. */
function firstAbove(
  distances: ArrayLike<number>,
  from: number,
  count: number,
  limit: number,
): number {
  for (let k = from; k < count; k++) if (!(distances[k] <= limit)) return k
  return count
}

function finiteCount(distances: ArrayLike<number>): number {
  for (let k = 0; k < distances.length; k++) if (!Number.isFinite(distances[k])) return k
  return distances.length
}
