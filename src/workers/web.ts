// Web workers of a page as lanes. Where the page is cross-origin isolated a job lies in memory that
// all of them share, as with threads; elsewhere its batches are sent to them and come back.

import { type BackendChoice, prepareLanes } from './backends.ts'
import { placeColumns } from './columns.ts'
import {
  type Batch,
  checkLanes,
  claimBatch,
  JobMemory,
  type JobViews,
  jobBytes,
  type LaneJob,
  unreadyLane,
  viewJob,
} from './job-memory.ts'
import type { Columns, Job, Pool, Task } from './protocol.ts'
import { WebLine } from './web-line.ts'

export interface WebPoolOptions {
  /**
   * Makes a worker that runs `web-worker.ts`. The page writes this, so that its bundler sees it:
   * `() => new Worker(new URL('./web-worker.ts', import.meta.url), { type: 'module' })`.
   */
  readonly createWorker: () => Worker
  /** Workers; as many as the machine runs at once where nothing is said. */
  readonly lanes?: number
  /** What makes a task's kernel in each worker; `auto` by default. */
  readonly backend?: BackendChoice
  /** Whether jobs lie in shared memory; where nothing is said, whether the page may have some. */
  readonly shared?: boolean
}

/**
 * A pool of web workers.
 *
 * @throws Error where shared memory is asked for and the page may have none
 */
export function createWebPool(options: WebPoolOptions): Pool {
  return new WebPool(options)
}

class WebPool implements Pool {
  readonly lanes: number
  /** A lane that finds nothing left in one job goes on with the next, which it was told of. */
  readonly window = 2
  readonly #createWorker: () => Worker
  readonly #backend: BackendChoice
  readonly #shared: boolean
  #task: Task | undefined
  #memory: JobMemory | undefined
  #lines: WebLine[] = []
  #closed = false

  constructor(options: WebPoolOptions) {
    const isolated = globalThis.crossOriginIsolated === true
    const { lanes = navigator.hardwareConcurrency, shared = isolated } = options
    if (shared && typeof SharedArrayBuffer === 'undefined')
      throw new Error(
        'this page may not share memory: serve it with the headers Cross-Origin-Opener-Policy: ' +
          'same-origin and Cross-Origin-Embedder-Policy: require-corp, or leave out `shared`',
      )
    this.lanes = checkLanes(lanes)
    this.#createWorker = options.createWorker
    this.#backend = options.backend ?? 'auto'
    this.#shared = shared
  }

  async open(task: Task): Promise<void> {
    if (this.#task || this.#closed) throw new Error('a pool is opened once')
    this.#task = task
    this.#memory = new JobMemory(task, this.lanes, (bytes) =>
      this.#shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes),
    )
    try {
      for (let lane = 0; lane < this.lanes; lane++) this.#lines.push(this.#line(task))
      await Promise.all(this.#lines.map(({ ready }) => ready))
    } catch (cause) {
      await this.close()
      throw unreadyLane(cause)
    }
  }

  async run(job: Job): Promise<Columns> {
    const task = this.#task
    if (!task || !this.#memory || this.#closed) throw new Error('the pool is not open')
    return this.#memory.run(job, async (laneJob, views, lane) => {
      // In the place of a worker that died in an earlier job comes another.
      if (this.#lines[lane].ended) this.#lines[lane] = this.#line(task)
      const line = this.#lines[lane]
      await line.ready
      if (this.#shared) await line.run(laneJob)
      else await sendBatches(line, task, laneJob, views)
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const line of this.#lines) line.end(new Error('the pool was closed'))
  }

  #line(task: Task): WebLine {
    return new WebLine(this.#createWorker(), prepareLanes(task, this.#backend))
  }
}

/** Claims batches for a lane that cannot reach the job's memory, and sends them one by one. */
async function sendBatches(line: WebLine, task: Task, job: LaneJob, views: JobViews) {
  for (let next = claimBatch(views, job); next; next = claimBatch(views, job)) {
    const sent = batchAlone(task, job.from, views, next)
    const buffer = await line.run(sent)
    if (buffer) placeColumns(viewJob(task, { ...sent, buffer }).columns, views.columns)
  }
}

/** A batch as a job of its own, in memory of its own. */
function batchAlone(
  task: Task,
  from: number,
  { inputs }: JobViews,
  { offset, count }: Batch,
): LaneJob {
  const buffer = new ArrayBuffer(jobBytes(task, count))
  const alone = { buffer, from: from + offset, count, batch: count }
  const columns = viewJob(task, alone).inputs
  for (const [axis, column] of inputs.entries())
    columns[axis].set(column.subarray(offset, offset + count))
  return alone
}
