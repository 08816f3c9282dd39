// The Lyapunov rates of a task, measured over a block: by tangents, by two trajectories or by both;
// their running curves, and the end of rollouts whose rates are known well enough.

import type { Advances } from '../kernel/advances.ts'
import { absorbMember } from '../kernel/block.ts'
import type { Beginner, Block, Span } from '../kernel/kernel.ts'
import { curveWidth, distancesWidth, runningSteps } from './columns.ts'
import { Ending, type Enough } from './ending.ts'
import type { Measured, MeasuredRate, Task } from './protocol.ts'
import { RunningRates } from './running-rates.ts'
import { Tangents } from './tangents.ts'
import { TwoTrajectories } from './two-trajectories.ts'

export class Rates {
  readonly #task: Task
  readonly #block: Block
  readonly #tangents: Tangents | undefined
  readonly #pairs: readonly TwoTrajectories[]
  readonly #running: readonly RunningRates[]
  readonly #ending: Ending | undefined
  readonly #width: number

  /** Two trajectories run in the twins of `block` behind those of the divergences. */
  constructor(task: Task, block: Block) {
    this.#task = task
    this.#block = block
    this.#tangents = task.program.tangents ? new Tangents(task, block) : undefined
    this.#pairs = (task.rescalings ?? []).map((rescaling, i) => {
      return new TwoTrajectories(task, rescaling, block, block.twins[task.divergences.length + i])
    })
    this.#width = curveWidth(task)
    this.#running = this.#runningRates()
    const wishes = task.measures.flatMap((measured) => this.#wish(measured))
    this.#ending = wishes.length > 0 ? new Ending(wishes, task.discard, block.size) : undefined
  }

  get #sources(): (Tangents | TwoTrajectories)[] {
    return this.#tangents ? [this.#tangents, ...this.#pairs] : [...this.#pairs]
  }

  begin(kernel: Beginner, count: number): void {
    this.#tangents?.begin(count)
    for (const pair of this.#pairs) pair.begin(kernel, count)
    this.#ending?.begin()
  }

  /** The next step after `step` at which something is due here. */
  dueAfter(step: number): number {
    let due = this.#ending?.due ?? Number.POSITIVE_INFINITY
    for (const { book } of this.#sources) due = Math.min(due, book.dueAfter(step))
    return due
  }

  /** Goes along with a span that the block has taken. */
  *follow(count: number, span: Span): Advances<void> {
    for (const pair of this.#pairs) yield pair.follow(count, span)
  }

  /** Does what is due at a step, at this time; running curves go to rows from `offset` on. */
  visit(count: number, step: number, time: number, curves: Float64Array, offset: number): void {
    for (const source of this.#sources) {
      if (source.book.dueAfter(step - 1) === step) source.renew(count, step)
    }
    for (const running of this.#running) running.record(count, step, curves, offset, this.#width)
    if (this.#ending?.due === step) this.#end(count, step, time, this.#ending)
  }

  store(member: number, measured: Measured, values: Float64Array, at: number): void {
    const rescaling = measured.kind === 'lyapunov' ? measured.rescaling : undefined
    if (rescaling === undefined) this.#tangents?.store(member, measured, values, at)
    else this.#pairs[rescaling].book.store(member, values, at)
  }

  #end(count: number, step: number, time: number, ending: Ending): void {
    const { program, fingerprintEvery } = this.#task
    for (const m of ending.look(this.#block, count)) {
      // The last state of a rollout is in its fingerprint, whatever the stride.
      if (step % fingerprintEvery !== 0) absorbMember(program, this.#block, m, time)
    }
  }

  #bookOf({ rescaling }: Pick<MeasuredRate, 'rescaling'>) {
    const source = rescaling === undefined ? this.#tangents : this.#pairs[rescaling]
    if (!source) throw new Error('a rate is measured, and nothing measures it')
    return source.book
  }

  #wish(measured: Measured): Enough[] {
    if (measured.kind !== 'lyapunov' && measured.kind !== 'spectrum') return []
    const { until } = measured
    if (until === undefined) return []
    return measured.kind === 'lyapunov'
      ? [{ book: this.#bookOf(measured), vectors: 1, error: until }]
      : [{ book: this.#bookOf({}), vectors: measured.exponents, error: until }]
  }

  #runningRates(): RunningRates[] {
    let at = distancesWidth(this.#task)
    return this.#task.measures.flatMap((measured) => {
      if (measured.kind !== 'lyapunov' || !measured.curve) return []
      const steps = runningSteps(this.#task, measured)
      const running = new RunningRates(this.#bookOf(measured), this.#block, steps, at)
      at += 2 * measured.curve
      return [running]
    })
  }
}
