// What a rate says of a rollout, in one word.

import type { RateEstimate } from './lyapunov.ts'

/** A place in the list is the number that is stored; new words go to the end. */
export const VERDICTS = [
  'chaotic',
  'regular',
  'contracting',
  'superstable',
  'collapsed',
  'escaped',
  'not-converged',
] as const

export type Verdict = (typeof VERDICTS)[number]

/** A rate is told from 0 by this many standard errors. */
export const RATE_ERRORS = 3

/**
 * Neighbours must part (or meet) by this factor e^5 within the second half of a run. A power law of
 * time grows there by 2^degree only, so that degrees up to 7 are not taken for a rate.
 */
export const LATE_GROWTH = 5

export interface VerdictFacts {
  /** The largest rate. */
  readonly estimate: RateEstimate
  /** The rollout ended because its state was no longer finite. */
  readonly escaped: boolean
  /** A state came back bit for bit, so that the rollout goes in a circle from there on. */
  readonly repeated: boolean
}

/**
 * The verdict, the first of these that holds:
 *
 * - `escaped`: the state was no longer finite.
 * - `superstable`: a tangent vector became exactly 0, the rate is -Infinity.
 * - `collapsed`: the state repeats although neighbours part: the exact orbit does not repeat, it
 *   died in floating point (the tent and Bernoulli maps, cycles of the rounded numbers).
 * - `not-converged`: there is no rate or no error.
 * - `chaotic`: the rate is above 0 by three errors, and the second half of the run alone grew by
 *   e^5 and more.
 * - `contracting`: the same downwards. A flow falls to a fixed point, a map to a point or a cycle.
 * - `regular`: growth is compatible with 0 or a power law of time. Between the halves of the run it
 *   came to rest: in the second it was within e^5, and no straight line of the whole; another such
 *   half would be within e^5 of it (one deviation): chaos that happened to grow little is not.
 * - `not-converged`: anything else, so a longer run is needed.
 *
 * A chaotic run of a length that lets neighbours part by less than e^2 looks regular.
 */
export function verdictOf(facts: VerdictFacts): Verdict {
  const { estimate, escaped, repeated } = facts
  const { rate, error, late, time } = estimate
  if (escaped) return 'escaped'
  if (rate === Number.NEGATIVE_INFINITY) return 'superstable'
  const growth = rate * time
  // A circle may be short, and the rest of the run bears the growth: no error is needed for that.
  if (repeated && growth > LATE_GROWTH && !(late <= 0)) return 'collapsed'
  if (!Number.isFinite(rate) || !Number.isFinite(error)) return 'not-converged'
  const lateGrowth = (late * time) / 2
  const far = Math.abs(rate) > RATE_ERRORS * error && Math.abs(lateGrowth) > LATE_GROWTH
  if (far && rate > 0 && late > 0) return 'chaotic'
  if (far && rate < 0 && late < 0) return 'contracting'
  return looksRegular(estimate, growth, lateGrowth) ? 'regular' : 'not-converged'
}

function looksRegular(estimate: RateEstimate, growth: number, lateGrowth: number): boolean {
  if (Math.abs(lateGrowth) > LATE_GROWTH) return false
  if (!((estimate.lateError * estimate.time) / 2 <= LATE_GROWTH)) return false
  // A straight line has half of its growth in the second half, a power law a small part.
  return Math.abs(lateGrowth) <= 2 || Math.abs(lateGrowth) <= 0.4 * Math.abs(growth)
}

/** What stands behind a verdict, for people. */
export function describeVerdict(verdict: Verdict, system: 'flow' | 'map'): string {
  switch (verdict) {
    case 'chaotic':
      return 'neighbours part exponentially'
    case 'regular':
      return 'neighbours part no faster than a power of time'
    case 'contracting':
      return system === 'flow' ? 'falls to a fixed point' : 'falls to a fixed point or a cycle'
    case 'superstable':
      return 'a derivative is exactly zero: neighbours meet'
    case 'collapsed':
      return 'the orbit died in floating point: it repeats where the exact one does not'
    case 'escaped':
      return 'the state left the finite numbers'
    case 'not-converged':
      return 'the run is too short to tell'
  }
}
