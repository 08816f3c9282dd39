// Threads of this process as lanes. Piscina keeps the threads; a job's numbers lie in shared memory
// and messages only say where, so a message a lane and job is all that passes between threads.

import { availableParallelism } from 'node:os'
import { type BackendChoice, prepareLanes } from './backends.ts'
import { entryOf } from './entries.ts'
import { checkLanes, JobMemory, type LaneJob, unreadyLane } from './job-memory.ts'
import { startThreads } from './node-threads.ts'
import type { Columns, Job, Pool, Task } from './protocol.ts'

export interface NodePoolOptions {
  /** Threads; as many as the machine runs at once where nothing is said. */
  readonly lanes?: number
  /** What makes a task's kernel on each thread; `auto` by default. */
  readonly backend?: BackendChoice
  /** The module of a thread; its default export is a lane for the LaneData in `workerData`. */
  readonly entry?: URL
}

/** A pool of threads, for compiled scenes. */
export function createNodePool(options: NodePoolOptions = {}): Pool {
  return new NodePool(options)
}

class NodePool implements Pool {
  readonly lanes: number
  /** A lane that finds nothing left in one job goes on with the next, which waits in the queue. */
  readonly window = 2
  readonly #backend: BackendChoice
  readonly #entry: URL
  #threads: ReturnType<typeof startThreads<LaneJob | undefined>> | undefined
  #memory: JobMemory | undefined
  #closed = false

  constructor(options: NodePoolOptions) {
    const {
      lanes = availableParallelism(),
      backend = 'auto',
      entry = entryOf('node-worker'),
    } = options
    this.lanes = checkLanes(lanes)
    this.#backend = backend
    this.#entry = entry
  }

  async open(task: Task): Promise<void> {
    if (this.#threads || this.#closed) throw new Error('a pool is opened once')
    const data = prepareLanes(task, this.#backend)
    const threads = startThreads<LaneJob | undefined>(this.lanes, this.#entry, data)
    this.#threads = threads
    this.#memory = new JobMemory(task, this.lanes, (bytes) => new SharedArrayBuffer(bytes))
    try {
      // A thread takes one call at a time, so as many calls as threads reach each of them.
      await Promise.all(Array.from({ length: this.lanes }, () => threads.run(undefined)))
    } catch (cause) {
      await this.close()
      throw unreadyLane(cause)
    }
  }

  async run(job: Job): Promise<Columns> {
    const threads = this.#threads
    if (!threads || !this.#memory || this.#closed) throw new Error('the pool is not open')
    return this.#memory.run(job, async (laneJob) => {
      try {
        await threads.run(laneJob)
      } catch (cause) {
        throw this.#closed ? new Error('the pool was closed', { cause }) : cause
      }
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#threads?.destroy()
  }
}
