// Keeps the logarithms of lengths of a long run in a bounded number of batches a member.

import { log } from '../math/log.ts'

/**
 * For each member and each of its `count` vectors: the logarithms of the lengths of every interval,
 * summed in batches of equal numbers of intervals. When `capacity` batches are whole, neighbours
 * are joined and batches are twice as long from then on; so memory is flat however long the run is,
 * and what is kept depends on the lengths alone. After that at least half of `capacity` batches are
 * whole at any time.
 *
 * Sums are Neumaier's (Z. Angew. Math. Mech. 54 (1974)) within a batch and for the total. A length
 * of 0, and one that is not a finite positive number, has no logarithm to add: it adds 0, and is
 * counted.
 */
export class GrowthSeries {
  readonly members: number
  readonly count: number
  readonly capacity: number
  /** Whole batch b of vector j of member m is entry (m * count + j) * capacity + b. */
  readonly #batches: Float64Array
  /** Of each vector: sum and compensation of the batch that is being filled, and of all. */
  readonly #running: Float64Array
  readonly #zeros: Float64Array
  readonly #broken: Float64Array
  /** Of each member: whole batches, intervals a batch, intervals in the batch being filled. */
  readonly #whole: Uint32Array
  readonly #stride: Float64Array
  readonly #filled: Float64Array

  /** @throws RangeError unless `capacity` is even and at least 2. */
  constructor(members: number, count: number, capacity = 128) {
    if (!(capacity >= 2 && capacity % 2 === 0))
      throw new RangeError(`capacity must be an even number of batches, not ${capacity}`)
    this.members = members
    this.count = count
    this.capacity = capacity
    this.#batches = new Float64Array(members * count * capacity)
    this.#running = new Float64Array(members * count * 4)
    this.#zeros = new Float64Array(members * count)
    this.#broken = new Float64Array(members * count)
    this.#whole = new Uint32Array(members)
    this.#stride = new Float64Array(members).fill(1)
    this.#filled = new Float64Array(members)
  }

  /** Forgets what the first `members` have gathered. */
  reset(members = this.members): void {
    this.#running.fill(0, 0, members * this.count * 4)
    this.#zeros.fill(0, 0, members * this.count)
    this.#broken.fill(0, 0, members * this.count)
    this.#whole.fill(0, 0, members)
    this.#stride.fill(1, 0, members)
    this.#filled.fill(0, 0, members)
  }

  /** Takes the lengths of one interval, `count` of them. */
  add(member: number, lengths: ArrayLike<number>): void {
    const { count } = this
    for (let j = 0; j < count; j++) {
      const length = lengths[j]
      const vector = member * count + j
      if (length > 0 && length < Number.POSITIVE_INFINITY) this.#gather(vector, log(length))
      else if (length === 0) this.#zeros[vector] += 1
      else this.#broken[vector] += 1
    }
    this.#filled[member] += 1
    if (this.#filled[member] === this.#stride[member]) this.#close(member)
  }

  /** Intervals that the member has taken. */
  intervals(member: number): number {
    return this.#whole[member] * this.#stride[member] + this.#filled[member]
  }

  /** How many batches of the member are whole. */
  batches(member: number): number {
    return this.#whole[member]
  }

  /** Intervals in each of its batches, a power of two. */
  batchIntervals(member: number): number {
    return this.#stride[member]
  }

  /** Sums of the whole batches of a vector, in their order: a view that the next `add` changes. */
  sums(member: number, vector: number): Float64Array {
    const from = (member * this.count + vector) * this.capacity
    return this.#batches.subarray(from, from + this.#whole[member])
  }

  /** The sum of all logarithms of a vector, those of the batch that is not whole included. */
  total(member: number, vector: number): number {
    const at = (member * this.count + vector) * 4
    return this.#running[at + 2] + this.#running[at + 3]
  }

  /** How many lengths of a vector were 0. */
  zeros(member: number, vector: number): number {
    return this.#zeros[member * this.count + vector]
  }

  /** How many lengths of a vector were infinite, negative or NaN. */
  broken(member: number, vector: number): number {
    return this.#broken[member * this.count + vector]
  }

  #gather(vector: number, x: number): void {
    const running = this.#running
    for (let at = 4 * vector; at < 4 * vector + 4; at += 2) {
      const sum = running[at]
      const next = sum + x
      running[at] = next
      running[at + 1] += Math.abs(sum) >= Math.abs(x) ? sum - next + x : x - next + sum
    }
  }

  /** Stores the batch that was filled, and joins neighbours when there is no place for another. */
  #close(member: number): void {
    const { count, capacity } = this
    const whole = this.#whole[member]
    for (let j = 0; j < count; j++) {
      const vector = member * count + j
      const at = 4 * vector
      this.#batches[vector * capacity + whole] = this.#running[at] + this.#running[at + 1]
      this.#running.fill(0, at, at + 2)
    }
    this.#filled[member] = 0
    this.#whole[member] = whole + 1
    if (whole + 1 < capacity) return
    for (let j = 0; j < count; j++) {
      const from = (member * count + j) * capacity
      for (let b = 0; b < capacity / 2; b++)
        this.#batches[from + b] = this.#batches[from + 2 * b] + this.#batches[from + 2 * b + 1]
    }
    this.#whole[member] = capacity / 2
    this.#stride[member] *= 2
  }
}
