// A planned sweep into its result folder: the whole of a run but for the file that it comes from.

import { existsSync } from 'node:fs'
import { readJournal, type SqliteJournal } from '../farm/journal-sqlite.ts'
import type { Plan } from '../farm/plan.ts'
import { type Shard, shardOf } from '../farm/shard.ts'
import { countCovered, type Stretch } from '../farm/stretches.ts'
import { UserError } from '../farm/user-error.ts'
import type { Manifest } from './manifest.ts'
import type { ChosenPool } from './pool.ts'
import { journalIn, lockFolder, manifestFor } from './result-folder.ts'
import { exitCode, factsOf, rootOf } from './run-facts.ts'
import type { RunOutput } from './run-output.ts'
import { runSession } from './run-session.ts'
import { noteSpent } from './spent-buffers.ts'

export interface PlannedRun {
  readonly plan: Plan
  /** The file that it comes from. */
  readonly path: string
  readonly axes: Manifest['axes']
  readonly folder: string
  readonly shard: Shard | undefined
  readonly chosen: ChosenPool
  readonly auditPercent: number
  readonly output: RunOutput
  /** Ends the run where the caller listens for Ctrl-C; without it the run listens itself. */
  readonly signal?: AbortSignal
}

/** Runs what the folder lacks, or says again what it holds, and returns the exit code. */
export async function runPlan(run: PlannedRun): Promise<number> {
  const { plan, folder, shard, chosen, output } = run
  const whole = wholeOf(plan, shard)
  const held = manifestFor(folder, plan, shard && `${shard.index}/${shard.of}`)
  const finished = held && finishedJournal(folder, held, whole)
  if (finished) return sayAgain(folder, held, finished, output)
  const prepared = await chosen.prepare?.(plan.task)
  const backend = prepared?.backend ?? chosen.backendOf(plan.task)
  const lock = lockFolder(folder)
  try {
    return await runSession({
      ...run,
      whole,
      backend,
      ...(prepared ? { prepared } : {}),
      // Asked again: another run may have written between the look and the lock.
      held: manifestFor(folder, plan, shard && `${shard.index}/${shard.of}`),
    })
  } finally {
    lock.release()
  }
}

function wholeOf(plan: Plan, shard: Shard | undefined): Stretch {
  return shard === undefined
    ? { from: 0, count: plan.rollouts }
    : shardOf(shard, plan.cells.count, plan.replicas)
}

/** The journal of a run that came to its end, if all that it recorded is still there. */
function finishedJournal(
  folder: string,
  { runs }: Manifest,
  whole: Stretch,
): SqliteJournal | undefined {
  if (!runs.some(({ outcome }) => outcome === 'finished')) return undefined
  if (!existsSync(journalIn(folder))) return undefined
  const journal = readJournal(journalIn(folder), { spent: noteSpent })
  if (countCovered(journal.covered(), whole) === whole.count) return journal
  journal.close()
  return undefined
}

/** A finished sweep says the same again, and nothing is written. */
function sayAgain(
  folder: string,
  held: Manifest,
  journal: SqliteJournal,
  output: RunOutput,
): number {
  try {
    const root = rootOf(held, journal)
    if (held.root !== undefined && root !== held.root)
      throw new UserError(
        `${folder}: its journal has the root ${root}, its manifest ${held.root}; ` +
          'run `furrow verify` on it',
        1,
      )
    const facts = factsOf({ folder, manifest: { ...held, root }, journal, work: undefined })
    output.end(facts)
    return exitCode(facts)
  } finally {
    journal.close()
  }
}
