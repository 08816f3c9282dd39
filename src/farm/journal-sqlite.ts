// The journal on disk: one SQLite file, a row for each chunk of rollouts, its columns as bytes.

import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import type { Columns } from '../workers/protocol.ts'
import { changedField } from './changed-field.ts'
import {
  type AppendOptions,
  faultsToKeep,
  type Journal,
  JournalError,
  type RecordedFault,
} from './journal.ts'
import { columnsOf, type Row, rowOf } from './journal-chunks.ts'
import { checkFound, checkRow, inOrder, parseCounts } from './journal-damage.ts'
import { explainStorage } from './journal-faults.ts'
import { createFindings, FINDING_TABLES, type Findings } from './journal-findings.ts'
import { type Appended, type Conflict, meet } from './meeting.ts'
import { addCounts, emptyCounts, type StatusCounts, type StatusName } from './status.ts'
import { joinNeighbours, type Stretch } from './stretches.ts'

/** What a journal is the record of. */
export interface Identity {
  readonly digest: string
  readonly canonical: string
  /** Rollouts of the whole sweep. */
  readonly rollouts: number
}

export type SqliteDatabase = Database.Database

export interface SqliteJournal extends Journal {
  readonly identity: Identity
}

export interface JournalOptions {
  /** How long to wait for another process that is writing just then. */
  readonly waitMs?: number
  /** Told how many bytes of results were written or read, once they are done with. */
  readonly spent?: (bytes: number) => void
}

const WAIT_MS = 5000

const ignore = () => {}

/** Raised when older programs could not read the file, or would read it wrongly. */
const FORMAT = 1

/**
 * The small entries come first in a row: SQLite then answers questions about them from a row's
 * first page, and leaves the pages of its columns unread. 64-bit entries are little-endian.
 */
const TABLES = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE chunks (
    first INTEGER PRIMARY KEY,
    count INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    by_status TEXT NOT NULL,
    status BLOB NOT NULL,
    steps BLOB NOT NULL,
    fingerprint BLOB NOT NULL,
    "values" BLOB NOT NULL,
    ladder BLOB NOT NULL,
    curves BLOB NOT NULL
  );`

/**
 * Opens the journal in `file` for writing, made anew where there is none.
 *
 * @throws JournalError when it holds another sweep (the changed field is named), and when the disk
 * or its permissions do not allow it
 */
export function openJournal(
  file: string,
  identity: Identity,
  { waitMs = WAIT_MS, spent = ignore }: JournalOptions = {},
): SqliteJournal {
  return explained(file, () => {
    makeFolder(dirname(file))
    const database = new Database(file, { timeout: waitMs })
    try {
      database.pragma('journal_mode = WAL')
      database.pragma('synchronous = FULL')
      // In KiB, by the sign: whoever only appends needs few pages at hand.
      database.pragma('cache_size = -2048')
      begin(database, file, identity)
      return new JournalInFile(database, file, spent)
    } catch (error) {
      database.close()
      throw error
    }
  })
}

/** One level at a time: the recursive mkdir of Node says ENOENT for a read-only disk. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have been quicker.
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
}

/** Opens a journal that is there, to read it alone; a run may be writing to it meanwhile. */
export function readJournal(
  file: string,
  { waitMs = WAIT_MS, spent = ignore }: JournalOptions = {},
): SqliteJournal {
  return explained(file, () => {
    if (!existsSync(file))
      throw new JournalError(
        'missing',
        `${file}: there is no journal; run a sweep into this folder`,
      )
    const open = () => opened(new Database(file, { readonly: true, timeout: waitMs }), file, spent)
    try {
      return open()
    } catch (error) {
      if (!NEEDS_WRITER.test(String((error as { code?: string }).code))) throw error
      settle(file, waitMs)
      return open()
    }
  })
}

function opened(database: Database.Database, file: string, spent: (bytes: number) => void) {
  try {
    return new JournalInFile(database, file, spent)
  } catch (error) {
    database.close()
    throw error
  }
}

/** A process that died while it folded its log in has left a change half made. */
const NEEDS_WRITER = /^SQLITE_READONLY_(ROLLBACK|RECOVERY)/

/** Takes back what was half made, which only a connection that may write can do. */
function settle(file: string, waitMs: number): void {
  const database = new Database(file, { timeout: waitMs })
  try {
    database.prepare('SELECT 1 FROM sqlite_schema').get()
  } finally {
    database.close()
  }
}

function explained<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw explainStorage(error, file)
  }
}

/** What goes wrong while rows are read is told like all else. */
function* explainedEach<T>(file: string, rows: () => Iterable<T>): Generator<T> {
  try {
    yield* rows()
  } catch (error) {
    throw explainStorage(error, file)
  }
}

/** Writes the identity into a new journal, or compares it with that of an old one. */
function begin(database: Database.Database, file: string, identity: Identity): void {
  const isNew = () => database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined
  const create = database.transaction(() => {
    // Asked again inside the transaction: two processes may come at once.
    if (!isNew()) return
    database.exec(TABLES)
    const put = database.prepare('INSERT INTO meta (key, value) VALUES (?, ?)')
    put.run('format', String(FORMAT))
    put.run('digest', identity.digest)
    put.run('canonical', identity.canonical)
    put.run('rollouts', String(identity.rollouts))
  })
  if (isNew()) create.immediate()
  const found = readIdentity(database, file)
  if (found.digest === identity.digest) {
    // Journals from before there were such tables get them now, and their counts at once.
    database.transaction(() => database.exec(FINDING_TABLES)).immediate()
    return
  }
  const change = changedField(found.canonical, identity.canonical) ?? 'its digest differs'
  throw new JournalError(
    'other-sweep',
    `${dirname(file)}: holds another sweep (${change}); choose another folder with --out`,
  )
}

function readIdentity(database: Database.Database, file: string): Identity {
  const corrupt = () =>
    new JournalError(
      'corrupt',
      `${file}: is no journal of furrow; choose another folder with --out`,
    )
  let rows: { key: string; value: string }[]
  try {
    rows = database.prepare<[], { key: string; value: string }>('SELECT * FROM meta').all()
  } catch (error) {
    // Another program's database has no such table.
    if ((error as { code?: string }).code === 'SQLITE_ERROR') throw corrupt()
    throw error
  }
  const meta = new Map(rows.map(({ key, value }) => [key, value]))
  const [digest, canonical, rollouts] = ['digest', 'canonical', 'rollouts'].map((k) => meta.get(k))
  if (meta.get('format') !== String(FORMAT)) {
    if (!meta.has('format')) throw corrupt()
    throw new JournalError(
      'unsupported',
      `${file}: has format ${meta.get('format')}, this furrow reads ${FORMAT}; use the other one`,
    )
  }
  if (digest === undefined || canonical === undefined) throw corrupt()
  return { digest, canonical, rollouts: Number(rollouts) }
}

class JournalInFile implements SqliteJournal {
  readonly identity: Identity
  readonly #database: Database.Database
  readonly #file: string
  readonly #spent: (bytes: number) => void
  /** Of the file that was opened, whatever stands at its place by now. */
  readonly #inode: number
  readonly #findings: Findings
  readonly #append: Database.Transaction<(columns: Columns, options: AppendOptions) => Appended>
  readonly #insert: Database.Statement<[Row]>
  /** Where the last chunk ends that begins before a rollout. Reads no results. */
  readonly #reach: Database.Statement<[number], number>
  readonly #before: Database.Statement<[number], Row>
  readonly #from: Database.Statement<[number], Row>
  readonly #chunks: Database.Statement<[], number>

  constructor(database: Database.Database, file: string, spent: (bytes: number) => void) {
    if (new Uint8Array(new Uint16Array([1]).buffer)[0] !== 1)
      throw new JournalError(
        'unsupported',
        'journals need a little-endian machine; use another one',
      )
    this.#database = database
    this.#file = file
    this.#spent = spent
    this.identity = readIdentity(database, file)
    this.#reach = database
      .prepare<[number], number>(
        'SELECT first + count FROM chunks WHERE first < ? ORDER BY first DESC LIMIT 1',
      )
      .pluck()
    this.#before = database.prepare(
      'SELECT * FROM chunks WHERE first < ? ORDER BY first DESC LIMIT 1',
    )
    this.#from = database.prepare('SELECT * FROM chunks WHERE first >= ? ORDER BY first LIMIT 1')
    this.#chunks = database.prepare<[], number>('SELECT count(*) FROM chunks').pluck()
    this.#insert = database.prepare(
      `INSERT INTO chunks VALUES (@first, @count, @checksum, @by_status,
        @status, @steps, @fingerprint, @values, @ladder, @curves)`,
    )
    this.#inode = statSync(file).ino
    this.#findings = createFindings(database, file)
    this.#append = database.transaction((columns, options) => this.#put(columns, options))
  }

  append(columns: Columns, options: AppendOptions = {}): Appended {
    // `immediate` takes the lock before it looks for an overlap, so that no other writer slips in.
    const appended = explained(this.#file, () => this.#append.immediate(columns, options))
    this.#checkPlace()
    this.#spent(columns.values.buffer.byteLength)
    return appended
  }

  note(conflicts: readonly Conflict[]): void {
    explained(this.#file, () => this.#findings.note(conflicts))
  }

  conflicts(): Iterable<Conflict> {
    return explainedEach(this.#file, () => this.#findings.conflicts())
  }

  conflicting(): number {
    return explained(this.#file, () => this.#findings.conflicting())
  }

  faults(cause?: StatusName, limit?: number): Iterable<RecordedFault> {
    return explainedEach(this.#file, () => this.#findings.faults(cause, limit))
  }

  covered(): Stretch[] {
    return explained(this.#file, () => {
      const rows = this.#database
        .prepare<[], Stretch>('SELECT first AS "from", count FROM chunks ORDER BY first')
        .iterate()
      return joinNeighbours(inOrder(rows, this.#file))
    })
  }

  counts(): StatusCounts {
    return explained(this.#file, () => {
      const counts = emptyCounts()
      const rows = this.#database
        .prepare<[], Pick<Row, 'count' | 'by_status'>>('SELECT count, by_status FROM chunks')
        .iterate()
      for (const row of rows) addCounts(counts, parseCounts(row, this.#file))
      return counts
    })
  }

  *read(): Generator<Columns> {
    // A question for each chunk: a long one would hold the log back while a run is going on.
    const scanned = explained(this.#file, () => this.#chunks.get()) ?? 0
    let next = 0
    for (let found = 0; ; found++) {
      const row = explained(this.#file, () => this.#from.get(next))
      if (!row) return checkFound(found, scanned, this.#file)
      yield columnsOf(row, this.#file)
      this.#spent(row.values.byteLength + row.ladder.byteLength + row.curves.byteLength)
      next = row.first + row.count
    }
  }

  find(rollout: number): Columns | undefined {
    const row = explained(this.#file, () => this.#before.get(rollout + 1))
    if (row) checkRow(row, this.#file)
    return row && rollout < row.first + row.count ? columnsOf(row, this.#file) : undefined
  }

  close(): void {
    const database = this.#database
    try {
      // Without its log a finished journal is one plain file, to be copied or read from a medium
      // that cannot be written. A reader who is there just now, or a full disk, keeps the log.
      database.pragma('busy_timeout = 0')
      if (!database.readonly) database.pragma('journal_mode = DELETE')
    } catch {
      // The next opening folds the log in.
    }
    database.close()
  }

  #put(columns: Columns, { faults, labels }: AppendOptions): Appended {
    const { from, count } = columns
    const reach = this.#reach.get(from + count)
    const isNew = reach === undefined || reach <= from
    const appended = isNew
      ? { fresh: [columns], duplicates: 0, conflicts: [] }
      : meet(columns, this.#meeting(columns), labels)
    for (const part of appended.fresh) this.#insert.run(rowOf(part))
    this.#findings.note(appended.conflicts)
    this.#findings.keep(faultsToKeep(appended.fresh, faults))
    return appended
  }

  /** The recorded chunks that an answer meets, in index order. */
  #meeting({ from, count }: Columns): Columns[] {
    const met: Columns[] = []
    const first = this.find(from)
    if (first) met.push(first)
    for (let next = from + 1; ; ) {
      const row = this.#from.get(next)
      if (!row || row.first >= from + count) return met
      met.push(columnsOf(row, this.#file))
      next = row.first + row.count
    }
  }

  /** A file that was unlinked still takes what is written, and loses it at its end. */
  #checkPlace(): void {
    if (statSync(this.#file, { throwIfNoEntry: false })?.ino === this.#inode) return
    throw new JournalError(
      'removed',
      `${this.#file}: was removed or moved away while it was being written; put the folder back, ` +
        'or run the same command again to begin anew',
    )
  }
}
