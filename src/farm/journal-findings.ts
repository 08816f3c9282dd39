// What a journal on disk keeps beside its results: conflicts, and why rollouts failed. No part of
// the root.

import type { RecordedFault } from './journal.ts'
import type { SqliteDatabase } from './journal-sqlite.ts'
import type { Conflict } from './meeting.ts'
import type { StatusName } from './status.ts'

export const FINDING_TABLES = `
  CREATE TABLE IF NOT EXISTS conflicts (
    id INTEGER PRIMARY KEY,
    rollout INTEGER NOT NULL,
    field TEXT NOT NULL,
    recorded TEXT NOT NULL,
    found TEXT NOT NULL,
    seen TEXT NOT NULL,
    UNIQUE (rollout, field, seen)
  );
  CREATE TABLE IF NOT EXISTS faults (
    rollout INTEGER PRIMARY KEY,
    cause TEXT NOT NULL,
    step INTEGER NOT NULL,
    retries INTEGER NOT NULL,
    message TEXT NOT NULL
  );`

export interface Findings {
  note(conflicts: readonly Conflict[]): void
  keep(faults: readonly RecordedFault[]): void
  conflicts(): Iterable<Conflict>
  conflicting(): number
  faults(cause?: StatusName, limit?: number): Iterable<RecordedFault>
}

const NOTE = `INSERT OR IGNORE INTO conflicts (rollout, field, recorded, found, seen)
  VALUES (@rollout, @field, @recorded, @found, @seen)`
const KEEP = `INSERT OR REPLACE INTO faults (rollout, cause, step, retries, message)
  VALUES (@rollout, @cause, @step, @retries, @message)`
const CONFLICTS = 'SELECT rollout, field, recorded, found, seen FROM conflicts ORDER BY rollout, id'

/** Statements are made when they are first needed: most journals have nothing to tell. */
export function createFindings(database: SqliteDatabase): Findings {
  const putAll = (sql: string, entries: readonly object[]) => {
    if (entries.length === 0) return
    const put = database.prepare<[object]>(sql)
    database.transaction(() => {
      for (const entry of entries) put.run(entry)
    })()
  }
  // A journal that an older version wrote, and that is only read, has no such tables.
  const exists = (table: string) =>
    database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined
  return {
    note: (conflicts) => putAll(NOTE, conflicts),
    keep: (faults) => putAll(KEEP, faults),
    conflicts: () =>
      exists('conflicts') ? database.prepare<[], Conflict>(CONFLICTS).iterate() : [],
    conflicting() {
      if (!exists('conflicts')) return 0
      const count = database.prepare<[], number>('SELECT count(DISTINCT rollout) FROM conflicts')
      return count.pluck().get() ?? 0
    },
    faults(cause, limit = -1) {
      if (!exists('faults')) return []
      const where = cause === undefined ? '' : 'WHERE cause = @cause'
      return database
        .prepare<[object], RecordedFault>(
          `SELECT * FROM faults ${where} ORDER BY rollout LIMIT @limit`,
        )
        .iterate({ cause, limit })
    },
  }
}
