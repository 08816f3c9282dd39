// A simple measure, read off the accumulators and outputs that a rollout left behind.

import type { Reading } from '../kernel/ir.ts'
import type { Block } from '../kernel/kernel.ts'

/**
 * The value of a reading for one member. `observed` is the number of states that the accumulators
 * saw; where it is 0, a sum and a count are 0 and the others NaN. `timeOf` gives a step's time.
 */
export function readValue(
  { kind, at }: Reading,
  block: Block,
  member: number,
  observed: number,
  timeOf: (step: number) => number,
): number {
  if (kind === 'last') return block.outputs[at][member]
  const value = block.accumulators[at][member]
  switch (kind) {
    case 'max':
    case 'min':
      return observed > 0 ? value : Number.NaN
    case 'count':
      return observed > 0 ? value : 0
    case 'sum':
      return observed > 0 ? total(value, block.accumulators[at + 1][member]) : 0
    case 'mean':
      return observed > 0 ? total(value, block.accumulators[at + 1][member]) / observed : Number.NaN
    case 'firstTime':
      return observed > 0 && value >= 0 ? timeOf(value) : Number.NaN
  }
}

/** A compensated sum. Past an infinite term the compensation is NaN and the sum is right. */
function total(sum: number, compensation: number): number {
  return Number.isFinite(sum) ? sum + compensation : sum
}
