// Which pool runs a sweep: the one place that chooses.

import { extname } from 'node:path'
import { UserError } from '../farm/user-error.ts'
import {
  type BackendChoice,
  type CpuBackend,
  cannotRun,
  prepareLanes,
} from '../workers/backends.ts'
import { createNodePool } from '../workers/node.ts'
import { createSharedThreads } from '../workers/node-shared.ts'
import type { Fault, Pool, Task } from '../workers/protocol.ts'

export type Backend = BackendChoice | 'gpu'

export interface PoolChoice {
  readonly backend?: Backend
  /** Lanes; as many as the machine runs at once where nothing is said. */
  readonly workers?: number | undefined
}

export interface ChosenPool {
  readonly pool: Pool
  /** Hears why rollouts of an engine scene are given up; set it before the pool is opened. */
  tell: (fault: Fault) => void
  /** What it runs a task on, for the summary. */
  backendOf(task: Task): CpuBackend
  /** Lanes that have not run the sweep, on the same backend or on js; whoever asks closes them. */
  another(backend: 'same' | 'js', lanes: number): Pool
}

/** @throws UserError for a backend that this version lacks */
export function createPool(choice: PoolChoice): ChosenPool {
  const options = poolOptions(choice)
  const engines = { loader: LOADER, tell: (fault: Fault) => chosen.tell(fault) }
  const chosen: ChosenPool = {
    pool: openedOnce(createNodePool({ ...options, ...engines })),
    tell: () => {},
    backendOf: (task) => asked(task, options.backend),
    another: (backend, lanes) =>
      createNodePool({
        ...options,
        ...(backend === 'js' ? { backend } : {}),
        lanes,
        loader: LOADER,
      }),
  }
  return chosen
}

/** Threads for several sweeps at once. */
export interface ChosenThreads {
  readonly lanes: number
  /** For one sweep, though not of an engine scene; the threads outlive it. */
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
        // No engine scene runs here.
        tell: () => {},
        backendOf: (task) => asked(task, options.backend),
        // The threads are the same, the kernels are not.
        another: (backend) => threads.pool(backend === 'js' ? backend : undefined),
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

const LOADER = new URL(
  `./load-engine${extname(new URL(import.meta.url).pathname)}`,
  import.meta.url,
)

function asked(task: Task, backend: BackendChoice): CpuBackend {
  if (task.engine && backend === 'wasm')
    throw new UserError(
      `--backend wasm: scene ${task.engine.scene} is an engine scene, which runs on js; ` +
        'use --backend js or auto',
    )
  try {
    return prepareLanes(task, backend).backend
  } catch (error) {
    if (!cannotRun(error)) throw error
    const { message } = error as Error
    throw new UserError(`--backend ${backend}: ${message}; use --backend js or auto`, 2, error)
  }
}

/** A pool that a second user finds open: members of `verify` may share it. */
function openedOnce(pool: Pool): Pool {
  let opened: Promise<void> | undefined
  return {
    lanes: pool.lanes,
    window: pool.window,
    open(task) {
      opened ??= pool.open(task).catch((cause) => {
        // An engine that cannot be loaded is the user's own, and so is the fault.
        throw task.engine
          ? new UserError(`scene ${task.engine.scene}: ${cause.message}`, 2, cause)
          : cause
      })
      return opened
    },
    run: (job) => pool.run(job),
    close: () => pool.close(),
  }
}
