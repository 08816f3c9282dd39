// The journal on disk: one SQLite file, a row for each chunk of rollouts, its columns as bytes.

import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import Database from 'better-sqlite3'
import type { Columns } from '../workers/protocol.ts'
import { changedField } from './changed-field.ts'
import { type Journal, JournalError, overlapError } from './journal.ts'
import { checkFound, checkRow, inOrder, parseCounts } from './journal-damage.ts'
import { explainStorage } from './journal-faults.ts'
import { addCounts, addStatuses, emptyCounts, type StatusCounts } from './status.ts'
import { joinNeighbours, type Stretch } from './stretches.ts'

/** What a journal is the record of. */
export interface Identity {
  readonly digest: string
  readonly canonical: string
  /** Rollouts of the whole sweep. */
  readonly rollouts: number
}

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

interface Row {
  readonly first: number
  readonly count: number
  readonly checksum: number
  readonly by_status: string
  readonly status: Buffer
  readonly steps: Buffer
  readonly fingerprint: Buffer
  readonly values: Buffer
  readonly ladder: Buffer
  readonly curves: Buffer
}

type Stored = Pick<Row, 'status' | 'steps' | 'fingerprint' | 'values' | 'ladder' | 'curves'>

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
  if (found.digest === identity.digest) return
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
  readonly #append: Database.Transaction<(columns: Columns) => void>
  readonly #insert: Database.Statement<[object]>
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
    this.#append = database.transaction((columns) => this.#put(columns))
  }

  append(columns: Columns): void {
    // `immediate` takes the lock before it looks for an overlap, so that no other writer slips in.
    explained(this.#file, () => this.#append.immediate(columns))
    this.#spent(columns.values.buffer.byteLength)
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
      checkRow(row, this.#file)
      yield this.#columns(row)
      this.#spent(row.values.byteLength + row.ladder.byteLength + row.curves.byteLength)
      next = row.first + row.count
    }
  }

  find(rollout: number): Columns | undefined {
    const row = explained(this.#file, () => this.#before.get(rollout + 1))
    if (row) checkRow(row, this.#file)
    return row && rollout < row.first + row.count ? this.#columns(row) : undefined
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

  #put(columns: Columns): void {
    const { from, count, status, steps, fingerprint, values, ladder, curves } = columns
    const reach = this.#reach.get(from + count)
    if (reach !== undefined && reach > from) {
      const met = this.#before.get(from + count) as Row
      throw overlapError(this.#columns(met), columns)
    }
    const stored: Stored = {
      status: bytesOf(status),
      steps: bytesOf(steps),
      fingerprint: bytesOf(fingerprint),
      values: bytesOf(values),
      ladder: bytesOf(ladder),
      curves: bytesOf(curves),
    }
    const counts = emptyCounts()
    addStatuses(counts, status)
    this.#insert.run({
      first: from,
      count,
      checksum: checksum(from, count, stored),
      by_status: JSON.stringify(counts),
      ...stored,
    })
  }

  #columns(row: Row): Columns {
    const { first, count } = row
    if (checksum(first, count, row) !== row.checksum)
      throw new JournalError(
        'corrupt',
        `${this.#file}: the chunk of rollouts ${first} to ${first + count - 1} is damaged; ` +
          'restore the file from a copy, or move it away and run the sweep again',
      )
    return {
      from: first,
      count,
      status: new Uint8Array(bufferOf(row.status)),
      steps: new Uint32Array(bufferOf(row.steps)),
      fingerprint: new BigUint64Array(bufferOf(row.fingerprint)),
      values: new Float64Array(bufferOf(row.values)),
      ladder: new BigUint64Array(bufferOf(row.ladder)),
      curves: new Float64Array(bufferOf(row.curves)),
    }
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)
}

/** The bytes in a buffer of their own, where every kind of entry is aligned. */
function bufferOf({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer {
  if (byteOffset % 8 === 0 && buffer.byteLength === byteLength) return buffer as ArrayBuffer
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
}

/** CRC-32 over the place and all columns, so that chunks or columns that were swapped are found. */
function checksum(from: number, count: number, row: Stored): number {
  let sum = crc32(`${from} ${count}`)
  for (const part of [row.status, row.steps, row.fingerprint, row.values, row.ladder, row.curves]) {
    // SQLite hands out an empty column without an address, and zlib's sum of that starts anew.
    if (part.length > 0) sum = crc32(part, sum)
  }
  return sum
}
