// Threads of this process as lanes. Piscina keeps the threads; a job's numbers lie in shared memory
// and messages only say where, so a message a lane and job is all that passes between threads.

import { availableParallelism } from 'node:os'
import { type BackendChoice, prepareLanes } from './backends.ts'
import { checkLanes, JobMemory, type LaneJob, unreadyLane } from './job-memory.ts'
import { entryOf, startThreads } from './node-threads.ts'
import type { Columns, Fault, Job, Pool, Task } from './protocol.ts'

export interface NodePoolOptions {
  /** Threads; as many as the machine runs at once where nothing is said. */
  readonly lanes?: number
  /** What makes a task's kernel on each thread; `auto` by default. */
  readonly backend?: BackendChoice
  /** A module that gives an `EngineLoader` as `loadEngine`: what loads scenes with engines. */
  readonly loader?: URL | undefined
  /** Hears why rollouts of an engine scene are given up, before their job is answered. */
  readonly tell?: ((fault: Fault) => void) | undefined
  /** The module of a thread; its default export is a lane for the LaneData in `workerData`. */
  readonly entry?: URL
}

/** A lane of an engine scene answers why rollouts of the job were given up. */
type LaneAnswer = readonly Fault[] | undefined

/** A pool of threads. */
export function createNodePool(options: NodePoolOptions = {}): Pool {
  return new NodePool(options)
}

class NodePool implements Pool {
  readonly lanes: number
  /** A lane that finds nothing left in one job goes on with the next, which waits in the queue. */
  readonly window = 2
  readonly #backend: BackendChoice
  readonly #entry: URL
  readonly #loader: URL | undefined
  readonly #tell: NodePoolOptions['tell']
  #threads: ReturnType<typeof startThreads<LaneJob | undefined, LaneAnswer>> | undefined
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
    this.#loader = options.loader
    this.#tell = options.tell
  }

  async open(task: Task): Promise<void> {
    if (this.#threads || this.#closed) throw new Error('a pool is opened once')
    const data = { ...prepareLanes(task, this.#backend), loader: this.#loader?.href }
    const littersMuch = task.engine !== undefined
    const threads = startThreads<LaneJob | undefined, LaneAnswer>(
      this.lanes,
      this.#entry,
      data,
      littersMuch,
    )
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
        for (const fault of (await threads.run(laneJob)) ?? []) this.#tell?.(fault)
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
