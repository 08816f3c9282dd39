// Euclidean distances: the seed's, on columns, and one that neither underflows nor overflows, and
// knows of angles.

/**
 * The Euclidean length of the first `count` numbers of a list; at most 2 ulp for up to 16 numbers.
 * Infinity where one of them is not finite.
 */
export function magnitude(x: ArrayLike<number>, count = x.length): number {
  let largest = 0
  for (let i = 0; i < count; i++) {
    const d = Math.abs(x[i])
    if (!(d < Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY
    largest = Math.max(largest, d)
  }
  // Powers of two, so that scaling is exact: down by 2^-600, up by 2^600.
  const down = largest >= LARGE
  const up = largest < SMALL
  const scale = down ? DOWN : up ? UP : 1
  const back = down ? UP : up ? DOWN : 1
  let sum = 0
  for (let i = 0; i < count; i++) {
    const d = x[i] * scale
    sum += d * d
  }
  return Math.sqrt(sum) * back
}

/** The numbers that `magnitude` scales by, and from where on. */
export const LARGE = 3.273390607896142e150 // 2^500
export const SMALL = 3.054936363499605e-151 // 2^-500
export const DOWN = 2.409919865102884e-181 // 2^-600
export const UP = 4.149515568880993e180 // 2^600

/**
 * The Euclidean distance of two lists of numbers of one length; at most 2 ulp for up to 16 numbers.
 * Mends the seed's `stateDistance`: [0] against [5e-324] is 5e-324 and not 0, [1e200] against [0]
 * is 1e200 and not infinite. Infinity where some difference is not finite, as the seed.
 *
 * @throws RangeError when the lengths differ.
 */
export function separation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length)
    throw new RangeError(`lists have different lengths: ${a.length} and ${b.length}`)
  return magnitude(Array.from({ length: a.length }, (_, i) => a[i] - b[i]))
}

/**
 * A difference of two numbers that mean the same a `period` apart, moved by whole periods to about
 * [-period / 2, period / 2]; 0 stands for no period, and the difference stays.
 */
export function wrapped(difference: number, period: number): number {
  return period === 0 ? difference : difference - Math.floor(difference / period + 0.5) * period
}

/**
 * The seed's `state_distance` between entry `i` of the columns `a` and entry `j` of the columns
 * `b`, positions first. It underflows and overflows as the seed's does; Infinity where some
 * difference is not finite.
 */
export function columnDistance(
  a: readonly ArrayLike<number>[],
  i: number,
  b: readonly ArrayLike<number>[],
  j: number,
): number {
  let sum = 0
  for (let k = 0; k < a.length; k++) {
    const d = a[k][i] - b[k][j]
    if (!Number.isFinite(d)) return Number.POSITIVE_INFINITY
    sum += d * d
  }
  return Math.sqrt(sum)
}

/**
 * As `columnDistance`, by `magnitude`, with component k's difference `wrapped` by periods[k].
 */
export function columnSeparation(
  a: readonly ArrayLike<number>[],
  i: number,
  b: readonly ArrayLike<number>[],
  j: number,
  periods: ArrayLike<number> | undefined,
): number {
  if (differences.length < a.length) differences = new Float64Array(2 * a.length)
  for (let k = 0; k < a.length; k++) {
    const d = a[k][i] - b[k][j]
    differences[k] = periods ? wrapped(d, periods[k]) : d
  }
  return magnitude(differences, a.length)
}

let differences = new Float64Array(16)
