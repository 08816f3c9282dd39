// The simulated time of a step, as a kernel counts it: dt added once a step, in f64, from 0.

import { timeAfter } from '../kernel/block.ts'

/** Steps between two remembered times: a call adds at most so often. */
const EVERY = 256

/**
 * The simulated time after a number of steps (a whole number, 0 and up). The sum is rounded at each
 * step, so it is not `step * dt`. Times on the way are remembered: asked again they cost little.
 */
export function createStepTimes(dt: number): (step: number) => number {
  const known = [0]
  return (step) => {
    const wanted = Math.floor(step / EVERY)
    while (known.length <= wanted) known.push(timeAfter(known[known.length - 1], dt, EVERY))
    return timeAfter(known[wanted], dt, step - wanted * EVERY)
  }
}
