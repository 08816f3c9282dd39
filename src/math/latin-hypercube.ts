// Latin hypercube points by index: point i is a function of (seed, i) alone.

import { permutedIndex } from './keyed-permutation.ts'
import { philox4x32 } from './philox.ts'
import { counterWords, PURPOSE } from './random-stream.ts'
import type { SeedWords } from './seed.ts'

const LARGEST_COUNT = 0x100000000

/**
 * The coordinate, in [0, 1), of point `index` in `dimension`, both counted from 0. In each
 * dimension exactly one of the `count` points lies in each interval [k / count, (k + 1) / count),
 * at one of 2^20 evenly spaced places inside it. Any number of dimensions up to 2^32.
 *
 * Throws a RangeError for counts outside 1 to 2^32.
 *
 * Source: McKay, Beckman, Conover, Technometrics 21 (1979).
 */
export function latinHypercubePoints(
  count: number,
  seed: SeedWords,
): (index: number, dimension: number) => number {
  if (!(Number.isInteger(count) && count >= 1 && count <= LARGEST_COUNT))
    throw new RangeError(`latin hypercube: ${count} points; it has 1 to 2^32`)
  const purpose = PURPOSE.latinHypercube
  return (index, dimension) => {
    const stratum = permutedIndex(index, count, { seed, purpose, index: dimension })
    // Draw 0 is the place inside the interval; the permutation takes draw 1.
    const [c0, c1, c2, c3] = counterWords({ purpose, index, replica: 0, step: dimension, draw: 0 })
    const word = philox4x32(c0, c1, c2, c3, seed[0], seed[1])[0]
    // Exact in 53 bits, and never so near to a border that the division rounds across it.
    return (stratum + ((word >>> 12) + 0.5) / 0x100000) / count
  }
}
