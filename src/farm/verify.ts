// Runs recorded rollouts once more and compares every bit.

import { PURPOSE, randomStream } from '../math/random-stream.ts'
import type { Columns, Job, Pool } from '../workers/protocol.ts'
import { floatText } from './canonical.ts'
import { runJobs } from './coordinator.ts'
import type { Journal } from './journal.ts'
import type { Plan } from './plan.ts'
import { curvePlaces, ladderSteps, rowBytes, widthsIn, widthsOf } from './rows.ts'
import { STATUS_NAMES } from './status.ts'
import type { Stretch } from './stretches.ts'

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
}

export interface VerifyResult {
  /** Rollouts that were run again. */
  readonly checked: number
  /** Those of them that differ in a field or more. */
  readonly differing: number
  readonly aborted: boolean
}

export interface VerifyOptions {
  readonly plan: Plan
  /** Not yet open; whoever made it closes it. */
  readonly pool: Pool
  readonly journal: Journal
  /** How many of 100 recorded rollouts are run again; at least one is. 100 by default. */
  readonly percent?: number
  readonly signal?: AbortSignal
  /** Called for each difference, in the order of fields within a rollout. */
  readonly difference: (difference: Difference) => void
  /** Called after each job. */
  readonly progress?: (progress: { readonly total: number; readonly checked: number }) => void
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
  const sample = chooseSample(plan, journal.covered(), percent)
  const result = { checked: 0, differing: 0 }
  if (sample.count === 0 || signal?.aborted) return { ...result, aborted: sample.count > 0 }
  await pool.open(plan.task)
  const labels = fieldLabels(plan)
  // A sampled rollout is often alone in its job, and one lane's work: every lane should have one.
  const window = Math.max(pool.window, pool.lanes)
  const recorded = new Map<number, Columns>()
  const jobs = jobsOf(plan, journal, sample.chosen, recorded)
  await runJobs({ run: (job) => pool.run(job), window }, jobs, signal, (found, job) => {
    const expected = recorded.get(job.from) as Columns
    recorded.delete(job.from)
    for (let rollout = job.from; rollout < job.from + job.count; rollout++) {
      let same = true
      for (const [field, a, b] of compareRollout(labels, expected, found, rollout)) {
        same = false
        const replica = rollout % plan.replicas
        const cell = (rollout - replica) / plan.replicas
        difference({ rollout, cell, replica, field, expected: a, found: b })
      }
      result.checked += 1
      if (!same) result.differing += 1
    }
    progress?.({ total: sample.count, checked: result.checked })
  })
  return { ...result, aborted: result.checked < sample.count }
}

/** Neighbours are chosen together where so many runs of them are left to choose. */
const RUNS_AIM = 200
const RUN_MAX = 64

/**
 * Rollouts that are chosen together: a lane runs neighbours at once, and in a large sweep a sample
 * of lonely ones would cost many times its share.
 */
export function sampleRun(rollouts: number, percent: number): number {
  const wanted = Math.floor((rollouts * percent) / 100 / RUNS_AIM)
  return Math.max(1, Math.min(RUN_MAX, wanted))
}

/** Which recorded rollouts to run, and how many they are; at least one where any is recorded. */
function chooseSample(plan: Plan, covered: readonly Stretch[], percent: number) {
  const width = sampleRun(plan.rollouts, percent)
  const limit = (percent / 100) * 0x100000000
  const draw = (run: number) => randomStream(plan.task.seed, PURPOSE.audit, run).word()
  let count = 0
  let lowest = Number.POSITIVE_INFINITY
  let first = -1
  for (const { from, count: length } of covered) {
    const end = from + length
    for (let at = from; at < end; ) {
      const run = Math.floor(at / width)
      const next = percent >= 100 ? end : Math.min(end, (run + 1) * width)
      const drawn = percent >= 100 ? 0 : draw(run)
      if (drawn < limit) count += next - at
      if (drawn < lowest) [lowest, first] = [drawn, at]
      at = next
    }
  }
  if (count === 0 && first >= 0) return { count: 1, chosen: (rollout: number) => rollout === first }
  let known = -1
  let isChosen = false
  const chosen = (rollout: number) => {
    if (percent >= 100) return true
    const run = Math.floor(rollout / width)
    if (run !== known) [known, isChosen] = [run, draw(run) < limit]
    return isChosen
  }
  return { count, chosen }
}

/** Jobs of neighbours that were chosen; the chunk that each is compared with goes to `recorded`. */
function* jobsOf(
  plan: Plan,
  journal: Journal,
  chosen: (rollout: number) => boolean,
  recorded: Map<number, Columns>,
): Generator<Job> {
  const most = Math.min(
    JOB_ROLLOUTS_MAX,
    Math.max(1, Math.floor(JOB_BYTES_MAX / rowBytes(widthsOf(plan.task)))),
  )
  for (const columns of journal.read()) {
    const end = columns.from + columns.count
    for (let from = columns.from; from < end; from++) {
      if (!chosen(from)) continue
      let count = 1
      while (from + count < end && count < most && chosen(from + count)) count += 1
      recorded.set(from, columns)
      const inputs = plan.cells.columns(from, count, plan.replicas)
      yield { from, count, batch: Math.min(count, 64), inputs }
      from += count - 1
    }
  }
}

/** Names for the entries of a rollout's row. */
interface FieldLabels {
  readonly values: readonly string[]
  readonly ladder: readonly string[]
  readonly curves: readonly string[]
}

function fieldLabels({ task, measures }: Plan): FieldLabels {
  return {
    values: measures.flatMap(({ columns }) => columns),
    ladder: ladderSteps(task).map((step) => `ladder at step ${step}`),
    curves: curvePlaces(task).flatMap(({ measure, entries, width, stepOf }) => {
      const { name } = measures[measure]
      return Array.from({ length: entries }, (_, i) => {
        const at = `at step ${stepOf(i)}`
        return width === 1 ? [`${name} ${at}`] : [`${name} ${at}`, `${name}_error ${at}`]
      }).flat()
    }),
  }
}

/** The fields of a rollout whose bits differ: name, bits recorded, bits found. */
export function* compareRollout(
  labels: FieldLabels,
  expected: Columns,
  found: Columns,
  rollout: number,
): Generator<[field: string, expected: string, found: string]> {
  const [a, b] = [rollout - expected.from, rollout - found.from]
  const statusName = (status: number) => STATUS_NAMES[status] ?? String(status)
  if (expected.status[a] !== found.status[b])
    yield ['status', statusName(expected.status[a]), statusName(found.status[b])]
  if (expected.steps[a] !== found.steps[b])
    yield ['steps', String(expected.steps[a]), String(found.steps[b])]
  if (expected.fingerprint[a] !== found.fingerprint[b])
    yield ['fingerprint', hex64(expected.fingerprint[a]), hex64(found.fingerprint[b])]
  const widths = widthsIn(expected)
  for (const group of ['values', 'ladder', 'curves'] as const) {
    const width = widths[group]
    for (let i = 0; i < width; i++) {
      const before = expected[group][a * width + i]
      const again = found[group][b * width + i]
      // NaN is one value here, and -0 is not 0.
      if (!Object.is(before, again)) yield [labels[group][i], bitsOf(before), bitsOf(again)]
    }
  }
}

function hex64(bits: bigint): string {
  return bits.toString(16).padStart(16, '0')
}

function bitsOf(entry: number | bigint): string {
  if (typeof entry === 'bigint') return hex64(entry)
  return floatText(entry).slice('f64:'.length)
}
