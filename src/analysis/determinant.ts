// The logarithm of a determinant, by elimination: what the lengths of a QR decomposition should
// multiply to, found another way.

import { log } from '../math/log.ts'

type Column = Float64Array | Float32Array

/** A product of pivots within these has room for one more factor within them. */
const LARGE = 3.273390607896142e150 // 2^500
const SMALL = 3.054936363499605e-151 // 2^-500

/** The matrix at hand, vector after vector; every entry is written before it is read. */
let matrix = new Float64Array(64)

/**
 * The natural logarithm of |det| of the `size` vectors of a member (component i of vector j is
 * entry `member` of column first + j * size + i), by Gaussian elimination with partial pivoting.
 * -Infinity where the vectors are dependent to the last bit, NaN where an entry is not finite.
 *
 * Error: that of the determinant of a matrix within growth * size * 2^-53 of this one (N. J.
 * Higham, Accuracy and Stability of Numerical Algorithms (2002), theorem 9.3); so where vectors
 * have nearly lost their independence, few digits are left, as in their lengths.
 */
export function logDeterminant(
  columns: readonly Column[],
  first: number,
  size: number,
  member: number,
): number {
  const count = size * size
  if (matrix.length < count) matrix = new Float64Array(2 * count)
  for (let i = 0; i < count; i++) {
    matrix[i] = columns[first + i][member]
    if (!(Math.abs(matrix[i]) < Number.POSITIVE_INFINITY)) return Number.NaN
  }
  let sum = 0
  let product = 1
  for (let k = 0; k < size; k++) {
    const pivot = eliminate(k, size)
    if (pivot >= LARGE || pivot <= SMALL) sum += log(pivot)
    else product *= pivot
    if (product < LARGE && product > SMALL) continue
    sum += log(product)
    product = 1
  }
  return sum + log(product)
}

/** Clears row k behind its largest entry, whose column is put in place k; gives its magnitude. */
function eliminate(k: number, size: number): number {
  const diagonal = k * size
  let best = k
  for (let i = k + 1; i < size; i++)
    if (Math.abs(matrix[diagonal + i]) > Math.abs(matrix[diagonal + best])) best = i
  const pivot = matrix[diagonal + best]
  if (pivot === 0) return 0
  if (best !== k) {
    for (let at = diagonal; at < size * size; at += size) {
      const entry = matrix[at + k]
      matrix[at + k] = matrix[at + best]
      matrix[at + best] = entry
    }
  }
  for (let at = diagonal + size; at < size * size; at += size) {
    const factor = matrix[at + k] / pivot
    if (factor === 0) continue
    for (let i = k + 1; i < size; i++) matrix[at + i] -= factor * matrix[diagonal + i]
  }
  return Math.abs(pivot)
}
