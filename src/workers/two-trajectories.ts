// The largest Lyapunov rate by two trajectories: a second one close by is brought back to its
// distance every so many steps (G. Benettin, L. Galgani, J.-M. Strelcyn, Phys. Rev. A 14 (1976)).
// For scenes without a derivative, and to check the tangents with.

import { ownColumns } from '../kernel/block.ts'
import { loadF32 } from '../kernel/f32-rule.ts'
import { ownComponents, type Program } from '../kernel/ir.ts'
import { type Advance, type Beginner, type Block, type Span, STATUS } from '../kernel/kernel.ts'
import { magnitude, wrapped } from '../math/separation.ts'
import type { Rescaling, Task } from './protocol.ts'
import { RateBook } from './rate-book.ts'
import { copyStart } from './twin.ts'

export class TwoTrajectories {
  readonly book: RateBook
  readonly #program: Program
  readonly #distance: number
  readonly #block: Block
  readonly #twin: Block
  readonly #differences: Float64Array
  /** The distance of each pair after the last renewal, which rounding may have changed. */
  readonly #apart: Float64Array
  readonly #length = new Float64Array(1)
  #kernel: Beginner | undefined

  /** Beside the references in `block`, in a block of its own. */
  constructor({ program, discard, engine }: Task, rescaling: Rescaling, block: Block, twin: Block) {
    this.#program = program
    this.#distance = rescaling.distance
    this.#block = block
    this.#twin = twin
    this.#differences = new Float64Array(ownComponents(program))
    this.#apart = new Float64Array(block.size)
    // What an engine shows may come back while the rest of it does not.
    const watches = engine === undefined
    this.book = new RateBook(program, block, 1, rescaling.every, discard, watches)
  }

  /** Starts beside references that have just begun, in a direction that favours none. */
  begin(kernel: Beginner, count: number): void {
    copyStart(this.#block, this.#twin, count)
    kernel.begin(this.#twin, count)
    for (let m = 0; m < count; m++) this.#startAnew(m)
    this.#kernel = kernel
    this.#restore(count)
    this.book.reset(count)
  }

  /** Asks for the span that the references have taken. */
  follow(count: number, span: Span): Advance {
    const { status } = this.#block
    for (let m = 0; m < count; m++) {
      if (status[m] !== STATUS.live && this.#twin.status[m] === STATUS.live) {
        this.#twin.status[m] = STATUS.done
      }
    }
    return { block: this.#twin, count, span: { ...span, observe: false, fingerprint: 0 } }
  }

  /** Measures and restores the distances of the live members at a step at which that is due. */
  renew(count: number, step: number): void {
    const { status } = this.#block
    for (let m = 0; m < count; m++) {
      if (status[m] !== STATUS.live) continue
      const lost = this.#twin.status[m] !== STATUS.live
      const distance = lost ? Number.POSITIVE_INFINITY : this.#measure(m)
      this.#length[0] = distance / this.#apart[m]
      this.book.add(m, this.#length, step)
      if (lost) continue
      if (distance > 0 && distance < Number.POSITIVE_INFINITY) this.#place(m, distance)
      else this.#startAnew(m)
    }
    this.#restore(count)
  }

  /** An engine may take over less than it was given: how far it went is the distance. */
  #restore(count: number): void {
    if (!this.#kernel?.restore) return
    this.#kernel.restore(this.#twin, count)
    for (let m = 0; m < count; m++) {
      if (this.#twin.status[m] === STATUS.live) this.#apart[m] = this.#measure(m)
    }
  }

  #startAnew(m: number): void {
    for (let i = 0; i < this.#differences.length; i++) this.#differences[i] = 1 / (1 + i)
    this.#place(m, magnitude(this.#differences))
  }

  /** Takes the differences of a pair, and returns their length. */
  #measure(m: number): number {
    const own = ownColumns(this.#program, this.#block)
    const others = ownColumns(this.#program, this.#twin)
    const { periods } = this.#program
    for (let i = 0; i < own.length; i++) {
      this.#differences[i] = wrapped(others[i][m] - own[i][m], periods?.[i] ?? 0)
    }
    return magnitude(this.#differences)
  }

  /** Puts a twin where the differences, whose length is told, point to. */
  #place(m: number, length: number): void {
    const own = ownColumns(this.#program, this.#block)
    const others = ownColumns(this.#program, this.#twin)
    const isF32 = this.#program.precision === 'f32'
    for (let i = 0; i < own.length; i++) {
      const x = own[i][m] + this.#differences[i] * (this.#distance / length)
      others[i][m] = isF32 ? loadF32(x) : x
    }
    this.#apart[m] = this.#measure(m)
  }
}
