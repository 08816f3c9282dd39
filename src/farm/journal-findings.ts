// What a journal on disk keeps beside its results: conflicts, and why rollouts failed. No part of
// the root. Each row has a checksum and `meta` their number, so that damage is told, not believed.

import { crc32 } from 'node:zlib'
import type { RecordedFault } from './journal.ts'
import { damaged } from './journal-damage.ts'
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
    checksum INTEGER NOT NULL,
    UNIQUE (rollout, field, seen)
  );
  CREATE TABLE IF NOT EXISTS faults (
    rollout INTEGER PRIMARY KEY,
    cause TEXT NOT NULL,
    step INTEGER NOT NULL,
    retries INTEGER NOT NULL,
    message TEXT NOT NULL,
    checksum INTEGER NOT NULL
  );
  INSERT OR IGNORE INTO meta (key, value) VALUES ('conflicts', '0'), ('faults', '0');`

export interface Findings {
  note(conflicts: readonly Conflict[]): void
  keep(faults: readonly RecordedFault[]): void
  conflicts(): Iterable<Conflict>
  conflicting(): number
  faults(cause?: StatusName, limit?: number): Iterable<RecordedFault>
}

/** The table's rows as they are written, and the order in which they are read. */
const TABLES = {
  conflicts: { fields: ['rollout', 'field', 'recorded', 'found', 'seen'], order: 'rollout, id' },
  faults: { fields: ['rollout', 'cause', 'step', 'retries', 'message'], order: 'rollout' },
} as const
type Table = keyof typeof TABLES

interface Kept {
  readonly rollout: number
  /** Tells the conflicts of a rollout apart. */
  readonly id: number
  readonly checksum: number
}

/** Statements are made when they are first needed: most journals have nothing to tell. */
export function createFindings(database: SqliteDatabase, file: string): Findings {
  const put = (table: Table, entries: readonly object[]) => {
    if (entries.length === 0) return
    const { fields } = TABLES[table]
    const insert = database.prepare<[object]>(
      `INSERT OR IGNORE INTO ${table} (${fields.join(', ')}, checksum)
        VALUES (${fields.map((field) => `@${field}`).join(', ')}, @checksum)`,
    )
    const add = database.prepare('UPDATE meta SET value = value + CAST(? AS INTEGER) WHERE key = ?')
    database.transaction(() => {
      let added = 0
      for (const entry of entries)
        added += insert.run({ ...entry, checksum: checksum(table, entry) }).changes
      add.run(added, table)
    })()
  }

  function* rows<Found extends object>(table: Table): Generator<Found> {
    if (!isWhole(database, table)) throw damaged(file, `its table of ${table} is damaged`)
    const { fields, order } = TABLES[table]
    const id = table === 'conflicts' ? 'id' : 'rollout'
    // The index may be damaged alone; it serves for writing.
    const found = database.prepare<[], Found & Kept>(
      `SELECT ${fields.join(', ')}, ${id} AS id, checksum
        FROM ${table} NOT INDEXED ORDER BY ${order}`,
    )
    let last = { rollout: -1, id: 0 }
    for (const { id, checksum: written, ...row } of found.iterate()) {
      const { rollout } = row
      const isNext = rollout > last.rollout || (rollout === last.rollout && id > last.id)
      if (!isNext || checksum(table, row) !== written)
        throw damaged(file, `its table of ${table} is damaged at rollout ${rollout}`)
      last = { rollout, id }
      yield row as unknown as Found
    }
  }

  return {
    note: (conflicts) => put('conflicts', conflicts),
    keep: (faults) => put('faults', faults),
    conflicts: () => rows('conflicts'),
    conflicting() {
      const rollouts = new Set<number>()
      for (const { rollout } of rows<Conflict>('conflicts')) rollouts.add(rollout)
      return rollouts.size
    },
    *faults(cause, limit = Number.POSITIVE_INFINITY) {
      let found = 0
      if (limit <= 0) return
      for (const fault of rows<RecordedFault>('faults')) {
        if (cause !== undefined && fault.cause !== cause) continue
        yield fault
        found += 1
        if (found >= limit) return
      }
    },
  }
}

/** As many rows are there as were written; a journal of an older version has neither. */
function isWhole(database: SqliteDatabase, table: Table): boolean {
  const exists = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table)
  // Both numbers in one question, since a run may be writing.
  const there = exists ? `(SELECT count(*) FROM ${table} NOT INDEXED)` : 'NULL'
  const counts = database
    .prepare<[string], { there: number | null; written: string | null }>(
      `SELECT ${there} AS there, (SELECT value FROM meta WHERE key = ?) AS written`,
    )
    .get(table)
  const { there: found = null, written = null } = counts ?? {}
  return found === null ? written === null : String(found) === written
}

/** CRC-32 over the table and all that a row says. */
function checksum(table: Table, row: object): number {
  const entries = row as Readonly<Record<string, unknown>>
  return crc32([table, ...TABLES[table].fields.map((field) => entries[field])].join('\0'))
}
