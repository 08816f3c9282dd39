// Runs a plan: hands the missing stretches to a pool, job by job, and records what comes back.

import type { Columns, Job, Pool } from '../workers/protocol.ts'
import { createAnswers, type FaultBook } from './answers.ts'
import { createJobSizer, fixedJobSize, type JobSize, type JobSizer } from './job-size.ts'
import type { Journal } from './journal.ts'
import { type Deaths, runSuspects } from './narrowing.ts'
import type { Plan } from './plan.ts'
import { rowBytes, widthsOf } from './rows.ts'
import { type Shard, shardOf } from './shard.ts'
import { addStatuses, countFailed, type StatusCounts } from './status.ts'
import { countCovered, missingFrom, type Stretch } from './stretches.ts'

/** Where a run stands. Rollouts of the shard, or of the whole sweep; resumed ones included. */
export interface RunProgress {
  readonly total: number
  readonly done: number
  readonly failed: number
  /** Of `done`, those that this run has computed. */
  readonly fresh: number
  readonly elapsedMs: number
}

export interface RunResult extends RunProgress {
  /** The journal's rollouts by status: entry s counts those of STATUS_NAMES[s]. */
  readonly counts: StatusCounts
  /** Whether the signal ended the run before all was done. */
  readonly aborted: boolean
  /** Rollouts that the pool answered again, and no bits contradict (see `Appended`). */
  readonly duplicates: number
  /** Those that it answered again with other bits: the journal keeps both. */
  readonly conflicts: number
}

export interface RunOptions {
  readonly plan: Plan
  /** Not yet open. The run opens it where there is something to do; whoever made it closes it. */
  readonly pool: Pool
  readonly journal: Journal
  /** Milliseconds; any clock that does not go back. It decides sizes of jobs, never results. */
  readonly now: () => number
  /**
   * When it aborts, no further job begins. Those under way are recorded; one that fails then, as
   * when its pool is closed, is left to the next run.
   */
  readonly signal?: AbortSignal
  readonly shard?: Shard
  /** Called at the start, and after each job that was recorded. */
  readonly progress?: (progress: RunProgress) => void
  /** Fixed sizes instead of measured ones. */
  readonly jobSize?: JobSize
  /** Where the pool's faults are told, to be recorded with their rollouts. */
  readonly faults?: FaultBook
  /** What earlier deaths of this run have left to be found out. */
  readonly deaths?: Deaths | undefined
  /** Hears of each job before it begins and after it was recorded. */
  readonly watch?: Watch | undefined
}

export interface Watch {
  begun(job: Stretch): void
  ended(job: Stretch): void
  /** The suspects have all been run. */
  cleared(): void
}

/**
 * Runs what the journal lacks. It is idempotent: what is recorded is not run again. The results
 * depend on the plan alone, not on lanes, sizes, order or interruptions; memory does not grow with
 * the sweep.
 *
 * Rejects when the pool or the journal fails, after the other jobs under way have ended; what is
 * recorded stays, and the next run goes on from there.
 */
export async function runSweep(options: RunOptions): Promise<RunResult> {
  const { plan, pool, journal, now, signal, progress } = options
  const whole: Stretch = options.shard
    ? shardOf(options.shard, plan.cells.count, plan.replicas)
    : { from: 0, count: plan.rollouts }
  const started = now()
  const covered = journal.covered()
  const counts = journal.counts()
  const answers = createAnswers(plan, journal, options.faults)
  let done = countCovered(covered, whole)
  let fresh = 0
  const state = (): RunProgress => {
    return {
      total: whole.count,
      done,
      failed: countFailed(counts),
      fresh,
      elapsedMs: now() - started,
    }
  }
  progress?.(state())
  if (done < whole.count && !signal?.aborted) {
    await unlessAborted(pool.open(plan.task), signal)
    const sizer = options.jobSize ? fixedJobSize(options.jobSize) : measuredSizes(options)
    const watched = watchedBy(options)
    const record = (columns: Columns, job: Stretch) => {
      const recorded = answers.take(columns, job)
      watched.ended(job)
      sizer.finished(columns.count)
      for (const part of recorded) {
        addStatuses(counts, part.status)
        fresh += part.count
        done += countCovered([part], whole)
      }
      progress?.(state())
    }
    if (options.deaths) {
      const { deaths } = options
      await runSuspects({ plan, pool: watched, journal, whole, deaths, signal, record })
      if (!signal?.aborted) options.watch?.cleared()
    }
    const planned = jobsOf(plan, missingFrom(journal.covered(), whole), sizer)
    const jobs = { next: () => jobOf(answers.next()) ?? planned.next() }
    await runJobs({ run: watched.run, window: pool.window }, jobs, signal, record)
  }
  const { duplicates, conflicts } = answers
  return { ...state(), counts, aborted: done < whole.count, duplicates, conflicts }
}

const jobOf = (value: Job | undefined) => value && { done: false as const, value }

function watchedBy({ pool, watch }: RunOptions) {
  return {
    run(job: Job) {
      watch?.begun({ from: job.from, count: job.count })
      return pool.run(job)
    },
    ended: ({ from, count }: Stretch) => watch?.ended({ from, count }),
  }
}

/** Once a run is asked to end its lanes may be closed under it: what fails then is no fault. */
async function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (signal?.aborted) return undefined
    throw error
  }
}

function measuredSizes({ plan, pool, now }: RunOptions): JobSizer {
  const { task, axes } = plan
  const rolloutBytes = rowBytes(widthsOf(task)) + 8 * axes.length
  return createJobSizer({ lanes: pool.lanes, rolloutBytes, now })
}

/** The jobs of the missing stretches in index order, each made when it is asked for. */
function* jobsOf(plan: Plan, missing: Iterable<Stretch>, sizer: JobSizer): Generator<Job> {
  for (const gap of missing) {
    const end = gap.from + gap.count
    for (let from = gap.from; from < end; ) {
      const size = sizer.next()
      const count = Math.min(size.count, end - from)
      yield {
        from,
        count,
        batch: Math.min(size.batch, count),
        inputs: plan.cells.columns(from, count, plan.replicas),
      }
      from += count
    }
  }
}

/** What runs jobs: `run` of a pool, and how many are under way at once. */
export interface JobRunner {
  readonly run: (job: Job) => Promise<Columns>
  readonly window: number
}

/**
 * Keeps a window of jobs under way until there are no more, or the signal aborts, or something
 * fails; then waits for those that are under way. `record` takes results as they come.
 */
export async function runJobs(
  { run, window }: JobRunner,
  jobs: Iterator<Job>,
  signal: AbortSignal | undefined,
  record: (columns: Columns, job: Job) => void,
): Promise<void> {
  let underWay = 0
  let fault: { error: unknown } | undefined
  let recording = true
  let wake = () => {}
  const start = async (job: Job) => {
    try {
      const columns = await unlessAborted(run(job), signal)
      if (!columns) return
      if (!recording) return
      // After a full disk nothing more is tried: what was recorded is whole and stays.
      recording = false
      record(columns, job)
      recording = true
    } catch (error) {
      fault ??= { error }
    } finally {
      underWay -= 1
      wake()
    }
  }
  for (;;) {
    while (underWay < window && !fault && !signal?.aborted) {
      const { done, value } = jobs.next()
      if (done) break
      underWay += 1
      void start(value)
    }
    if (underWay === 0) break
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  }
  if (fault) throw fault.error
}
