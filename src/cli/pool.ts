// Which pool runs a sweep: the one place that chooses.

import { UserError } from '../farm/user-error.ts'
import {
  type BackendChoice,
  type CpuBackend,
  cannotRun,
  prepareLanes,
} from '../workers/backends.ts'
import { createNodePool } from '../workers/node.ts'
import { createSharedThreads } from '../workers/node-shared.ts'
import type { Pool, Task } from '../workers/protocol.ts'

export type Backend = BackendChoice | 'gpu'

export interface PoolChoice {
  readonly backend?: Backend
  /** Lanes; as many as the machine runs at once where nothing is said. */
  readonly workers?: number | undefined
}

export interface ChosenPool {
  readonly pool: Pool
  /** What it runs a task on, for the summary. */
  backendOf(task: Task): CpuBackend
}

/** @throws UserError for a backend that this version lacks */
export function createPool(choice: PoolChoice): ChosenPool {
  const options = poolOptions(choice)
  return {
    pool: openedOnce(createNodePool(options)),
    backendOf: (task) => asked(task, options.backend),
  }
}

/** Threads for several sweeps at once. */
export interface ChosenThreads {
  readonly lanes: number
  /** For one sweep; the threads outlive it. */
  pool(): ChosenPool
  close(): Promise<void>
}

/** @throws UserError for a backend that this version lacks */
export function createThreads(choice: PoolChoice): ChosenThreads {
  const options = poolOptions(choice)
  const threads = createSharedThreads(options)
  return {
    lanes: threads.lanes,
    pool: () => {
      return {
        pool: openedOnce(threads.pool()),
        backendOf: (task) => asked(task, options.backend),
      }
    },
    close: () => threads.close(),
  }
}

function poolOptions({ backend = 'auto', workers }: PoolChoice) {
  if (backend === 'gpu')
    throw new UserError('--backend gpu: this version has no such backend; use wasm, js or auto')
  return { ...(workers === undefined ? {} : { lanes: workers }), backend }
}

function asked(task: Task, backend: BackendChoice): CpuBackend {
  try {
    return prepareLanes(task, backend).backend
  } catch (error) {
    if (!cannotRun(error)) throw error
    const { message } = error as Error
    throw new UserError(`--backend ${backend}: ${message}; use --backend js or auto`, 2, error)
  }
}

/** A pool that a second user finds open: the audit runs on the lanes that ran the sweep. */
function openedOnce(pool: Pool): Pool {
  let opened: Promise<void> | undefined
  return {
    lanes: pool.lanes,
    window: pool.window,
    open(task) {
      opened ??= pool.open(task)
      return opened
    },
    run: (job) => pool.run(job),
    close: () => pool.close(),
  }
}
