// A result folder: what may be written into, and what can be read from.

import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { changedField } from '../farm/changed-field.ts'
import type { JournalError } from '../farm/journal.ts'
import { explainStorage } from '../farm/journal-faults.ts'
import { readJournal, type SqliteJournal } from '../farm/journal-sqlite.ts'
import type { Plan } from '../farm/plan.ts'
import { countFailed } from '../farm/status.ts'
import { UserError } from '../farm/user-error.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { processOf, type RunLock, takeLock } from './run-lock.ts'
import { noteSpent } from './spent-buffers.ts'
import { readSuite } from './suite-folder.ts'

export const journalIn = (folder: string) => join(folder, 'journal.sqlite')

/**
 * The manifest that a folder holds for this plan and shard, or undefined where it is new or empty.
 *
 * @throws UserError when it holds anything else; of another sweep it names the field that changed
 */
export function manifestFor(
  folder: string,
  plan: Plan,
  shard: string | undefined,
): Manifest | undefined {
  const other = 'choose another folder with --out'
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (stat === undefined) return undefined
  if (!stat.isDirectory()) throw new UserError(`${folder}: a file, not a folder; ${other}`)
  const manifest = readManifest(folder)
  if (manifest === undefined) {
    const strange = readdirSync(folder).find((name) => !/^(journal\.sqlite|run\.lock)/.test(name))
    if (strange === undefined || strange.startsWith('manifest.json.')) return undefined
    throw new UserError(`${folder}: is not empty and holds no result of furrow; ${other}`)
  }
  const changed = changedField(manifest.plan.canonical, plan.canonical)
  if (changed !== undefined)
    throw new UserError(`${folder}: holds another sweep (${changed}); ${other}`)
  if (manifest.shard !== shard) {
    const [held, asked] = [manifest.shard, shard].map((s) => (s ? `shard ${s}` : 'the whole sweep'))
    throw new UserError(`${folder}: holds ${held}, not ${asked}; ${other}`)
  }
  return manifest
}

/**
 * Makes the folder and takes its lock.
 *
 * @throws UserError when it cannot be written, or another run writes to it
 */
export function lockFolder(folder: string): RunLock {
  let taken: ReturnType<typeof takeLock>
  try {
    makeFolder(resolve(folder))
    taken = takeLock(folder)
  } catch (error) {
    throw explainStorage(error, folder)
  }
  if ('release' in taken) return taken
  throw new UserError(
    `${folder}: process ${processOf(taken)} on ${taken.host} is running this sweep here; ` +
      'wait for it, or choose another folder with --out',
  )
}

/**
 * One level at a time: the recursive mkdir of Node says ENOENT for a read-only disk, and does not
 * come back from a folder such as /proc.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Another process may have been quicker.
    if (code === 'EEXIST') return
    if (code !== 'ENOENT') throw error
    throw new UserError(`${path}: no folder can be made there; choose another one with --out`)
  }
}

export interface Result {
  readonly manifest: Manifest
  readonly plan: Plan
  readonly journal: SqliteJournal
}

/**
 * Opens the result in a folder to read it; a run may be going on there.
 *
 * @throws UserError when there is none
 */
export function openResult(folder: string): Result {
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (stat === undefined) throw new UserError(`${folder}: no such folder`)
  const manifest = stat.isDirectory() ? readManifest(folder) : undefined
  const suite = manifest === undefined ? readSuite(folder) : undefined
  if (suite !== undefined)
    throw new UserError(
      `${folder}: holds the suite ${suite.name}; name one of its members, such as ` +
        join(folder, suite.members[0].folder),
    )
  if (manifest === undefined)
    throw new UserError(`${folder}: no result here; name a folder that \`furrow run\` made`)
  const journal = readJournal(journalIn(folder), { spent: noteSpent })
  if (journal.identity.digest !== manifest.plan.digest) {
    journal.close()
    throw new UserError(`${folder}: its manifest and its journal are of two sweeps; restore one`)
  }
  return { manifest, plan: manifest.plan, journal }
}

/** How many rollouts a folder holds; a run may be going on there, or may have been killed early. */
export function recordedIn(folder: string): { done: number; failed: number } {
  if (!existsSync(journalIn(folder))) return { done: 0, failed: 0 }
  try {
    const journal = readJournal(journalIn(folder))
    const counts = journal.counts()
    journal.close()
    return { done: counts.reduce((sum, n) => sum + n, 0), failed: countFailed(counts) }
  } catch {
    // It is being made just now, or damaged: whoever opens it for its results says so.
    return { done: 0, failed: 0 }
  }
}

/** Whether an error says that the disk is full. */
export function isFull(error: unknown): error is JournalError {
  return error instanceof Error && 'fault' in error && error.fault === 'full'
}
