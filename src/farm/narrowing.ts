// After a death: the rollouts that were under way go first, in small jobs, one at a time, so that
// whoever watches learns which of them it was.

import type { Columns, Job, Pool, Task } from '../workers/protocol.ts'
import type { Journal } from './journal.ts'
import type { Plan } from './plan.ts'
import { widthsOf } from './rows.ts'
import { STATUS_NAMES } from './status.ts'
import { missingFrom, type Stretch } from './stretches.ts'

/** A suspect is run in so many jobs: a few deaths find one rollout among a hundred thousand. */
const PIECES = 16

/** What is known of earlier deaths of this run. */
export interface Deaths {
  /** To be run first, the likeliest first. */
  readonly suspects: readonly Stretch[]
  /** Rollouts that are recorded as crashed without being run. */
  readonly crashed: readonly number[]
}

export interface Narrowing {
  readonly plan: Plan
  readonly pool: Pick<Pool, 'run'>
  readonly journal: Journal
  readonly whole: Stretch
  readonly deaths: Deaths
  readonly signal: AbortSignal | undefined
  readonly record: (columns: Columns, job: Stretch) => void
}

/** Records those that crash and runs the suspects; what is recorded already is left alone. */
export async function runSuspects(narrowing: Narrowing): Promise<void> {
  const { plan, pool, journal, whole, deaths, signal, record } = narrowing
  const missing = (suspect: Stretch) => {
    const from = Math.max(suspect.from, whole.from)
    const end = Math.min(suspect.from + suspect.count, whole.from + whole.count)
    return [...missingFrom(journal.covered(), { from, count: Math.max(0, end - from) })]
  }
  for (const rollout of deaths.crashed) {
    for (const row of missing({ from: rollout, count: 1 })) record(crashed(plan.task, rollout), row)
  }
  for (const suspect of deaths.suspects) {
    const most = Math.ceil(suspect.count / PIECES)
    for (const gap of missing(suspect)) {
      for (const job of piecesOf(plan, gap, most)) {
        if (signal?.aborted) return
        // One batch, so one lane.
        const columns = await pool.run(job).catch((error) => {
          if (!signal?.aborted) throw error
        })
        if (columns) record(columns, job)
      }
    }
  }
}

function* piecesOf(plan: Plan, gap: Stretch, most: number): Generator<Job> {
  const end = gap.from + gap.count
  for (let from = gap.from; from < end; from += most) {
    const count = Math.min(most, end - from)
    yield { from, count, batch: count, inputs: plan.cells.columns(from, count, plan.replicas) }
  }
}

/** The row of a rollout of which nothing is known but that it took its process with it. */
export function crashed(task: Task, from: number): Columns {
  const { values, ladder, curves } = widthsOf(task)
  return {
    from,
    count: 1,
    status: Uint8Array.of(STATUS_NAMES.indexOf('crashed')),
    steps: new Uint32Array(1),
    fingerprint: new BigUint64Array(1),
    values: new Float64Array(values).fill(Number.NaN),
    ladder: new BigUint64Array(ladder),
    curves: new Float64Array(curves).fill(Number.NaN),
  }
}
