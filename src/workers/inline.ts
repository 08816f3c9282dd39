// A pool with one lane on the calling thread: where there are no threads, or none are wanted.

import { createColumns } from './columns.ts'
import type { Columns, Job, Pool, Task } from './protocol.ts'
import { createRunner, type KernelFactory, type Runner } from './run-batch.ts'

export function createInlinePool(createKernel: KernelFactory): Pool {
  return new InlinePool(createKernel)
}

class InlinePool implements Pool {
  readonly lanes = 1
  readonly window = 1
  readonly #createKernel: KernelFactory
  #task: Task | undefined
  #runner: Runner | undefined
  #closed = false

  constructor(createKernel: KernelFactory) {
    this.#createKernel = createKernel
  }

  async open(task: Task): Promise<void> {
    if (this.#task || this.#closed) throw new Error('a pool is opened once')
    this.#runner = createRunner(task, this.#createKernel(task))
    this.#task = task
  }

  async run({ from, count, batch, inputs }: Job): Promise<Columns> {
    const columns = createColumns(this.#opened(), from, count)
    const step = Math.max(1, batch)
    for (let offset = 0; offset < count; offset += step) {
      // Signals, input and close() get their turn between batches.
      await turn()
      this.#opened()
      this.#runner?.run(inputs, offset, Math.min(step, count - offset), columns)
    }
    return columns
  }

  async close(): Promise<void> {
    this.#closed = true
  }

  #opened(): Task {
    if (!this.#task || this.#closed) throw new Error('the pool is not open')
    return this.#task
  }
}

/** Lets the event loop go round once. */
const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
