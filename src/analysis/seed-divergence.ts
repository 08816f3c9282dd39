// How two rollouts that start a known distance apart separate: distance, fit and run of the seed
// phyz 0.4.0, bit for bit. The pieces work on plain arrays, so that a farm can call them on
// columns.

import type { State } from '../math/fingerprint.ts'
import { log } from '../math/log.ts'
import { ulpOffset } from '../math/ulps.ts'

/** The distance that counts as apart. */
export const THRESHOLD = 1e-3

// The band of the fit: grown out of the rounding noise (times the initial distance), not yet
// saturated (in metres or radians), and enough of it.
const GROWN = 8
const SATURATED = 1e-1
const SAMPLES_MIN = 4

export interface DivergenceSample {
  /** Index of the step after which the sample was taken, from 1. */
  step: number
  /** Simulated time at that step. */
  time: number
  /** `stateDistance` between the reference and the perturbed rollout. */
  distance: number
}

/**
 * The seed's `state_distance`: Euclidean distance over the stacked (q, v), times left out. It mixes
 * units, which is right here: the question is how many digits two rollouts still share. Infinity if
 * some difference is not finite.
 *
 * Kept faults: it underflows ([0] against [5e-324] is 0) and overflows. `separation` mends both.
 *
 * @throws RangeError when the states have different sizes, which is a mismatch of models.
 */
export function stateDistance(a: State, b: State): number {
  if (a.q.length !== b.q.length)
    throw new RangeError(`states have different nq: ${a.q.length} and ${b.q.length}`)
  if (a.v.length !== b.v.length)
    throw new RangeError(`states have different nv: ${a.v.length} and ${b.v.length}`)
  let sum = 0
  for (let i = 0; i < a.q.length; i++) {
    const d = a.q[i] - b.q[i]
    if (!Number.isFinite(d)) return Number.POSITIVE_INFINITY
    sum += d * d
  }
  for (let i = 0; i < a.v.length; i++) {
    const d = a.v[i] - b.v[i]
    if (!Number.isFinite(d)) return Number.POSITIVE_INFINITY
    sum += d * d
  }
  return Math.sqrt(sum)
}

/**
 * The seed's fit on columns: the least-squares slope of ln(distance / initial) against time, in 1
 * per unit of time, over the samples with a finite distance above 8 * initial (out of the noise)
 * and below 0.1 (not saturated) and a time above 0. Undefined with fewer than four of them, with
 * initial <= 0, or when their times do not differ. Sample k is (times[k], distances[from + k]), for
 * `count` of them. Allocates nothing.
 *
 * Kept faults: the ceiling 0.1 is absolute; samples that fall back into the band count again; the
 * sums are not centred (a curve of rate 3 from t = 1e6 on gives -1.3); linear growth is reported as
 * a rate (0.026 for the undamped pendulum of the reference); no growth and a nudge that was rounded
 * away both give undefined.
 */
export function fitRise(
  initial: number,
  times: ArrayLike<number>,
  distances: ArrayLike<number>,
  from = 0,
  count = times.length,
): number | undefined {
  if (initial <= 0) return undefined
  let n = 0
  let st = 0
  let sy = 0
  let stt = 0
  let sty = 0
  for (let k = 0; k < count; k++) {
    const t = times[k]
    const distance = distances[from + k]
    if (!(distance > GROWN * initial && distance < SATURATED && t > 0)) continue
    const y = log(distance / initial)
    n += 1
    st += t
    sy += y
    stt += t * t
    sty += t * y
  }
  if (n < SAMPLES_MIN) return undefined
  const denominator = n * stt - st * st
  if (Math.abs(denominator) < 2.2250738585072014e-308) return undefined
  return (n * sty - st * sy) / denominator
}

/** `fitRise` on samples: the seed's `fit_lyapunov`. */
export function fitLyapunov(
  initial: number,
  samples: readonly Pick<DivergenceSample, 'time' | 'distance'>[],
): number | undefined {
  return fitRise(
    initial,
    samples.map((sample) => sample.time),
    samples.map((sample) => sample.distance),
  )
}

/**
 * The time of the first sample whose distance is above `threshold`; undefined if there is none.
 * Sample k is (times[k], distances[from + k]), for `count` of them.
 */
export function timeAbove(
  threshold: number,
  times: ArrayLike<number>,
  distances: ArrayLike<number>,
  from = 0,
  count = times.length,
): number | undefined {
  for (let k = 0; k < count; k++) if (distances[from + k] > threshold) return times[k]
  return undefined
}

/** ln 2 / rate, the time in which the distance doubles; undefined unless the rate is positive. */
export function doublingTime(rate: number | undefined): number | undefined {
  return rate !== undefined && rate > 0 ? Math.LN2 / rate : undefined
}

/** What `divergence` found. */
export class Divergence {
  /** The perturbation, in representable steps of the touched value. */
  readonly ulps: bigint
  /** The distance at step 0. Where it is 0 the perturbation did nothing. */
  readonly initial: number
  readonly samples: readonly DivergenceSample[]
  /** `fitLyapunov` of the samples: growth per unit of simulated time, or undefined. */
  readonly lyapunov: number | undefined
  /** Simulated time of the first sample above `threshold`; undefined if there is none. */
  readonly timeToThreshold: number | undefined
  readonly threshold: number

  constructor(ulps: bigint, initial: number, samples: readonly DivergenceSample[]) {
    this.ulps = ulps
    this.initial = initial
    this.samples = samples
    this.lyapunov = fitLyapunov(initial, samples)
    this.timeToThreshold = samples.find((sample) => sample.distance > THRESHOLD)?.time
    this.threshold = THRESHOLD
  }

  /** ln 2 / lyapunov; undefined unless that is positive. */
  doublingTime(): number | undefined {
    return doublingTime(this.lyapunov)
  }

  /** The distance of the last sample; 0 without samples (a fault: see `initial`). */
  finalDistance(): number {
    return this.samples.at(-1)?.distance ?? 0
  }
}

/**
 * The seed's `divergence`: runs the rollout twice, from `state` and from a copy whose q[qIndex] is
 * `ulps` representable steps away, and samples their distance every `stride` steps and after the
 * last. `state` stays as it is. `step(which, state)` advances a state in place; it must be pure,
 * and may look at `which` (0 the reference, 1 the twin) only to choose a simulator of its own for
 * each.
 *
 * A distance that is not finite ends the run. Kept faults: the start is not compared with the
 * threshold, so a crossing is reported at the first sample at the earliest.
 *
 * @throws RangeError when qIndex is outside [0, modelNq), or stride is not a positive integer.
 */
export function divergence(
  modelNq: number,
  state: State,
  qIndex: number,
  ulps: number | bigint,
  steps: number,
  stride: number,
  step: (which: 0 | 1, state: MutableState) => void,
): Divergence {
  if (!(Number.isInteger(qIndex) && qIndex >= 0 && qIndex < modelNq))
    throw new RangeError(`qIndex ${qIndex} out of range: the model has ${modelNq} positions`)
  if (!(Number.isInteger(stride) && stride > 0))
    throw new RangeError(`stride must be a positive integer, not ${stride}`)
  const a = copyOf(state)
  const b = copyOf(state)
  b.q[qIndex] = ulpOffset(b.q[qIndex], ulps)
  const initial = stateDistance(a, b)
  const samples: DivergenceSample[] = []
  for (let k = 1; k <= steps; k++) {
    step(0, a)
    step(1, b)
    if (k % stride !== 0 && k !== steps) continue
    const distance = stateDistance(a, b)
    samples.push({ step: k, time: a.time, distance })
    if (!Number.isFinite(distance)) break
  }
  return new Divergence(BigInt(ulps), initial, samples)
}

/** A state that a stepper may write to. */
export interface MutableState extends State {
  q: number[]
  v: number[]
}

const copyOf = (state: State): MutableState => ({
  ...state,
  q: Array.from(state.q),
  v: Array.from(state.v),
})
