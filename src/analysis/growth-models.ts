// By which law a curve grew: an exponential (that may saturate), a power of time, or a jump.

import { log } from '../math/log.ts'

/** A place in the list is the number that is stored; new words go to the end. */
export const MODELS = ['exponential', 'power-law', 'step'] as const

export type Model = (typeof MODELS)[number]

/** A straight line through points, least squares. */
export interface Line {
  readonly slope: number
  /** Standard error of the slope, widened by the correlation of neighbouring residuals. */
  readonly error: number
  /** Sum of squared residuals. */
  readonly squares: number
  /** Of the first order between neighbouring residuals, from 0 to nearly 1. */
  readonly correlation: number
  readonly count: number
}

export interface GrowthLaw {
  readonly model: Model
  /** Exponential: the rate, a unit of time. Power law: the degree. Step: NaN. */
  readonly slope: Line
  /** How much more likely by the information criterion than the next model: 10 and more is sure. */
  readonly margin: number
}

/** No motion without chaos parts faster than this power of time (shear: 1, accelerated: 2 or 3). */
const DEGREE_MAX = 4.5
/** Of logarithms: what is not worth telling apart. */
const RESIDUAL_FLOOR = 1e-3
/** A jump has this part of the whole rise in one interval, and is at least a factor e^3. */
const STEP_PART = 0.6
const STEP_RISE = 3

/**
 * Fits ln(distance) over `count` samples from `from` on, at times since the start of the curve
 * (above 0). Models: a + rate t up to a break and a constant behind it (or no break), a + degree ln
 * t, and a constant before and one behind one interval. The least Bayesian information criterion n
 * ln(squares / n) + parameters ln n wins (G. Schwarz, Ann. Stat. 6 (1978)), where n is the number
 * of independent samples that are worth those at hand: the residuals of a curve are correlated.
 */
export function growthLaw(
  times: ArrayLike<number>,
  logs: ArrayLike<number>,
  from: number,
  count: number,
): GrowthLaw {
  const ts = new Float64Array(count)
  const us = new Float64Array(count)
  const ys = new Float64Array(count)
  for (let k = 0; k < count; k++) {
    ts[k] = times[from + k]
    us[k] = log(times[from + k])
    ys[k] = logs[from + k]
  }
  if (jumps(ys, count)) return { model: 'step', slope: NO_LINE, margin: Number.POSITIVE_INFINITY }
  const power = fitLine(us, ys, count)
  const straight = fitLine(ts, ys, count)
  const bent = bestBreak(ts, ys, count)
  const bentPower = bestBreak(us, ys, count)
  // Of the model that fits best: the residuals of a wrong one are correlated by being wrong.
  const best = [straight, bent, power, bentPower].reduce((a, b) => (b.squares < a.squares ? b : a))
  const worth = (1 - best.correlation) / (1 + best.correlation)
  const byPlainPower = criterion(power.squares, count, worth, 2)
  const byBentPower = criterion(bentPower.squares, count, worth, 4)
  const byPower = Math.min(byPlainPower, byBentPower)
  const byStraight = criterion(straight.squares, count, worth, 2)
  const byBent = criterion(bent.squares, count, worth, 4)
  const byExponential = Math.min(byStraight, byBent)
  const degree = byBentPower < byPlainPower ? fitLine(us, ys, bentPower.at) : power
  const margin =
    degree.slope > DEGREE_MAX ? Number.POSITIVE_INFINITY : Math.abs(byPower - byExponential)
  if (byPower <= byExponential && margin < Number.POSITIVE_INFINITY)
    return { model: 'power-law', slope: degree, margin }
  const slope = byBent < byStraight ? fitLine(ts, ys, bent.at) : straight
  return { model: 'exponential', slope, margin }
}

export const NO_LINE: Line = {
  ...{ slope: Number.NaN, error: Number.NaN, squares: 0, correlation: 0, count: 0 },
}

/** Least squares on centred sums, so that large abscissae cost no digits. */
export function fitLine(xs: ArrayLike<number>, ys: ArrayLike<number>, count: number): Line {
  let [xMean, yMean] = [0, 0]
  for (let k = 0; k < count; k++) {
    xMean += (xs[k] - xs[0]) / count
    yMean += ys[k] / count
  }
  let [xx, xy] = [0, 0]
  for (let k = 0; k < count; k++) {
    const dx = xs[k] - xs[0] - xMean
    xx += dx * dx
    xy += dx * (ys[k] - yMean)
  }
  if (count < 3 || !(xx > 0)) return NO_LINE
  const slope = xy / xx
  const residual = (k: number) => ys[k] - yMean - slope * (xs[k] - xs[0] - xMean)
  const { squares, correlation } = residualsOf(residual, count)
  // A first-order correlation of residuals: fewer independent ones by (1 + r) / (1 - r).
  const widened = (1 + correlation) / (1 - correlation)
  const error = Math.sqrt((widened * squares) / (count - 2) / xx)
  return { slope, error, squares, correlation, count }
}

function residualsOf(residual: (k: number) => number, count: number) {
  let [squares, product, before] = [0, 0, 0]
  for (let k = 0; k < count; k++) {
    const x = residual(k)
    squares += x * x
    product += x * before
    before = x
  }
  const limit = 1 - 2 / count
  const correlation = squares > 0 ? Math.min(Math.max(product / squares, 0), limit) : 0
  return { squares, correlation }
}

/** The break with the least squares: a line up to `at`, a constant from there on. */
function bestBreak(xs: Float64Array, ys: Float64Array, count: number) {
  let best = { at: count, squares: Number.POSITIVE_INFINITY }
  // Sums over the samples before the break, and over those behind it, about the mean of all.
  let yMean = 0
  let xMean = 0
  for (let k = 0; k < count; k++) {
    yMean += ys[k] / count
    xMean += (xs[k] - xs[0]) / count
  }
  let [y2, yAll2, yAll] = [0, 0, 0]
  let [x1, y1, xx, xy] = [0, 0, 0, 0]
  for (let k = 0; k < count; k++) {
    const y = ys[k] - yMean
    yAll += y
    yAll2 += y * y
  }
  for (let k = 0; k < count; k++) {
    const [x, y] = [xs[k] - xs[0] - xMean, ys[k] - yMean]
    x1 += x
    y1 += y
    xx += x * x
    xy += x * y
    y2 += y * y
    const [n, rest] = [k + 1, count - k - 1]
    if (n < 4 || rest < 4) continue
    const spread = xx - (x1 * x1) / n
    const cross = xy - (x1 * y1) / n
    const line = y2 - (y1 * y1) / n - (spread > 0 ? (cross * cross) / spread : 0)
    const level = yAll2 - y2 - ((yAll - y1) * (yAll - y1)) / rest
    const squares = Math.max(line, 0) + Math.max(level, 0)
    if (squares < best.squares) best = { at: n, squares }
  }
  return best.at === count ? { ...best, correlation: 0 } : { ...best, ...aboutBreak(xs, ys, best) }
}

/** The residuals of a line up to a break and a constant behind it. */
function aboutBreak(xs: Float64Array, ys: Float64Array, { at }: { at: number }) {
  const { slope } = fitLine(xs, ys, at)
  let [x0, y0, level] = [0, 0, 0]
  for (let k = 0; k < ys.length; k++) {
    if (k >= at) level += ys[k] / (ys.length - at)
    else {
      x0 += xs[k] / at
      y0 += ys[k] / at
    }
  }
  const residual = (k: number) => ys[k] - (k < at ? y0 + slope * (xs[k] - x0) : level)
  return { correlation: residualsOf(residual, ys.length).correlation }
}

function criterion(squares: number, count: number, worth: number, parameters: number): number {
  const floor = RESIDUAL_FLOOR * RESIDUAL_FLOOR
  const independent = Math.max(worth * count, 2)
  return independent * log(squares / count + floor) + parameters * log(independent)
}

/** Whether one interval has most of the rise. */
function jumps(ys: Float64Array, count: number): boolean {
  let [largest, lowest, highest] = [0, ys[0], ys[0]]
  for (let k = 1; k < count; k++) {
    largest = Math.max(largest, ys[k] - ys[k - 1])
    lowest = Math.min(lowest, ys[k])
    highest = Math.max(highest, ys[k])
  }
  return largest >= STEP_RISE && largest >= STEP_PART * (highest - lowest)
}
