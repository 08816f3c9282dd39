// Estimates against what is known: how far apart in their errors, and whether that is too far.

import { RATE_ERRORS, type Verdict } from './verdict.ts'

/** A difference is one beyond this many combined standard errors... */
export const SIGMAS_MAX = 4

/** ...and this: the error of an integrator, which no standard error tells. */
export const DIFFERENCE_MIN = 1e-4

export interface Comparison {
  /** The difference in combined standard errors; 0 where equal, NaN where there is no error. */
  readonly sigmas: number
  readonly within: boolean
}

/** A rate with its standard error against a known one (error 0 where that is exact). */
export function compareRate(
  rate: number,
  error: number,
  known: number,
  uncertain: number,
): Comparison {
  if (rate === known) return { sigmas: 0, within: true }
  const difference = Math.abs(rate - known)
  // Where a rate has no error, as one batch has not, it is judged by the other one's alone.
  const own = error === error ? error : 0
  const combined = Math.sqrt(own * own + uncertain * uncertain)
  const within = difference <= SIGMAS_MAX * combined + DIFFERENCE_MIN
  return { sigmas: combined > 0 ? difference / combined : Number.NaN, within }
}

/** Whether a verdict is the known one: `unsure` where the run is too short to tell. */
export type Agreement = 'same' | 'other' | 'unsure'

/**
 * A verdict against the known one. A run that cannot tell the known rate from 0 by its own error
 * may call it regular, and says nothing against it.
 */
export function compareVerdict(
  found: Verdict,
  known: Verdict,
  error: number,
  knownRate: number | undefined,
): Agreement {
  if (found === known) return 'same'
  if (found === 'not-converged') return 'unsure'
  const short = knownRate !== undefined && !(Math.abs(knownRate) > RATE_ERRORS * error)
  return found === 'regular' && short ? 'unsure' : 'other'
}
