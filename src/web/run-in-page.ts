// A sweep from its definition to its root within a page: the coordinator of the command line, on
// web workers, with the journal that ends with the page.

import { runSweep } from '../farm/coordinator.ts'
import { createMemoryJournal } from '../farm/journal.ts'
import { merkleRoot } from '../farm/merkle.ts'
import { planSweep } from '../farm/plan.ts'
import type { Sweep } from '../farm/sweep.ts'
import { compileProgram } from '../kernel/compile.ts'
import { programText } from '../kernel/program-text.ts'
import type { BackendChoice } from '../workers/backends.ts'
import { createWebPool } from '../workers/web.ts'

/** What is left out is as the pool has it. */
export interface PageRun {
  readonly backend?: BackendChoice
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
  readonly lanes: number
  readonly seconds: number
}

/** Rejects when the sweep cannot be compiled or a worker fails; no worker is left then either. */
export async function runInPage(sweep: Sweep, options: PageRun): Promise<PageOutcome> {
  const started = performance.now()
  const plan = planSweep(sweep, { compile: compileProgram, programText })
  const journal = createMemoryJournal()
  const pool = createWebPool({ createWorker, ...options })
  try {
    await runSweep({ plan, pool, journal, now: () => performance.now() })
  } finally {
    await pool.close()
  }
  const { root, failed } = merkleRoot(plan.digest, plan.rollouts, journal.read())
  const seconds = (performance.now() - started) / 1000
  return { digest: plan.digest, root, rollouts: plan.rollouts, failed, lanes: pool.lanes, seconds }
}

// One expression, so that Vite sees the worker and bundles it.
const createWorker = () =>
  new Worker(new URL('../workers/web-worker.ts', import.meta.url), { type: 'module' })
