// Runs recorded rollouts once more and compares every bit.

import type { Columns, Job, Pool } from '../workers/protocol.ts'
import { compareRollout, fieldLabels, isUndecided } from './compare.ts'
import { runJobs } from './coordinator.ts'
import type { Journal } from './journal.ts'
import { cut } from './meeting.ts'
import type { Plan } from './plan.ts'
import { rowBytes, widthsOf } from './rows.ts'
import { chooseSample, type Sample } from './sample.ts'

/** One field of a rollout that came out otherwise the second time. */
export interface Difference {
  readonly rollout: number
  readonly cell: number
  readonly replica: number
  /**
   * `status`, `steps`, `fingerprint`, a measure's column, `ladder at step 8`, or `curve at step 30`
   * (a divergence measure's name instead of `curve`).
   */
  readonly field: string
  /** As recorded: a status by name, steps in decimal, everything else as 16 hex digits of bits. */
  readonly expected: string
  readonly found: string
  /** The machine decided one of two ends; `field` is `status`, and nothing else is told of it. */
  readonly undecided: boolean
}

export interface VerifyResult {
  /** Rollouts that were run again. */
  readonly checked: number
  /** Those of them that differ in a field or more. */
  readonly differing: number
  /** Of `differing`, those whose ends the machine decided. */
  readonly undecided: number
  readonly aborted: boolean
}

export interface VerifyProgress extends Omit<VerifyResult, 'aborted'> {
  readonly total: number
}

export interface VerifyOptions {
  readonly plan: Plan
  /** Not yet open; whoever made it closes it. */
  readonly pool: Pool
  readonly journal: Journal
  /** How many of 100 recorded rollouts are run again; at least one is. 100 by default. */
  readonly percent?: number
  /** Which ones, instead of a share of all. */
  readonly sample?: Sample
  /** Recorded rollouts with these statuses are left out. */
  readonly skips?: (status: number) => boolean
  readonly signal?: AbortSignal
  /** Called when the pool is open, where there is anything to run. */
  readonly opened?: () => void
  /** Called for each difference, in the order of fields within a rollout. */
  readonly difference: (difference: Difference) => void
  /** Called after each job. */
  readonly progress?: (progress: VerifyProgress) => void
}

/** Bytes of results that a job brings back at most. */
const JOB_BYTES_MAX = 2 ** 22
const JOB_ROLLOUTS_MAX = 4096

/**
 * Runs a sample of the recorded rollouts again and tells each difference as it is found. Which ones
 * follows from the sweep's seed and their index alone.
 */
export async function verifySweep(options: VerifyOptions): Promise<VerifyResult> {
  const { plan, pool, journal, percent = 100, signal, difference, progress } = options
  const sample = options.sample ?? chooseSample(plan, journal.covered(), percent)
  const result = { checked: 0, differing: 0, undecided: 0 }
  if (sample.count === 0 || signal?.aborted) return { ...result, aborted: sample.count > 0 }
  await pool.open(plan.task)
  options.opened?.()
  const labels = fieldLabels(plan)
  // A sampled rollout is often alone in its job, and one lane's work: every lane should have one.
  const window = Math.max(pool.window, pool.lanes)
  const recorded = new Map<number, Columns>()
  const skipped = { count: 0 }
  const jobs = jobsOf(options, sample, recorded, skipped)
  const run = async (job: Job) => {
    const columns = await pool.run(job)
    if (columns.from === job.from && columns.count === job.count) return columns
    throw new Error(`the pool answered job ${job.from}+${job.count} with another's results`)
  }
  await runJobs({ run, window }, jobs, signal, (found, job) => {
    const expected = recorded.get(job.from) as Columns
    recorded.delete(job.from)
    for (let rollout = job.from; rollout < job.from + job.count; rollout++) {
      let same = true
      const undecided = isUndecided(expected, found, rollout)
      for (const [field, a, b] of compareRollout(labels, expected, found, rollout)) {
        same = false
        const replica = rollout % plan.replicas
        const cell = (rollout - replica) / plan.replicas
        difference({ rollout, cell, replica, field, expected: a, found: b, undecided })
        if (undecided) break
      }
      result.checked += 1
      if (!same) result.differing += 1
      if (undecided) result.undecided += 1
    }
    progress?.({ total: sample.count, ...result })
  })
  return { ...result, aborted: result.checked + skipped.count < sample.count }
}

/** Jobs of neighbours that were chosen; the chunk that each is compared with goes to `recorded`. */
function* jobsOf(
  { plan, journal, skips = () => false }: VerifyOptions,
  { chosen }: Sample,
  recorded: Map<number, Columns>,
  skipped: { count: number },
): Generator<Job> {
  const { task, cells, replicas } = plan
  const most = Math.min(
    JOB_ROLLOUTS_MAX,
    Math.max(1, Math.floor(JOB_BYTES_MAX / rowBytes(widthsOf(task)))),
  )
  const chunks = task.engine ? backwards(journal.read(), most) : journal.read()
  for (const columns of chunks) {
    const end = columns.from + columns.count
    const isWanted = (rollout: number) =>
      chosen(rollout) && !skips(columns.status[rollout - columns.from])
    for (let from = columns.from; from < end; from++) {
      if (!isWanted(from)) {
        if (chosen(from)) skipped.count += 1
        continue
      }
      let count = 1
      while (from + count < end && count < most && isWanted(from + count)) count += 1
      recorded.set(from, columns)
      const inputs = cells.columns(from, count, replicas)
      yield { from, count, batch: Math.min(count, 64), inputs }
      from += count - 1
    }
  }
}

/**
 * Rollout by rollout, the last first. An engine may remember what it ran before, in a count at
 * module level for one; a lane that runs the same rollouts in the same order would remember the
 * same. Of a long journal so many rollouts at a time are turned round.
 */
function* backwards(chunks: Iterable<Columns>, most: number): Generator<Columns> {
  let held: Columns[] = []
  let count = 0
  for (const chunk of chunks) {
    if (count > 0 && count + chunk.count > most) {
      yield* lastFirst(held)
      held = []
      count = 0
    }
    held.push(chunk)
    count += chunk.count
  }
  yield* lastFirst(held)
}

function* lastFirst(chunks: readonly Columns[]): Generator<Columns> {
  for (const chunk of chunks.toReversed())
    for (let i = chunk.count - 1; i >= 0; i--) yield cut(chunk, { from: chunk.from + i, count: 1 })
}
