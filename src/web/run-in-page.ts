// A sweep from its definition to its root within a page: the coordinator of the command line, on
// web workers or on the page's GPU, with the journal that ends with the page.

import { runSweep } from '../farm/coordinator.ts'
import { createMemoryJournal } from '../farm/journal.ts'
import { merkleRoot } from '../farm/merkle.ts'
import { planSweep } from '../farm/plan.ts'
import type { Sweep } from '../farm/sweep.ts'
import { compileProgram } from '../kernel/compile.ts'
import { programText } from '../kernel/program-text.ts'
import { type BackendChoice, prepareLanes } from '../workers/backends.ts'
import type { Pool, Task } from '../workers/protocol.ts'
import { createWebPool } from '../workers/web.ts'
import { createPageGpu } from './page-gpu.ts'

/** What is left out is as the pool has it. */
export interface PageRun {
  readonly backend?: BackendChoice | 'gpu'
  readonly lanes?: number
  readonly shared?: boolean
}

export interface PageOutcome {
  /** Of the sweep, as 64 hex digits. */
  readonly digest: string
  /** 64 hex digits. */
  readonly root: string
  readonly rollouts: number
  readonly failed: number
  /** What it ran on in the end. */
  readonly backend: string
  /** Why that is another than was asked for. */
  readonly note?: string
  readonly lanes: number
  readonly seconds: number
}

/** Rejects when the sweep cannot be compiled or a worker fails; no worker is left then either. */
export async function runInPage(sweep: Sweep, options: PageRun): Promise<PageOutcome> {
  const started = performance.now()
  const plan = planSweep(sweep, { compile: compileProgram, programText })
  const journal = createMemoryJournal()
  const { pool, ran } = await choosePool(plan.task, options)
  try {
    await runSweep({ plan, pool, journal, now: () => performance.now() })
  } finally {
    await pool.close()
  }
  const { root, failed } = merkleRoot(plan.digest, plan.rollouts, journal.read())
  const seconds = (performance.now() - started) / 1000
  const { digest, rollouts } = plan
  return { digest, root, rollouts, failed, ...ran(), lanes: pool.lanes, seconds }
}

type Ran = Pick<PageOutcome, 'backend' | 'note'>

interface Chosen {
  readonly pool: Pool
  /** To be asked at the end: a GPU may have been lost. */
  readonly ran: () => Ran
}

async function choosePool(task: Task, { backend = 'auto', ...options }: PageRun): Promise<Chosen> {
  const workers = (choice: BackendChoice) =>
    createWebPool({ createWorker, backend: choice, ...options })
  if (backend !== 'gpu') {
    const { backend: chosen } = prepareLanes(task, backend)
    return { pool: workers(backend), ran: () => ({ backend: chosen }) }
  }
  const { backend: instead } = prepareLanes(task, 'auto')
  let ran: Ran = { backend }
  const found = await createPageGpu(task, {
    spare: () => workers('auto'),
    gone(error) {
      ran = { backend: instead, note: `${(error as Error).message}; went on on ${instead} instead` }
    },
  })
  if ('pool' in found) return { pool: found.pool, ran: () => ran }
  const note = `${found.refused}; the sweep runs on ${instead} instead`
  return { pool: workers('auto'), ran: () => ({ backend: instead, note }) }
}

// One expression, so that Vite sees the worker and bundles it.
const createWorker = () =>
  new Worker(new URL('../workers/web-worker.ts', import.meta.url), { type: 'module' })
