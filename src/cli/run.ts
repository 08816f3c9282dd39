// `furrow run`: a sweep into its result folder, going on from where earlier runs left it.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readJournal, type SqliteJournal } from '../farm/journal-sqlite.ts'
import { folderName, type Plan } from '../farm/plan.ts'
import { parseShard, type Shard, shardOf } from '../farm/shard.ts'
import { countCovered, type Stretch } from '../farm/stretches.ts'
import { UserError } from '../farm/user-error.ts'
import type { Manifest } from './manifest.ts'
import { planFile } from './plan-file.ts'
import { createPool, type PoolChoice } from './pool.ts'
import { journalIn, lockFolder, manifestFor } from './result-folder.ts'
import { factsOf, rootOf } from './run-facts.ts'
import { jsonOutput, type RunOutput, textOutput } from './run-output.ts'
import { runSession } from './run-session.ts'
import { noteSpent } from './spent-buffers.ts'

export interface RunOptions extends PoolChoice {
  readonly out?: string
  /** `I/N`. */
  readonly shard?: string
  /** Percent of the rollouts that are run once more at the end. */
  readonly audit: number
  readonly json?: boolean
}

/** Runs the sweep in the file at `path` and returns the exit code. */
export async function run(path: string, options: RunOptions): Promise<number> {
  const shard = options.shard === undefined ? undefined : parseShard(options.shard)
  const chosen = createPool(options)
  const output = options.json ? jsonOutput() : textOutput()
  const { sweep, plan } = await planFile(path)
  const folder = options.out ?? join('results', folderFor(plan, shard))
  const held = manifestFor(folder, plan, options.shard)
  const finished = held && finishedJournal(folder, held, wholeOf(plan, shard))
  if (finished) return sayAgain(folder, held, finished, output)
  const backend = chosen.backendOf(plan.task)
  const lock = lockFolder(folder)
  try {
    return await runSession({
      plan,
      axes: sweep.axes ?? {},
      folder,
      shard,
      whole: wholeOf(plan, shard),
      chosen,
      backend,
      auditPercent: options.audit,
      output,
      // Asked again: another run may have written between the look and the lock.
      held: manifestFor(folder, plan, options.shard),
    })
  } finally {
    lock.release()
  }
}

/** Shards of a sweep go to folders of their own: a folder has one writer. */
function folderFor(plan: Plan, shard: Shard | undefined): string {
  return folderName(plan) + (shard === undefined ? '' : `-shard-${shard.index}-of-${shard.of}`)
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
    return facts.tally.failed > 0 || (held.audit?.mismatches ?? 0) > 0 ? 1 : 0
  } finally {
    journal.close()
  }
}
