// Sobol points by index: point i is a function of (seed, i) alone, so 10^9 points need no storage.

import { PURPOSE, randomStream } from './random-stream.ts'
import type { SeedWords } from './seed.ts'
import { DIRECTIONS } from './sobol-directions.ts'

/** The largest number of dimensions. */
export const SOBOL_DIMENSIONS = DIRECTIONS.length + 1

/** The coordinate, in [0, 1), of a point in one dimension, both counted from 0. */
export type PointSet = (index: number, dimension: number) => number

/**
 * Sobol's sequence in Gray-code order, with 53 bits, for indices from 0 to 2^53 - 1. Every aligned
 * block of 2^k points has equally many in each dyadic interval of length 2^-j, j <= k, of each
 * dimension. Best for powers of two; point 0 is the origin.
 *
 * With a seed, each dimension is shifted by 53 random bits (exclusive or): the property above
 * stays, and the points are uniform on average over seeds.
 *
 * Throws a RangeError for dimensions outside 1 to 64.
 *
 * Source: Sobol (1967), Antonov and Saleev (1979); direction numbers by Joe and Kuo (2008).
 */
export function sobolPoints(dimensions: number, seed?: SeedWords): PointSet {
  if (!(Number.isInteger(dimensions) && dimensions >= 1 && dimensions <= SOBOL_DIMENSIONS))
    throw new RangeError(`sobol: ${dimensions} dimensions; it has 1 to ${SOBOL_DIMENSIONS}`)
  const columns = Array.from({ length: dimensions }, (_, d) => column(d, seed))
  return (index, dimension) => coordinate(columns[dimension], index)
}

/** A dimension's direction numbers and its shift: 53 bits, the upper 32 apart from the lower 21. */
interface Column {
  readonly high: Int32Array
  readonly low: Int32Array
  readonly shift: readonly [high: number, low: number]
}

const BITS = 53

function coordinate({ high, low, shift }: Column, index: number): number {
  const indexLow = index | 0
  const indexHigh = Math.floor(index / 0x100000000)
  // The Gray code i ^ (i >> 1); its bit j brings in direction number j.
  let x = shift[0]
  let y = shift[1]
  let gray = indexLow ^ ((indexLow >>> 1) | (indexHigh << 31))
  for (let j = 0; gray !== 0; j++, gray >>>= 1) {
    if ((gray & 1) !== 0) {
      x ^= high[j]
      y ^= low[j]
    }
  }
  gray = indexHigh ^ (indexHigh >>> 1)
  for (let j = 32; gray !== 0; j++, gray >>>= 1) {
    if ((gray & 1) !== 0) {
      x ^= high[j]
      y ^= low[j]
    }
  }
  return ((x >>> 0) * 0x200000 + y) / 9007199254740992
}

function column(dimension: number, seed: SeedWords | undefined): Column {
  const numbers = directionNumbers(dimension)
  const high = Int32Array.from(numbers, (v) => Number(BigInt.asIntN(32, v >> 21n)))
  const low = Int32Array.from(numbers, (v) => Number(v & 0x1fffffn))
  if (!seed) return { high, low, shift: [0, 0] }
  const stream = randomStream(seed, PURPOSE.sobol, dimension)
  return { high, low, shift: [stream.word() | 0, stream.word() >>> 11] }
}

/** The direction numbers as integers of 53 bits, the j-th standing for 2^(-j - 1) and below. */
function directionNumbers(dimension: number): bigint[] {
  if (dimension === 0) return Array.from({ length: BITS }, (_, j) => 1n << BigInt(BITS - 1 - j))
  const [polynomial, ...first] = DIRECTIONS[dimension - 1]
  const degree = first.length
  const numbers = first.map((m, j) => BigInt(m) << BigInt(BITS - 1 - j))
  for (let j = degree; j < BITS; j++) {
    let v = numbers[j - degree] ^ (numbers[j - degree] >> BigInt(degree))
    for (let k = 1; k < degree; k++) if ((polynomial >> (degree - 1 - k)) & 1) v ^= numbers[j - k]
    numbers.push(v)
  }
  return numbers
}
