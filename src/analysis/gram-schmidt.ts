// Makes the tangent vectors of one member orthonormal again, and tells how long they had become.

/** One quantity, one entry a member (as the columns of a block). */
type Column = Float64Array | Float32Array

// Beyond 2^500 or below 2^-500 squares leave the range of binary64; scaled by 2^-600 or 2^600,
// which rounds nothing, they do not.
const LARGE = 3.273390607896142e150
const SMALL = 3.054936363499605e-151
const DOWN = 2.409919865102884e-181
const UP = 4.149515568880993e180

/** What is left of a vector is orthogonal only after a second pass where it is less than this. */
const CANCELLED = 0.5
/** Less than this times the size is nothing but rounding. */
const ROUNDING = 1.7763568394002505e-15 // 2^-49

/** The vectors of the member at hand; every entry is written before it is read. */
let vectors = new Float64Array(64)

/**
 * Orthonormalises `count` vectors of `size` components in their order, in place, by modified
 * Gram-Schmidt. Component i of vector j is entry `member` of column first + j * size + i. The
 * length of each vector after the ones before it were projected out goes into `lengths`: these are
 * the diagonal of R in a QR decomposition, their product is the volume that the vectors span.
 *
 * A vector that vanished has length 0: it is zero, or its rest is less than 2^-49 * size of it, and
 * so unknown to binary64. One with an infinite component has length Infinity, with a NaN NaN. Such
 * a vector is replaced by the first axis that is far from the span of the vectors before it, made
 * orthogonal to them, so that a run goes on and later vectors keep a meaning. A length that itself
 * leaves the range of binary64 is Infinity, or rounded as subnormal numbers are.
 *
 * Domain: 1 <= count <= size. Error: vectors orthonormal to some 1e-15 (columns of binary32: 1e-7);
 * a length is right to about size * 2^-52 of the vector's length before projection. Where more than
 * half of a vector is projected away it is done twice, and twice is enough (Giraud, Langou,
 * Rozloznik, van den Eshof, Numer. Math. 101 (2005)). Deterministic: sums in index order.
 *
 * @throws RangeError when more vectors than components are asked for.
 */
export function orthonormalise(
  columns: readonly Column[],
  first: number,
  size: number,
  count: number,
  member: number,
  lengths: Float64Array,
): void {
  if (!(count <= size))
    throw new RangeError(`${count} vectors of ${size} components cannot be orthogonal`)
  if (vectors.length < count * size) vectors = new Float64Array(2 * count * size)
  for (let j = 0; j < count; j++) {
    const start = j * size
    const scale = load(columns, first + start, size, member, start)
    let length = scale === scale ? shorten(start, size, scale) : 0
    lengths[j] = scale === scale ? length : largestOf(columns, first + start, size, member)
    if (length === 0) length = replace(start, size)
    for (let i = 0; i < size; i++) {
      vectors[start + i] /= length
      columns[first + start + i][member] = vectors[start + i]
    }
    if (scale === UP) lengths[j] *= DOWN
    else if (scale === DOWN) lengths[j] *= UP
  }
}

/** Largest magnitude of a vector's components; NaN where one is NaN. */
function largestOf(columns: readonly Column[], at: number, size: number, member: number): number {
  let largest = 0
  for (let i = 0; i < size; i++) largest = Math.max(largest, Math.abs(columns[at + i][member]))
  return largest
}

/** Copies a vector to `vectors`; returns the power of two that scaled it, NaN if not finite. */
function load(
  columns: readonly Column[],
  at: number,
  size: number,
  member: number,
  start: number,
): number {
  const largest = largestOf(columns, at, size, member)
  if (!(largest < Number.POSITIVE_INFINITY)) return Number.NaN
  const scale = largest >= LARGE ? DOWN : largest < SMALL ? UP : 1
  for (let i = 0; i < size; i++) vectors[start + i] = columns[at + i][member] * scale
  return scale
}

/**
 * Projects the vectors before `start` out of the one there, and returns its length, 0 for nothing.
 * An exact zero stays one under every scale.
 */
function shorten(start: number, size: number, scale: number): number {
  const whole = norm(start, size)
  if (start === 0 || whole === 0) return whole
  project(start, size)
  let length = norm(start, size)
  if (length >= CANCELLED * whole) return length
  project(start, size)
  length = norm(start, size)
  // Subnormal components have fewer digits, so the rest is uncertain by their unit.
  const unit = scale === UP ? size * Number.MIN_VALUE * UP : 0
  return length <= size * ROUNDING * whole + unit ? 0 : length
}

function project(start: number, size: number): void {
  for (let at = 0; at < start; at += size) {
    let dot = 0
    for (let i = 0; i < size; i++) dot += vectors[at + i] * vectors[start + i]
    for (let i = 0; i < size; i++) vectors[start + i] -= dot * vectors[at + i]
  }
}

function norm(start: number, size: number): number {
  let sum = 0
  for (let i = start; i < start + size; i++) sum += vectors[i] * vectors[i]
  return Math.sqrt(sum)
}

/**
 * Puts the first axis of which enough is left into the place of a vector, orthogonal to those
 * before it, and returns its length. The squares of what is left of all axes sum to the dimensions
 * that are left, at least 1, so one of them has 1 / size, and half of that bears rounding.
 */
function replace(start: number, size: number): number {
  for (let axis = 0; ; axis++) {
    for (let i = 0; i < size; i++) vectors[start + i] = i === axis ? 1 : 0
    project(start, size)
    project(start, size)
    const length = norm(start, size)
    if (length * length >= 0.5 / size || axis === size - 1) return length
  }
}
