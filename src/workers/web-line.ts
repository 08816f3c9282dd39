// The line between a page and a lane in a web worker: both of its ends, by comlink. Comlink never
// rejects a call whose worker has died, so the page's end watches the worker and rejects for it.

import { expose, type Remote, transfer, wrap } from 'comlink'
import type { Kernel } from '../kernel/kernel.ts'
import type { LaneData } from './backends.ts'
import type { LaneJob } from './job-memory.ts'
import { createLane, type Lane } from './lane.ts'

/** What a page may ask of a worker. */
interface WebLane {
  /**
   * Makes the lane ready. Resolves with the name of a lock that the worker holds as long as it
   * lives, where the page may hold locks.
   */
  start(data: LaneData): Promise<string | undefined>
  /** Works on the job. A buffer that was sent comes back; one that is shared need not. */
  run(job: LaneJob): ArrayBuffer | undefined
}

/** What a web worker runs: answers the page that made it, for the one task that it will name. */
export function answerPage(createKernel: (data: LaneData) => Kernel): void {
  // Uncaught on purpose: the page hears of it as an error of the worker.
  globalThis.addEventListener('messageerror', () => {
    throw new Error('a message to the worker could not be read')
  })
  let lane: Lane | undefined
  const webLane: WebLane = {
    async start(data) {
      lane = createLane(data.task, () => createKernel(data))
      lane()
      return holdLock()
    },
    run(job) {
      lane?.(job)
      const { buffer } = job
      return buffer instanceof ArrayBuffer ? transfer(buffer, [buffer]) : undefined
    },
  }
  expose(webLane)
}

/** A worker that ends, in whatever way, lets go of its locks; no event tells of it. */
async function holdLock(): Promise<string | undefined> {
  const { locks } = globalThis.navigator ?? {}
  if (!locks) return undefined
  const name = `furrow-lane-${crypto.randomUUID()}`
  return new Promise((resolve) => {
    const hold = () => {
      resolve(name)
      return new Promise(() => {})
    }
    locks.request(name, hold).catch(() => resolve(undefined))
  })
}

/** The page's end. It owns the worker and ends it. */
export class WebLine {
  readonly #worker: Worker
  readonly #lane: Remote<WebLane>
  /** Resolves when the lane is ready, rejects when it cannot be made so. */
  readonly ready: Promise<void>
  /** What rejects the calls under way. */
  readonly #waiting = new Set<(cause: Error) => void>()
  #ended: Error | undefined

  constructor(worker: Worker, data: LaneData) {
    this.#worker = worker
    this.#lane = wrap<WebLane>(worker)
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      this.end(new Error(`the worker failed: ${event.message || 'its script cannot be loaded'}`))
    })
    worker.addEventListener('messageerror', () => {
      this.end(new Error('a message from the worker could not be read'))
    })
    this.ready = this.#call(() => this.#lane.start(data)).then((lock) => {
      if (lock === undefined) return
      // Ours when the worker is no more; it means nothing where we ended it ourselves.
      const died = () => this.end(new Error('the worker has died'))
      navigator.locks.request(lock, died).catch(() => {})
    })
    // Whoever waits for it hears of a failure; where nobody does yet, it is not lost.
    this.ready.catch(() => {})
  }

  get ended(): boolean {
    return this.#ended !== undefined
  }

  /**
   * Resolves when no batch of the job is left, with its buffer where that was not shared: it is
   * sent, and no longer ours meanwhile.
   */
  run(job: LaneJob): Promise<ArrayBuffer | undefined> {
    const { buffer } = job
    return this.#call(() =>
      this.#lane.run(buffer instanceof ArrayBuffer ? transfer(job, [buffer]) : job),
    )
  }

  /** Ends the worker; calls under way and later ones are rejected with this cause. */
  end(cause: Error): void {
    if (this.#ended) return
    this.#ended = cause
    this.#worker.terminate()
    for (const reject of this.#waiting) reject(cause)
    this.#waiting.clear()
  }

  #call<T>(ask: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#ended) return reject(this.#ended)
      this.#waiting.add(reject)
      const heard = () => this.#waiting.delete(reject)
      ask().then(resolve, reject).finally(heard)
    })
  }
}
