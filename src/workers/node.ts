// Threads of this process as lanes. Piscina keeps the threads; a job's numbers lie in shared memory
// and messages only say where, so a message a lane and job is all that passes between threads.

import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Piscina } from 'piscina'
import { type BackendChoice, type LaneData, prepareLanes } from './backends.ts'
import { checkLanes, JobMemory, type LaneJob, unreadyLane } from './job-memory.ts'
import type { Columns, Fault, Job, Pool, Task } from './protocol.ts'

export interface NodePoolOptions {
  /** Threads; as many as the machine runs at once where nothing is said. */
  readonly lanes?: number
  /** What makes a task's kernel on each thread; `auto` by default. */
  readonly backend?: BackendChoice
  /** A module that gives an `EngineLoader` as `loadEngine`: what loads scenes with engines. */
  readonly loader?: URL | undefined
  /** Hears why rollouts of an engine scene are given up; not in their order. */
  readonly tell?: ((fault: Fault) => void) | undefined
  /** The module of a thread; its default export is a lane for the LaneData in `workerData`. */
  readonly entry?: URL
}

/** Megabytes that a thread may fill with short-lived objects before they are collected. */
const YOUNG_MB = 4

/** In the repository the code runs from .ts files by tsx, in the package from .js files. */
const isSource = new URL(import.meta.url).pathname.endsWith('.ts')
const ENTRY = new URL(isSource ? './node-worker.ts' : './node-worker.js', import.meta.url)

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
  #threads: Piscina<LaneJob | undefined, void> | undefined
  #memory: JobMemory | undefined
  #closed = false

  constructor(options: NodePoolOptions) {
    const { lanes = availableParallelism(), backend = 'auto', entry = ENTRY } = options
    this.lanes = checkLanes(lanes)
    this.#backend = backend
    this.#entry = entry
    this.#loader = options.loader
    this.#tell = options.tell
  }

  async open(task: Task): Promise<void> {
    if (this.#threads || this.#closed) throw new Error('a pool is opened once')
    const data = { ...prepareLanes(task, this.#backend), loader: this.#loader?.href }
    const threads = startThreads(this.lanes, this.#entry, data)
    // A user's engine may send messages of its own.
    threads.on('message', (message: { readonly fault?: Fault } | null | undefined) => {
      if (typeof message?.fault?.message === 'string') this.#tell?.(message.fault)
    })
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
    return this.#memory.run(job, (laneJob) =>
      threads.run(laneJob).catch((cause) => {
        throw this.#closed ? new Error('the pool was closed', { cause }) : cause
      }),
    )
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#threads?.destroy()
  }
}

function startThreads(lanes: number, entry: URL, workerData: LaneData) {
  const threads = new Piscina<LaneJob | undefined, void>({
    filename: fileURLToPath(entry),
    minThreads: lanes,
    maxThreads: lanes,
    concurrentTasksPerWorker: 1,
    // Jobs are begun in the order in which they were given.
    stricterFIFO: true,
    recordTiming: false,
    // Kernels leave little garbage; a young generation as large as is usual would only be filled.
    ...(workerData.task.engine ? {} : { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } }),
    workerData,
    execArgv: entry.pathname.endsWith('.ts') ? ['--import', tsx()] : [],
    env: plainEnvironment(),
  })
  // Said only of a thread that had nothing to do, and piscina has put another in its place.
  threads.on('error', () => {})
  return threads
}

/** Where tsx lies, seen from here: a bare name would be looked up from the working folder. */
const tsx = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

/** Our environment without what would give threads other flags, or piscina other ways to wait. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const odd = /^(NODE_OPTIONS|PISCINA_)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !odd.test(name)))
}
