// Journals whose files were damaged: what is read from them is right, or nothing is read from them.
// FURROW_DAMAGES=500 asks for more of each kind, FURROW_SEED for others.

import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import type { Columns } from '../workers/protocol.ts'
import { sampleColumns } from './columns.fixture.ts'
import { createDice, type Dice } from './dice.fixture.ts'
import { bitsOf } from './journal.cases.ts'
import { JournalError, type RecordedFault } from './journal.ts'
import { openJournal, readJournal, type SqliteJournal } from './journal-sqlite.ts'
import type { Conflict } from './meeting.ts'
import { merkleRoot } from './merkle.ts'
import { addStatuses, emptyCounts, isFailed, STATUS_NAMES } from './status.ts'
import { countCovered, missingFrom } from './stretches.ts'

const DAMAGES = Number(process.env.FURROW_DAMAGES ?? 60)
const SEED = Number(process.env.FURROW_SEED ?? 1)

const root = mkdtempSync(join(tmpdir(), 'furrow-damage-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const DIGEST = '5a'.repeat(32)
const ROLLOUTS = 3000
const identity = { digest: DIGEST, canonical: '{"rollout":{"steps":20}}', rollouts: ROLLOUTS }
const FILE = join(root, 'journal.sqlite')

/** Batches of many sizes in the order in which they were recorded: neighbours may change places. */
function batches(): Columns[] {
  const dice = createDice(7)
  const found: Columns[] = []
  for (let from = 0; from < ROLLOUTS; ) {
    const count = Math.min(1 + dice(120), ROLLOUTS - from)
    found.push(sampleColumns(from, count))
    from += count
  }
  for (let i = 1; i < found.length; i++) {
    if (dice(3) === 0) [found[i - 1], found[i]] = [found[i], found[i - 1]]
  }
  return found
}

const order = batches()
/** So many lie in the main file, the others in its log. */
const FOLDED = order.length >> 1

interface Files {
  readonly main: Buffer
  readonly log: Buffer
}

const WORDS = 'what the engine said when it was asked for'

/** Why rollouts of a batch failed: all those that did. */
function faultsOf({ from, status }: Columns): RecordedFault[] {
  return [...status].flatMap((s, i) => {
    const [rollout, cause] = [from + i, STATUS_NAMES[s]]
    const message = `${WORDS} ${rollout}`
    return isFailed(s) ? [{ rollout, cause, step: 7 * i, retries: i % 2, message }] : []
  })
}

/** Of each batch the first two rollouts came again with other bits, and were seen twice. */
function conflictsOf({ from, count }: Columns): Conflict[] {
  return [...Array(Math.min(count, 2)).keys()].flatMap((i) =>
    (['audit', 'verify'] as const).map((seen) => {
      return { rollout: from + i, field: 'end', recorded: `${from} ${WORDS}`, found: WORDS, seen }
    }),
  )
}

function record(journal: SqliteJournal, batch: Columns): void {
  journal.append(batch, { faults: faultsOf(batch) })
  journal.note(conflictsOf(batch))
}

/** The files as a process leaves them that dies after the last batch. */
function undamaged(folded: number): Files {
  const file = join(root, `as-is-${folded}.sqlite`)
  const first = openJournal(file, identity)
  for (const batch of order.slice(0, folded)) record(first, batch)
  first.close()
  const second = openJournal(file, identity)
  for (const batch of order.slice(folded)) record(second, batch)
  const files = {
    main: readFileSync(file),
    log: folded < order.length ? readFileSync(`${file}-wal`) : Buffer.alloc(0),
  }
  second.close()
  return files
}

const half = undamaged(FOLDED)
const inLog = undamaged(0)
const inMain = undamaged(order.length)

const whole = merkleRoot(
  DIGEST,
  ROLLOUTS,
  [...order].sort((a, b) => a.from - b.from),
).root
const bitsAt = new Map(order.map((batch) => [batch.from, JSON.stringify(bitsOf([batch]))]))

const MENDS = /restore|move it away|choose another|use the other|copy the folder/

/** The work's answer, or undefined where the journal refused it as it should. */
function answered<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof JournalError)) throw error
    expect(['corrupt', 'other-sweep', 'unsupported']).toContain(error.fault)
    expect(error.message).toMatch(MENDS)
    return undefined
  }
}

/** The batches in a journal, each with its bits; undefined where it refuses to tell. */
function batchesIn(journal: SqliteJournal): Columns[] | undefined {
  return answered(() => {
    const counts = emptyCounts()
    const found: Columns[] = []
    for (const columns of journal.read()) {
      expect(JSON.stringify(bitsOf([columns]))).toBe(bitsAt.get(columns.from))
      addStatuses(counts, columns.status)
      found.push(columns)
    }
    expect(journal.counts()).toEqual(counts)
    const rollouts = found.reduce((sum, { count }) => sum + count, 0)
    expect(countCovered(journal.covered(), { from: 0, count: ROLLOUTS })).toBe(rollouts)
    return found
  })
}

const inIndexOrder = (a: { rollout: number }, b: { rollout: number }) => a.rollout - b.rollout
const told = order.flatMap(conflictsOf)

/**
 * Faults and conflicts are those of the batches that are there, or refused. The last batch's
 * conflicts are noted after it, and may be lost alone.
 */
function judgeFindings(journal: SqliteJournal, found: readonly Columns[] | undefined): void {
  answered(() => {
    const faults = [...journal.faults()]
    const batches = found ?? order.filter(({ from, count }) => faults.some(within(from, count)))
    expect(faults).toEqual(batches.flatMap(faultsOf).sort(inIndexOrder))
    const failed = faults.filter(({ cause }) => cause === 'threw')
    expect([...journal.faults('threw', 5)]).toEqual(failed.slice(0, 5))
  })
  answered(() => {
    const conflicts = [...journal.conflicts()]
    const wanted = told.slice(0, conflicts.length).sort(inIndexOrder)
    expect(conflicts).toEqual(wanted)
    expect(journal.conflicting()).toBe(conflicts.length / 2)
    if (!found) return
    const all = order.slice(0, found.length).flatMap(conflictsOf).length
    const last = conflictsOf(order[Math.max(0, found.length - 1)]).length
    expect([all, all - last]).toContain(conflicts.length)
  })
}

const within =
  (from: number, count: number) =>
  ({ rollout }: { rollout: number }) =>
    from <= rollout && rollout < from + count

/** Records what a journal lacks, as the next run does, and takes the root. */
function goOn(journal: SqliteJournal): string | undefined {
  return answered(() => {
    for (const { from, count } of missingFrom(journal.covered(), { from: 0, count: ROLLOUTS }))
      journal.append(sampleColumns(from, count))
    return merkleRoot(DIGEST, ROLLOUTS, journal.read()).root
  })
}

/** Puts the files in place, looks as a reader does, and goes on as the next run does. */
function judge({ main, log }: Files, check: (found: Columns[]) => void): 'read' | 'refused' {
  for (const ending of ['', '-wal', '-shm']) rmSync(FILE + ending, { force: true })
  writeFileSync(FILE, main)
  if (log.length > 0) writeFileSync(`${FILE}-wal`, log)
  const reader = answered(() => readJournal(FILE))
  const found = reader && batchesIn(reader)
  if (reader) judgeFindings(reader, found)
  reader?.close()
  if (found) check(found)
  const writer = answered(() => openJournal(FILE, identity))
  const finished = writer && goOn(writer)
  writer?.close()
  if (finished !== undefined) expect(finished).toBe(whole)
  return found && finished ? 'read' : 'refused'
}

/** Some bytes from `from` on cut off, zeroed, garbled or with one bit turned. */
function damage(bytes: Buffer, from: number, dice: Dice): { bytes: Buffer; how: string } {
  const at = from + dice(bytes.length - from)
  const end = Math.min(bytes.length, at + 1 + (dice(2) === 0 ? dice(16) : dice(4096)))
  const copy = Buffer.from(bytes)
  const how = ['cut', 'zeroed', 'garbled', 'one bit'][dice(4)]
  if (how === 'cut') return { bytes: copy.subarray(0, at), how: `${how} at ${at}` }
  if (how === 'zeroed') copy.fill(0, at, end)
  if (how === 'garbled') for (let i = at; i < end; i++) copy[i] = dice(256)
  if (how === 'one bit') copy[at] ^= 1 << dice(8)
  return { bytes: copy, how: `${how}, bytes ${at} to ${end}` }
}

/** Tries many damages; what fails is told with its case. Returns how many were read. */
function tryMany(
  kind: number,
  one: (dice: Dice) => { how: string; files: Files },
  check: (found: readonly Columns[]) => void = isRight,
) {
  let read = 0
  for (let i = 0; i < DAMAGES; i++) {
    const { how, files } = one(createDice(100_000 * SEED + 10_000 * kind + i))
    try {
      if (judge(files, check) === 'read') read += 1
    } catch (cause) {
      throw new Error(`case ${i}, ${how}: ${(cause as Error).message}`, { cause })
    }
  }
  if (DAMAGES > 60) console.log(`${expect.getState().currentTestName}: ${read} of ${DAMAGES} read`)
  return read
}

/** Bits are compared where they are read. */
function isRight(): void {}

/** What was recorded first is there, and nothing of what was recorded later. */
function isPrefix(found: readonly Columns[]): void {
  const wanted = order.slice(0, found.length).map(({ from }) => from)
  expect(found.map(({ from }) => from)).toEqual(wanted.sort((a, b) => a - b))
}

test(`a log damaged in its last 4 KiB (${DAMAGES} times) has lost its last batches alone`, () => {
  const { main, log } = half
  const read = tryMany(
    1,
    (dice) => {
      const { bytes, how } = damage(log, log.length - 4096, dice)
      return { how, files: { main, log: bytes } }
    },
    (found) => {
      isPrefix(found)
      // The last 4 KiB are within the last batch's pages.
      expect(found.length).toBeGreaterThanOrEqual(order.length - 1)
    },
  )
  expect(read).toBe(DAMAGES)
})

test(`a log damaged anywhere (${DAMAGES} times) holds a prefix of whole batches`, () => {
  const { main, log } = half
  const read = tryMany(
    2,
    (dice) => {
      const { bytes, how } = damage(log, 0, dice)
      return { how, files: { main, log: bytes } }
    },
    (found) => {
      isPrefix(found)
      expect(found.length).toBeGreaterThanOrEqual(FOLDED)
    },
  )
  expect(read).toBe(DAMAGES)
})

test(`a log that was all there was, damaged anywhere (${DAMAGES} times), likewise`, () => {
  const { main, log } = inLog
  tryMany(
    3,
    (dice) => {
      const { bytes, how } = damage(log, 0, dice)
      return { how, files: { main, log: bytes } }
    },
    isPrefix,
  )
})

test(`a main file damaged anywhere (${DAMAGES} times) is refused, or gives right rows`, () => {
  const { main } = inMain
  const read = tryMany(4, (dice) => {
    const { bytes, how } = damage(main, 0, dice)
    return { how, files: { main: bytes, log: Buffer.alloc(0) } }
  })
  // Some bytes belong to nobody.
  expect(read).toBeLessThan(DAMAGES)
})

test(`a main file damaged under a log (${DAMAGES} times) is refused, or gives right rows`, () => {
  const { main, log } = half
  tryMany(5, (dice) => {
    const { bytes, how } = damage(main, 0, dice)
    return { how, files: { main: bytes, log } }
  })
})

test(`words of faults and conflicts that were garbled (${DAMAGES} times) are refused`, () => {
  const { main } = inMain
  const places: number[] = []
  for (let at = main.indexOf(WORDS); at >= 0; at = main.indexOf(WORDS, at + 1)) places.push(at)
  let refused = 0
  const read = tryMany(6, (dice) => {
    const bytes = Buffer.from(main)
    const at = places[dice(places.length)] + dice(WORDS.length)
    bytes[at] ^= 1 << dice(7)
    writeFileSync(FILE, bytes)
    const reader = readJournal(FILE)
    for (const list of [() => reader.faults(), () => reader.conflicts()])
      if (answered(() => [...(list() as Iterable<object>)]) === undefined) refused += 1
    reader.close()
    return { how: `one bit at ${at}`, files: { main: bytes, log: Buffer.alloc(0) } }
  })
  // The rollouts themselves are whole, and the next run records and ends as ever.
  expect(read).toBe(DAMAGES)
  // Some words are left where a page was divided, and belong to nobody.
  expect(refused).toBeGreaterThan(DAMAGES / 2)
})

test.each([
  ['faults', 'DELETE FROM faults WHERE rollout = (SELECT max(rollout) FROM faults)'],
  ['faults', 'DROP TABLE faults'],
  ['faults', "DELETE FROM meta WHERE key = 'faults'"],
  ['faults', 'ALTER TABLE faults RENAME COLUMN message TO massage'],
  ['conflicts', 'DELETE FROM conflicts WHERE id = 2'],
  ['conflicts', "DELETE FROM conflicts; INSERT OR REPLACE INTO meta VALUES ('conflicts', '1')"],
] as const)('%s are refused after %s', (table, sql) => {
  writeFileSync(FILE, inMain.main)
  const database = new Database(FILE)
  database.exec(sql)
  database.close()
  const reader = readJournal(FILE)
  expect(() => [...reader[table]()]).toThrow(MENDS)
  expect(batchesIn(reader)).toHaveLength(order.length)
  reader.close()
})

test('a change that was left half made is taken back, also for who only reads', () => {
  const file = join(root, 'half.sqlite')
  writeFileSync(file, inMain.main)
  const writer = new Database(file)
  // Pages that do not fit into its memory are written before the change is whole.
  writer.exec('PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1')
  writer.exec('BEGIN; UPDATE chunks SET status = zeroblob(9000)')
  const copy = join(root, 'half-copy.sqlite')
  for (const ending of ['', '-journal']) copyFileSync(file + ending, copy + ending)
  writer.exec('ROLLBACK')
  writer.close()
  expect(readFileSync(copy).equals(inMain.main)).toBe(false)
  const reader = readJournal(copy)
  expect(batchesIn(reader)).toHaveLength(order.length)
  reader.close()
})
