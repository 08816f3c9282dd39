// By which law a curve grew: an exponential (that may saturate), a power of time, or a jump.

import { log } from '../math/log.ts'

export type Model = 'exponential' | 'power-law' | 'step'

/** A straight line through points, least squares. */
export interface Line {
  readonly slope: number
  /** Standard error of the slope, widened by the correlation of neighbouring residuals. */
  readonly error: number
  /** Sum of squared residuals. */
  readonly squares: number
  readonly count: number
}

export interface GrowthLaw {
  readonly model: Model
  /** Exponential: the rate, a unit of time. Power law: the degree. Step: NaN. */
  readonly slope: Line
  /** How much more likely by the information criterion than the next model: 10 and more is sure. */
  readonly margin: number
}

/** Of logarithms: what is not worth telling apart. */
const RESIDUAL_FLOOR = 1e-3
/** A jump has this part of the whole rise in one interval, and is at least a factor e^3. */
const STEP_PART = 0.6
const STEP_RISE = 3

/**
 * Fits ln(distance) over `count` samples from `from` on, at times since the start of the curve
 * (above 0). Models: a + rate t up to a break and a constant behind it (or no break), a + degree ln
 * t, and a constant before and one behind one interval. The least Bayesian information criterion n
 * ln(squares / n) + parameters ln n wins (G. Schwarz, Ann. Stat. 6 (1978)).
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
  const byPower = criterion(power.squares, count, 2)
  const byStraight = criterion(straight.squares, count, 2)
  const byBent = criterion(bent.squares, count, 4)
  const byExponential = Math.min(byStraight, byBent)
  const margin = Math.abs(byPower - byExponential)
  if (byPower <= byExponential) return { model: 'power-law', slope: power, margin }
  const slope = byBent < byStraight ? fitLine(ts, ys, bent.at) : straight
  return { model: 'exponential', slope, margin }
}

export const NO_LINE: Line = { slope: Number.NaN, error: Number.NaN, squares: 0, count: 0 }

/** Least squares on centred sums, so that large abscissae cost no digits. */
export function fitLine(xs: ArrayLike<number>, ys: ArrayLike<number>, count: number): Line {
  let [xMean, yMean] = [0, 0]
  for (let k = 0; k < count; k++) {
    xMean += (xs[k] - xs[0]) / count
    yMean += ys[k] / count
  }
  let [xx, xy, squares, product] = [0, 0, 0, 0]
  for (let k = 0; k < count; k++) {
    const dx = xs[k] - xs[0] - xMean
    xx += dx * dx
    xy += dx * (ys[k] - yMean)
  }
  if (count < 3 || !(xx > 0)) return NO_LINE
  const slope = xy / xx
  let before = 0
  for (let k = 0; k < count; k++) {
    const residual = ys[k] - yMean - slope * (xs[k] - xs[0] - xMean)
    squares += residual * residual
    product += residual * before
    before = residual
  }
  // A first-order correlation of residuals: fewer independent ones by (1 + r) / (1 - r).
  const limit = 1 - 2 / count
  const correlation = squares > 0 ? Math.min(Math.max(product / squares, 0), limit) : 0
  const widened = (1 + correlation) / (1 - correlation)
  const error = Math.sqrt((widened * squares) / (count - 2) / xx)
  return { slope, error, squares, count }
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
  return best
}

function criterion(squares: number, count: number, parameters: number): number {
  const floor = RESIDUAL_FLOOR * RESIDUAL_FLOOR
  return count * log(squares / count + floor) + parameters * log(count)
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
