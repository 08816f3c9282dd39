// Threads that many pools share, each pool with a task of its own: a suite's members need not wait
// for new threads, and where one leaves a thread idle the next has it.

import { availableParallelism } from 'node:os'
import { type BackendChoice, type LaneData, prepareLanes } from './backends.ts'
import { entryOf } from './entries.ts'
import { checkLanes, JobMemory, type LaneJob } from './job-memory.ts'
import { startThreads } from './node-threads.ts'
import type { Columns, Job, Pool, Task } from './protocol.ts'

/** What a shared thread is told: a job of the task with this number. */
export interface SharedJob {
  readonly task: number
  readonly job: LaneJob
  /** Sent when the thread has said that it lacks the task. */
  readonly data?: LaneData
}

/** A thread has worked on the job, or lacks its task and has not begun. */
export type SharedAnswer = 'worked' | 'lacking'

export interface SharedThreads {
  readonly lanes: number
  /** A pool whose lanes are these threads; closing it leaves them to the others. */
  pool(backend?: BackendChoice): Pool
  /** Ends every thread. */
  close(): Promise<void>
}

export interface SharedThreadsOptions {
  readonly lanes?: number
  readonly backend?: BackendChoice
}

export function createSharedThreads(options: SharedThreadsOptions = {}): SharedThreads {
  const { backend = 'auto' } = options
  const lanes = checkLanes(options.lanes ?? availableParallelism())
  let threads: ReturnType<typeof startThreads<SharedJob, SharedAnswer>> | undefined
  let tasks = 0
  const send = (message: SharedJob) => {
    threads ??= startThreads<SharedJob, SharedAnswer>(lanes, entryOf('node-shared-worker'), lanes)
    return threads.run(message)
  }
  return {
    lanes,
    pool: (other = backend) => new SharedPool(tasks++, lanes, other, send),
    close: async () => threads?.destroy(),
  }
}

class SharedPool implements Pool {
  readonly lanes: number
  readonly window = 2
  readonly #number: number
  readonly #backend: BackendChoice
  readonly #send: (message: SharedJob) => Promise<SharedAnswer>
  #data: LaneData | undefined
  #memory: JobMemory | undefined

  constructor(
    number: number,
    lanes: number,
    backend: BackendChoice,
    send: (message: SharedJob) => Promise<SharedAnswer>,
  ) {
    this.lanes = lanes
    this.#number = number
    this.#backend = backend
    this.#send = send
  }

  /** A thread takes the task up with the first job that it is given of it. */
  async open(task: Task): Promise<void> {
    if (this.#data) throw new Error('a pool is opened once')
    this.#data = prepareLanes(task, this.#backend)
    this.#memory = new JobMemory(task, this.lanes, (bytes) => new SharedArrayBuffer(bytes))
  }

  async run(job: Job): Promise<Columns> {
    const [data, memory] = [this.#data, this.#memory]
    if (!data || !memory) throw new Error('the pool is not open')
    return memory.run(job, async (laneJob) => {
      const message = { task: this.#number, job: laneJob }
      // Which thread takes a message is not ours to say, so a thread that lacks the task asks back.
      if ((await this.#send(message)) === 'lacking') await this.#send({ ...message, data })
    })
  }

  async close(): Promise<void> {
    this.#data = undefined
    this.#memory = undefined
  }
}
