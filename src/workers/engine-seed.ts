// The seed that an engine gets for a rollout: a function of who the rollout is, of nothing else.

import { philox4x32 } from '../math/philox.ts'
import { counterWords, PURPOSE } from '../math/random-stream.ts'
import type { SeedWords } from '../math/seed.ts'

/**
 * A whole number from 0 to 2^53 - 1: the first two words of the Philox block at (sweep seed,
 * purpose `engine`, cell, replica), word 1 >>> 11 above word 0.
 */
export function engineSeed(seed: SeedWords, cell: number, replica: number): number {
  const place = { purpose: PURPOSE.engine, index: cell, replica, step: 0, draw: 0 }
  const [low, high] = philox4x32(...counterWords(place), seed[0], seed[1])
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0)
}
