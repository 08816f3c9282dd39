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
import type { Timeout } from '../workers/process-limits.ts'
import { createProcessPool, type ProcessPoolOptions } from '../workers/process-pool.ts'
import type { Fault, Pool, Task } from '../workers/protocol.ts'
import type { Prepared } from './gpu-lanes.ts'

export type Backend = BackendChoice | 'gpu'

export interface PoolChoice {
  readonly backend?: Backend
  /** Lanes; as many as the machine runs at once where nothing is said. */
  readonly workers?: number | undefined
  /** Of a GPU: integers alone, which need no trust in its floats. */
  readonly exact?: boolean | undefined
  /** Of an engine scene: how long a rollout may take. */
  readonly timeout?: Timeout | undefined
  /** Of an engine scene: megabytes that a lane may take. */
  readonly memory?: number | undefined
}

export interface ChosenPool {
  readonly pool: Pool
  /** Hears why rollouts of an engine scene are given up; set it before the pool is opened. */
  tell: (fault: Fault) => void
  /** Hears each time that a rollout of an engine scene is tried again. */
  retried: () => void
  /** What it runs a task on, for the summary; of a GPU `prepare` alone knows. */
  backendOf(task: Task): CpuBackend
  /** Set for a GPU, which may be refused. Opening the pool does it too. */
  prepare?(task: Task): Promise<Prepared>
  /** Hears that a GPU was lost for good; set it before the pool is opened. */
  note: (text: string) => void
  /** Lanes that have not run the sweep, on the same backend or on js; whoever asks closes them. */
  another(backend: 'same' | 'js', lanes: number): Pool
}

/**
 * The pool for one sweep: of a GPU, or as `createPool` says. What a GPU computed is audited on
 * threads.
 */
export async function choosePool(choice: PoolChoice): Promise<ChosenPool> {
  if (choice.backend !== 'gpu') {
    if (choice.exact)
      throw new UserError('--exact: is for a GPU; add --backend gpu, or leave it out')
    return createPool(choice)
  }
  const limit = (['timeout', 'memory'] as const).find((name) => choice[name] !== undefined)
  if (limit) throw new UserError(`--${limit}: is for engine scenes, which run on js; leave it out`)
  const { createGpuLanes } = await import('./gpu-lanes.ts')
  const lanes = createGpuLanes(choice)
  const { pool, prepare } = lanes
  const chosen: ChosenPool = { ...createPool({ backend: 'auto' }), pool, prepare }
  lanes.note = (text) => chosen.note(text)
  return chosen
}

/**
 * Threads for a compiled scene, whose loops are bounded and whose memory is known; processes for an
 * engine scene, which may do anything.
 *
 * @throws UserError for a backend that this version lacks
 */
export function createPool(choice: PoolChoice): ChosenPool {
  const chosen: ChosenPool = {
    pool: poolOf(choice, {
      tell: (fault) => chosen.tell(fault),
      retried: () => chosen.retried(),
    }),
    note: () => {},
    tell: () => {},
    retried: () => {},
    backendOf: (task) => asked(task, choice),
    another: (backend, lanes) => {
      const others = backend === 'js' ? { ...choice, backend } : choice
      return poolOf({ ...others, workers: lanes })
    },
  }
  return chosen
}

type Ears = Pick<ProcessPoolOptions, 'tell' | 'retried'>

function poolOf(choice: PoolChoice, ears: Ears = {}): Pool {
  const threads = createNodePool(poolOptions(choice))
  const processes = createProcessPool({
    ...{ lanes: choice.workers, timeout: choice.timeout, memory: choice.memory },
    loader: LOADER,
    now: () => performance.now(),
    ...ears,
  })
  return openedOnce((task) => (task.engine ? processes : threads), threads)
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
  // None of them begins before an audit asks for it.
  const others = createSharedThreads(options)
  return {
    lanes: threads.lanes,
    pool: () => {
      const pool = threads.pool()
      return {
        pool: openedOnce(() => pool, pool),
        // No engine scene runs here.
        note: () => {},
        tell: () => {},
        retried: () => {},
        backendOf: (task) => asked(task, choice),
        another: (backend) => others.pool(backend === 'js' ? backend : undefined),
      }
    },
    close: async () => void (await Promise.all([threads.close(), others.close()])),
  }
}

function poolOptions({ backend = 'auto', workers }: PoolChoice) {
  if (backend === 'gpu')
    throw new UserError('--backend gpu: a suite runs on threads alone; use wasm, js or auto')
  return { ...(workers === undefined ? {} : { lanes: workers }), backend }
}

const LOADER = new URL(
  `./load-engine${extname(new URL(import.meta.url).pathname)}`,
  import.meta.url,
)

function asked(task: Task, choice: PoolChoice): CpuBackend {
  const { backend } = poolOptions(choice)
  if (task.engine && backend === 'wasm')
    throw new UserError(
      `--backend wasm: scene ${task.engine.scene} is an engine scene, which runs on js; ` +
        'use --backend js or auto',
    )
  const limit = (['timeout', 'memory'] as const).find((name) => choice[name] !== undefined)
  if (!task.engine && limit)
    throw new UserError(
      `--${limit}: is for engine scenes; a compiled scene can neither hang nor fill the memory, ` +
        'so leave it out',
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
function openedOnce(choose: (task: Task) => Pool, unopened: Pool): Pool {
  let pool = unopened
  let opened: Promise<void> | undefined
  return {
    lanes: unopened.lanes,
    get window() {
      return pool.window
    },
    open(task) {
      if (opened) return opened
      pool = choose(task)
      opened = pool.open(task).catch((cause) => {
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
