// What a run says, and where: text for people, or JSON events for machines.

import { count, counted } from '../report/quantity.ts'
import { type RunFacts, summary } from '../report/summary.ts'
import { paintFor } from './paint.ts'
import { jsonReporter, type Reporter, type ReporterOptions, reporterFor } from './progress.ts'

export interface StartFacts extends ReporterOptions {
  readonly sweep: string
  readonly folder: string
  readonly digest: string
  readonly cells: number
  readonly replicas: number
  readonly lanes: number
  readonly backend: string
}

/** `start` comes once, its reporter lives until the results are there; `end` comes last. */
export interface RunOutput {
  start(facts: StartFacts): Reporter
  end(facts: RunFacts): void
}

/** Progress on stderr, the summary on stdout: its last line is the root. */
export function textOutput(): RunOutput {
  return {
    start(facts) {
      const { done, total, noun } = facts
      if (done > 0) {
        process.stderr.write(`resumed: ${count(done)} of ${counted(total, noun)} were done\n`)
      }
      return reporterFor(process.stderr, facts)
    },
    end(facts) {
      process.stdout.write(`${summary(facts, paintFor(process.stdout)).join('\n')}\n`)
    },
  }
}

/**
 * One JSON object a line on stdout, each with its `event`. Counts are rollouts.
 *
 * - `start`: sweep, folder, digest, cells, replicas, total, done (by earlier runs), failed, lanes,
 *   backend
 * - `progress`, once a second: total, done, failed, perSecond (null while unknown)
 * - `note`: text, such as that the run is stopping
 * - `restart`, where the run's process died and is started again: restarts (so far), cause (a
 *   signal's name, or `exit` and a code); another `start` follows
 * - `end`, the last: sweep, folder, total, done, failed, statuses (by name), seconds (of this run's
 *   work, null if there was none), audit ({ percent, chosen, rollouts, onJs, mismatches } or null),
 *   conflicts (rollouts with two results, of this run and earlier ones), duplicates (rollouts that
 *   came more than once in this run without a conflict), root (null for a shard or where rollouts
 *   are left)
 *
 * A run that fails ends without `end`, with its message on stderr.
 */
export function jsonOutput(): RunOutput {
  const emit = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`)
  return {
    start(facts) {
      const { noun, ...rest } = facts
      emit({ event: 'start', ...rest })
      return jsonReporter(emit, facts)
    },
    end({ sweep, folder, tally, work, audit, conflicts, root }) {
      const statuses = Object.fromEntries(tally.byStatus)
      emit({
        event: 'end',
        sweep,
        folder,
        total: tally.total,
        done: Object.values(statuses).reduce((sum, n) => sum + n, 0),
        failed: tally.failed,
        statuses,
        seconds: work?.seconds ?? null,
        audit: audit ?? null,
        conflicts: conflicts?.rollouts ?? 0,
        duplicates: work?.duplicates ?? 0,
        root: root ?? null,
      })
    },
  }
}
