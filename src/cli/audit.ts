// The audit at the end of a run: a part of the rollouts once more, on lanes that did not run them,
// and some of them on another backend.

import { createConflictBook } from '../farm/conflict-book.ts'
import type { RunResult } from '../farm/coordinator.ts'
import type { Journal } from '../farm/journal.ts'
import { chooseSample, type Sample, splitSample } from '../farm/sample.ts'
import { isByMachine } from '../farm/status.ts'
import { type Difference, verifySweep } from '../farm/verify.ts'
import type { AuditRecord } from './manifest.ts'
import type { Reporter } from './progress.ts'
import type { Session } from './run-session.ts'
import { handed, tellParent } from './supervised.ts'
import { rolloutName } from './tally.ts'

const TOLD_MAX = 10

/** After so many deaths of the farm under its audit the run ends without one. */
const DEATHS_MAX = 2

/** Percent of all rollouts that run on js where the sweep ran on wasm, 5 to 50 times as fast. */
const JS_PERCENT = 1 / 8

/** A sample of no more steps goes to js as a whole: starting more lanes would cost more than it. */
const JS_STEPS = 200_000

/** An audit of one percent may take a tenth of the run's time, or this. */
const TIME_SHARE = 10
const TIME_MIN_MS = 2_000

interface Part {
  readonly backend: 'same' | 'js'
  readonly sample: Sample
}

type Sums = { -readonly [Key in 'checked' | 'differing' | 'undecided']: number }
const noSums = (): Sums => ({ checked: 0, differing: 0, undecided: 0 })

/**
 * Runs the audit of a finished run, tells the differences that it finds and notes them in the
 * journal. Undefined where none is wanted or rollouts are left. The choice is that of seed and
 * index; the clock only ends it early.
 */
export async function auditRun(
  session: Session,
  journal: Journal,
  { aborted, elapsedMs }: RunResult,
  signal: AbortSignal,
  reporter: Reporter,
): Promise<AuditRecord | undefined | 'interrupted'> {
  const { plan, auditPercent: percent } = session
  if (aborted || percent === 0) return undefined
  if ((handed?.auditDeaths ?? 0) >= DEATHS_MAX)
    return { percent, rollouts: 0, mismatches: 0, died: true }
  // A suite's other members may be recording meanwhile, and no scene of its can end the process.
  if (session.signal === undefined) tellParent({ auditing: true })
  const told = teller(plan.replicas, reporter)
  const found = { same: noSums(), js: noSums() }
  let left = Math.max(TIME_MIN_MS, (ranMs(elapsedMs) * TIME_SHARE * percent) / 100)
  // Their memory and their cores are for the audit's own lanes.
  await session.chosen.pool.close()
  const parts = partsOf(session, journal)
  for (const part of parts) {
    const ms = Math.max(TIME_MIN_MS / 2, left)
    left -= await runPart(session, journal, part, { signal, ms, told, sums: found[part.backend] })
    if (signal.aborted) return 'interrupted'
  }
  // A rollout that did not come to its end this time has not been compared.
  const compared = ({ checked, undecided }: Sums) => checked - undecided
  const other = ({ differing, undecided }: Sums) => differing - undecided
  return {
    percent,
    chosen: parts.reduce((sum, { sample }) => sum + sample.count, 0),
    rollouts: compared(found.same) + compared(found.js),
    onJs: compared(found.js),
    mismatches: other(found.same) + other(found.js),
  }
}

/** Milliseconds of the run, with those of the farms that died before this one. */
function ranMs(elapsedMs: number): number {
  if (!handed || handed.restarts === 0) return elapsedMs
  return Math.max(elapsedMs, Date.now() - Date.parse(handed.started))
}

function partsOf({ plan, backend, auditPercent }: Session, journal: Journal): Part[] {
  const covered = journal.covered()
  const whole = () => chooseSample(plan, covered, auditPercent)
  if (backend === 'js') return [{ backend: 'same', sample: whole() }]
  const isSmall = whole().count * plan.task.steps <= JS_STEPS
  const part = isSmall ? 1 : Math.min(1, JS_PERCENT / auditPercent)
  const { few, rest } = splitSample(plan, covered, auditPercent, part)
  const parts: Part[] = [
    { backend: 'same', sample: rest },
    { backend: 'js', sample: few },
  ]
  return parts.filter(({ sample }) => sample.count > 0)
}

interface Bounds {
  readonly signal: AbortSignal
  readonly ms: number
  readonly told: (difference: Difference) => void
  readonly sums: Sums
}

/**
 * Runs a part on lanes of its own; `sums` hold what came of it, also where it was cut short. The
 * time is theirs from when they are ready: a busy machine must not make an audit of nothing. Gives
 * the milliseconds that it took of it.
 */
async function runPart(
  { plan, chosen }: Session,
  journal: Journal,
  { backend, sample }: Part,
  { signal, ms, told, sums }: Bounds,
): Promise<number> {
  const pool = chosen.another(backend, Math.min(chosen.pool.lanes, sample.count))
  const late = new AbortController()
  const cut = AbortSignal.any([signal, late.signal])
  // What is under way is not waited for: nobody needs it.
  cut.addEventListener('abort', () => void pool.close(), { once: true })
  const conflicts = createConflictBook('audit')
  let began = performance.now()
  let timer: NodeJS.Timeout | undefined
  try {
    await verifySweep({
      ...{ plan, pool, journal, sample, signal: cut },
      // To find out again how these end would cost as much as it did.
      skips: isByMachine,
      opened: () => {
        began = performance.now()
        timer = setTimeout(() => late.abort(), ms)
      },
      difference: (difference) => {
        told(difference)
        conflicts.add(difference)
      },
      progress: ({ checked, differing, undecided }) => {
        Object.assign(sums, { checked, differing, undecided })
        journal.note(conflicts.take())
      },
    })
  } catch (error) {
    if (!cut.aborted) throw error
  } finally {
    clearTimeout(timer)
    await pool.close()
  }
  return performance.now() - began
}

function teller(replicas: number, reporter: Reporter): (difference: Difference) => void {
  let told = 0
  return (difference) => {
    told += 1
    if (told <= TOLD_MAX) reporter.note(`audit: ${differenceLine(difference, replicas)}`)
  }
}

/**
 * `cell 12, fingerprint: recorded 0123456789abcdef, now fedcba9876543210`, or
 * `cell 12, status: recorded timeout, now done (limits and load decide that, not the scene)`.
 */
export function differenceLine(found: Difference, replicas: number): string {
  const place = `${rolloutName(found.rollout, replicas)}, ${found.field}`
  const why = found.undecided ? ' (limits and load decide that, not the scene)' : ''
  return `${place}: recorded ${found.expected}, now ${found.found}${why}`
}
