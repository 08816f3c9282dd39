// A scripted pool for tests: it runs real batches on the calling thread, in the order, on the lanes
// and with the mishaps that a script says. Nothing waits for a clock.

import { createColumns } from './columns.ts'
import type { Columns, Job, Pool, Task } from './protocol.ts'
import { createRunner, type KernelFactory, type Runner } from './run-batch.ts'

/** Jobs are numbered from 0 as `run` is called, the batches of a job from 0 as they lie in it. */
export interface Script {
  /** 2 where nothing is said. */
  readonly lanes?: number
  /** 2 where nothing is said. */
  readonly window?: number
  /** Rollouts in a batch, instead of the job's own number. */
  readonly batch?: number
  /** The batches of a job as they shall run; one that stands there twice is run twice. */
  readonly order?: (batches: number, job: number) => readonly number[]
  /** The lane of a batch; each has a kernel of its own. In turn where nothing is said. */
  readonly lane?: (batch: number, job: number) => number
  /** Turns of the microtask queue before a batch, in which other jobs may go on. */
  readonly delay?: (batch: number, job: number) => number
  /** What comes of a job that was run. */
  readonly outcome?: (job: number) => Outcome
}

export type Outcome =
  | 'answer'
  /** Rejects with this instead of an answer. */
  | { readonly fail: unknown }
  /** Keeps the answer back until so many other jobs have been settled. */
  | { readonly late: number }
  /** Answers with the columns of an earlier job once more. */
  | { readonly repeat: number }

/** A batch that ran. */
export interface Ran {
  readonly job: number
  readonly lane: number
  readonly from: number
  readonly count: number
}

export interface FakePool extends Pool {
  /** What ran, in order. */
  readonly ran: readonly Ran[]
  /** The jobs that were given, in order. */
  readonly jobs: readonly Job[]
  readonly closed: boolean
}

export function createFakePool(createKernel: KernelFactory, script: Script = {}): FakePool {
  return new ScriptedPool(createKernel, script)
}

class ScriptedPool implements FakePool {
  readonly lanes: number
  readonly window: number
  readonly ran: Ran[] = []
  readonly jobs: Job[] = []
  closed = false
  readonly #createKernel: KernelFactory
  readonly #script: Script
  readonly #runners: Runner[] = []
  readonly #answers: Columns[] = []
  #task: Task | undefined
  #settled = 0
  /** Answers that are kept back, as what to do when another job has been settled. */
  #kept: (() => void)[] = []

  constructor(createKernel: KernelFactory, script: Script) {
    this.#createKernel = createKernel
    this.#script = script
    this.lanes = script.lanes ?? 2
    this.window = script.window ?? 2
  }

  async open(task: Task): Promise<void> {
    if (this.#task || this.closed) throw new Error('a pool is opened once')
    for (let lane = 0; lane < this.lanes; lane++) {
      this.#runners.push(createRunner(task, this.#createKernel(task)))
    }
    this.#task = task
  }

  async run(job: Job): Promise<Columns> {
    const number = this.jobs.push(job) - 1
    try {
      const columns = await this.#work(job, number)
      this.#answers[number] = columns
      return await this.#answer(number)
    } finally {
      this.#settled += 1
      for (const look of this.#kept) look()
    }
  }

  async close(): Promise<void> {
    this.closed = true
    for (const look of this.#kept) look()
  }

  async #work({ from, count, batch, inputs }: Job, number: number): Promise<Columns> {
    const columns = createColumns(this.#opened(), from, count)
    const size = Math.max(1, this.#script.batch ?? batch)
    const batches = Math.ceil(count / size)
    const order = this.#script.order?.(batches, number) ?? Array.from({ length: batches }).keys()
    for (const b of order) {
      const turns = this.#script.delay?.(b, number) ?? 0
      for (let turn = 0; turn < turns; turn++) await undefined
      this.#opened()
      const lane = this.#script.lane?.(b, number) ?? b % this.lanes
      const offset = b * size
      const length = Math.min(size, count - offset)
      this.#runners[lane].run(inputs, offset, length, columns)
      this.ran.push({ job: number, lane, from: from + offset, count: length })
    }
    return columns
  }

  async #answer(number: number): Promise<Columns> {
    const outcome = this.#script.outcome?.(number) ?? 'answer'
    if (outcome === 'answer') return this.#answers[number]
    if ('fail' in outcome) throw outcome.fail
    if ('repeat' in outcome) return this.#answers[outcome.repeat]
    await this.#others(outcome.late)
    this.#opened()
    return this.#answers[number]
  }

  /** Resolves when so many further jobs have been settled, or the pool is closed. */
  #others(count: number): Promise<void> {
    const wanted = this.#settled + count
    return new Promise((resolve) => {
      const look = () => {
        if (this.#settled >= wanted || this.closed) resolve()
      }
      this.#kept.push(look)
      look()
    })
  }

  #opened(): Task {
    if (!this.#task || this.closed) throw new Error('the pool is not open')
    return this.#task
  }
}
