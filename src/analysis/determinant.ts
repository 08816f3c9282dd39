// Determinants, by cofactors or by elimination, multiplied up along a run: what the lengths of QR
// decompositions should multiply to, found another way.

import { log } from '../math/log.ts'
import { neumaierAdd } from '../math/sums.ts'

type Column = Float64Array | Float32Array

/** A product within these has room for one more factor within them. */
const LARGE = 3.273390607896142e150 // 2^500
const SMALL = 3.054936363499605e-151 // 2^-500

/** The matrix at hand, vector after vector; every entry is written before it is read. */
let matrix = new Float64Array(64)

/**
 * For each member the product of the magnitudes of many determinants, as a logarithm. Each of the
 * matrices has `size` vectors of `size` components.
 *
 * Error: that of determinants of matrices within growth * size * 2^-53 of the given ones (N. J.
 * Higham, Accuracy and Stability of Numerical Algorithms (2002), theorem 9.3), and 2^-53 of 1 for
 * each factor. Where vectors have nearly lost their independence few digits are left.
 */
export class DeterminantProduct {
  readonly #size: number
  /** Of each member: a product near 1, and the logarithm of the rest as a compensated sum. */
  readonly #running: Float64Array

  constructor(members: number, size: number) {
    this.#size = size
    this.#running = new Float64Array(3 * members)
    this.reset(members)
  }

  /** Forgets what the first `count` members have gathered. */
  reset(count: number): void {
    for (let at = 0; at < 3 * count; at += 3) {
      this.#running[at] = 1
      this.#running[at + 1] = 0
      this.#running[at + 2] = 0
    }
  }

  /** Multiplies with a matrix: component i of vector j is in columns[first + j * size + i]. */
  multiply(columns: readonly Column[], first: number, member: number): void {
    const size = this.#size
    const count = size * size
    if (matrix.length < count) matrix = new Float64Array(2 * count)
    for (let i = 0; i < count; i++) matrix[i] = columns[first + i][member]
    const quick = size === 2 ? byCofactors2() : size === 3 ? byCofactors3() : Number.NaN
    if (quick < LARGE && quick > SMALL) this.#factor(3 * member, quick)
    else for (let k = 0; k < size; k++) this.#factor(3 * member, eliminate(k, size))
  }

  /** -Infinity where a determinant was 0, NaN where an entry was not finite. */
  logarithm(member: number): number {
    const at = 3 * member
    const rest = this.#running[at + 1]
    const known = Number.isFinite(rest) ? rest + this.#running[at + 2] : rest
    return known + log(this.#running[at])
  }

  #factor(at: number, factor: number): void {
    const running = this.#running
    if (!(factor < LARGE && factor > SMALL)) this.#add(at, log(factor))
    else {
      running[at] *= factor
      if (running[at] < LARGE && running[at] > SMALL) return
      this.#add(at, log(running[at]))
      running[at] = 1
    }
  }

  #add(at: number, x: number): void {
    const running = this.#running
    const [sum, lost] = neumaierAdd(running[at + 1], running[at + 2], x)
    running[at + 1] = sum
    running[at + 2] = lost
  }
}

// Maps of the plane and of space renew their vectors at every step; so these are written out.

function byCofactors2(): number {
  return Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])
}

function byCofactors3(): number {
  const along = matrix[0] * minor(4, 8, 5, 7)
  const across = matrix[1] * minor(3, 8, 5, 6)
  return Math.abs(along - across + matrix[2] * minor(3, 7, 4, 6))
}

const minor = (a: number, d: number, b: number, c: number) =>
  matrix[a] * matrix[d] - matrix[b] * matrix[c]

/** Clears row k behind its largest entry, whose vector is put in place k; gives its magnitude. */
function eliminate(k: number, size: number): number {
  const count = size * size
  let best = k * size + k
  for (let at = best + size; at < count; at += size)
    if (!(Math.abs(matrix[at]) <= Math.abs(matrix[best]))) best = at
  const pivot = matrix[best]
  if (pivot === 0 || !(Math.abs(pivot) < Number.POSITIVE_INFINITY)) return Math.abs(pivot)
  const here = k * size
  const there = best - k
  for (let i = k; there !== here && i < size; i++) {
    const entry = matrix[here + i]
    matrix[here + i] = matrix[there + i]
    matrix[there + i] = entry
  }
  for (let at = here + size; at < count; at += size) {
    const part = matrix[at + k] / pivot
    for (let i = k + 1; i < size; i++) matrix[at + i] -= part * matrix[here + i]
  }
  return Math.abs(pivot)
}
