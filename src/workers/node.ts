// Threads of this process as lanes. Piscina keeps the threads; a job's numbers lie in shared memory
// and messages only say where, so a message a lane and job is all that passes between threads.

import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Piscina } from 'piscina'
import type { CpuBackend, LaneData } from './backends.ts'
import { columnsLayout, viewColumns } from './columns.ts'
import { type SharedJob, sharedBytes, viewShared, withdraw } from './lane.ts'
import type { Columns, Job, Pool, Task } from './protocol.ts'

export interface NodePoolOptions {
  /** Threads; as many as the machine runs at once where nothing is said. */
  readonly lanes?: number
  /** What makes a task's kernel on each thread. */
  readonly backend?: CpuBackend
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
  const { lanes = availableParallelism(), backend = 'js', entry = ENTRY } = options
  return new NodePool(lanes, backend, entry)
}

class NodePool implements Pool {
  readonly lanes: number
  /** A lane that finds nothing left in one job goes on with the next, which waits in the queue. */
  readonly window = 2
  readonly #backend: CpuBackend
  readonly #entry: URL
  /** Buffers that no lane works on. */
  readonly #free: SharedArrayBuffer[] = []
  #threads: Piscina<SharedJob | undefined, void> | undefined
  #task: Task | undefined
  #closed = false

  constructor(lanes: number, backend: CpuBackend, entry: URL) {
    if (!Number.isSafeInteger(lanes) || lanes < 1) {
      throw new RangeError(`a pool needs a whole number of lanes, at least 1; this is ${lanes}`)
    }
    this.lanes = lanes
    this.#backend = backend
    this.#entry = entry
  }

  async open(task: Task): Promise<void> {
    if (this.#threads || this.#closed) throw new Error('a pool is opened once')
    const threads = startThreads(this.lanes, this.#entry, { task, backend: this.#backend })
    this.#threads = threads
    this.#task = task
    try {
      // A thread takes one call at a time, so as many calls as threads reach each of them.
      await Promise.all(Array.from({ length: this.lanes }, () => threads.run(undefined)))
    } catch (cause) {
      await this.close()
      throw new Error(`a lane could not be made ready: ${messageOf(cause)}`, { cause })
    }
  }

  async run({ from, count, batch, inputs }: Job): Promise<Columns> {
    const threads = this.#threads
    const task = this.#task
    if (!threads || !task || this.#closed) throw new Error('the pool is not open')
    const bytes = sharedBytes(task, count)
    const buffer = this.#take(bytes)
    const job: SharedJob = { buffer, from, count, batch: Math.max(1, batch) }
    const views = viewShared(task, job)
    for (const [axis, column] of inputs.entries()) views.inputs[axis].set(column)
    Atomics.store(views.claims, 0, 0)
    const calls = Array.from({ length: Math.min(this.lanes, Math.ceil(count / job.batch)) }, () =>
      threads.run(job),
    )
    // The buffer is free again when no lane writes to it any more, so all calls are awaited.
    for (const call of calls) call.catch(() => withdraw(views, job))
    const failed = (await Promise.allSettled(calls)).find(isRejected)
    if (failed) {
      this.#free.push(buffer)
      const what = this.#closed ? 'the pool was closed' : messageOf(failed.reason)
      const where = `rollouts ${from} to ${from + count - 1}`
      throw new Error(`${where}: ${what}`, { cause: failed.reason })
    }
    const columns = copyColumns(views.columns, task)
    this.#free.push(buffer)
    return columns
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#threads?.destroy()
  }

  /** A free buffer of this many bytes or more. Those that are too small are let go. */
  #take(bytes: number): SharedArrayBuffer {
    for (let free = this.#free.pop(); free; free = this.#free.pop()) {
      if (free.byteLength >= bytes) return free
    }
    return new SharedArrayBuffer(bytes)
  }
}

function startThreads(lanes: number, entry: URL, workerData: LaneData) {
  const threads = new Piscina<SharedJob | undefined, void>({
    filename: fileURLToPath(entry),
    minThreads: lanes,
    maxThreads: lanes,
    concurrentTasksPerWorker: 1,
    // Jobs are begun in the order in which they were given.
    stricterFIFO: true,
    recordTiming: false,
    // Kernels leave little garbage; a young generation as large as is usual would only be filled.
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
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

/** The columns in memory of the caller's own: the shared buffer serves another job soon. */
function copyColumns(columns: Columns, task: Task): Columns {
  const { bytes } = columnsLayout(task, columns.count)
  const own = new ArrayBuffer(bytes)
  const { buffer, byteOffset } = columns.values
  new Uint8Array(own).set(new Uint8Array(buffer, byteOffset, bytes))
  return viewColumns(own, task, columns.from, columns.count)
}

const isRejected = (result: PromiseSettledResult<void>) => result.status === 'rejected'
const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))
