// Lyapunov rates by exact tangents: vectors that the kernel takes along are made orthonormal again
// every so many steps, and the logarithms of their lengths are gathered.

import { orthonormalise } from '../analysis/gram-schmidt.ts'
import { NO_ESTIMATE, spectrum, sumResidual, zeroOf } from '../analysis/spectrum.ts'
import { loadF32 } from '../kernel/f32-rule.ts'
import { ownComponents } from '../kernel/ir.ts'
import { type Block, STATUS } from '../kernel/kernel.ts'
import type { Measured, MeasuredSpectrum, Task } from './protocol.ts'
import { RateBook } from './rate-book.ts'
import { type Volume, volumeOf } from './volume.ts'

export class Tangents {
  readonly book: RateBook
  /** Vectors of a member. */
  readonly #count: number
  /** Components of a vector. */
  readonly #size: number
  readonly #isF32: boolean
  readonly #block: Block
  readonly #lengths: Float64Array
  /** The sum rule, where there are as many vectors as components. */
  readonly #volume: Volume | undefined

  constructor({ program, renewEvery = 1, discard }: Task, block: Block) {
    this.#count = program.tangents ?? 0
    this.#size = ownComponents(program)
    this.#isF32 = program.precision === 'f32'
    this.#block = block
    this.#lengths = new Float64Array(this.#count)
    this.book = new RateBook(program, block, this.#count, renewEvery, discard)
    this.#volume = this.#count === this.#size ? volumeOf(program, block) : undefined
  }

  /** Gives every member the same vectors, which favour no direction. */
  begin(count: number): void {
    const { state } = this.#block
    for (let j = 0; j < this.#count; j++) {
      for (let i = 0; i < this.#size; i++) {
        const column = state[this.#size * (1 + j) + i]
        column.fill(1 / (1 + ((i + this.#size - j) % this.#size)), 0, count)
      }
    }
    for (let m = 0; m < count; m++) this.#renew(m)
    this.book.reset(count)
    this.#volume?.begin(count)
  }

  /** Renews the vectors of the live members at a step at which that is due. */
  renew(count: number, step: number): void {
    const { status } = this.#block
    for (let m = 0; m < count; m++) {
      if (status[m] !== STATUS.live) continue
      this.#volume?.take(m, this.book.sees(step))
      this.#renew(m)
      this.book.add(m, this.#lengths, step)
    }
  }

  /** Writes the numbers of a measure for a member; NaN stands for none. */
  store(member: number, measured: Measured, values: Float64Array, at: number): void {
    if (measured.kind === 'lyapunov') this.book.store(member, values, at)
    else if (measured.kind === 'spectrum') values.set(this.#spectrum(member, measured), at)
  }

  #renew(member: number): void {
    const { state } = this.#block
    orthonormalise(state, this.#size, this.#size, this.#count, member, this.#lengths)
    if (!this.#isF32) return
    for (let i = this.#size; i < state.length; i++) state[i][member] = loadF32(state[i][member])
  }

  #spectrum(member: number, { exponents, flow }: MeasuredSpectrum): number[] {
    const { growth, interval, isAutonomous } = this.book
    const size = this.#size
    const found = spectrum(growth, member, size, interval, exponents)
    const { dimension, sum } = found
    const time = growth.intervals(member) * interval
    const residual =
      this.#volume && exponents === size
        ? sumResidual(sum, this.#volume.total(member) / time).value
        : Number.NaN
    const zero = flow && isAutonomous ? zeroOf(found, size) : NO_ESTIMATE
    return [
      ...found.exponents.flatMap(({ rate, error }) => [rate, error]),
      ...[dimension.value, dimension.error],
      ...[sum.rate, sum.error, residual],
      ...[zero.value, zero.error],
    ]
  }
}
