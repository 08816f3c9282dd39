import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, test } from 'vitest'
import { sampleColumns } from './columns.fixture.ts'
import { bitsOf, journalCases, refusal } from './journal.cases.ts'
import { openJournal, readJournal } from './journal-sqlite.ts'

const root = mkdtempSync(join(tmpdir(), 'furrow-journal-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const identity = { digest: 'd1', canonical: '{"rollout":{"steps":20}}', rollouts: 1000 }
let files = 0
const newFile = () => join(root, String(files++), 'journal.db')

describe('the journal on disk', () => journalCases(() => openJournal(newFile(), identity)))

test('what was appended is there after reopening, for writers and readers', () => {
  const file = newFile()
  const journal = openJournal(file, identity)
  journal.append(sampleColumns(5, 3))
  journal.close()
  for (const again of [readJournal(file), openJournal(file, identity)]) {
    expect(again.identity).toEqual(identity)
    expect(bitsOf(again.read())).toEqual(bitsOf([sampleColumns(5, 3)]))
    again.close()
  }
})

test('a folder that holds another sweep is refused, and the changed field is named', () => {
  const file = newFile()
  openJournal(file, identity).close()
  const other = { ...identity, digest: 'd2', canonical: '{"rollout":{"steps":10}}' }
  const { fault, message } = refusal(() => openJournal(file, other))
  expect(fault).toBe('other-sweep')
  expect(message).toBe(
    `${dirname(file)}: holds another sweep (rollout.steps: 20 -> 10); ` +
      'choose another folder with --out',
  )
})

test('a reader may not write, and needs a journal that is there', () => {
  const file = newFile()
  expect(refusal(() => readJournal(file)).fault).toBe('missing')
  openJournal(file, identity).close()
  const reader = readJournal(file)
  expect(refusal(() => reader.append(sampleColumns(0, 1))).fault).toBe('read-only')
  reader.close()
})

test('a place where no folder can be made is named', () => {
  const file = newFile()
  mkdirSync(dirname(file))
  writeFileSync(file, '')
  for (const place of [join(file, 'journal.db'), join(file, 'deeper', 'journal.db')]) {
    const { fault, message } = refusal(() => openJournal(place, identity))
    expect(fault).toBe('read-only')
    expect(message).toContain('cannot be opened; choose another folder with --out')
  }
})

test('a journal that was closed is one plain file', () => {
  const file = newFile()
  const journal = openJournal(file, identity)
  journal.append(sampleColumns(0, 500))
  expect(readdirSync(dirname(file)).length).toBeGreaterThan(1)
  journal.close()
  expect(readdirSync(dirname(file))).toEqual(['journal.db'])
})

test('files that are no journals are refused by name', () => {
  const text = newFile()
  mkdirSync(dirname(text))
  writeFileSync(text, 'this is a letter to my aunt, and no database at all. '.repeat(20))
  const foreign = newFile()
  mkdirSync(dirname(foreign))
  const database = new Database(foreign)
  database.exec('CREATE TABLE recipes (name TEXT)')
  database.close()
  const newer = newFile()
  openJournal(newer, identity).close()
  const raised = new Database(newer)
  raised.exec("UPDATE meta SET value = '2' WHERE key = 'format'")
  raised.close()
  const expected: [string, string][] = [
    [text, 'corrupt'],
    [foreign, 'corrupt'],
    [newer, 'unsupported'],
  ]
  for (const [file, fault] of expected) {
    for (const open of [readJournal, openJournal]) {
      const refused = refusal(() => open(file, identity))
      expect(refused.fault).toBe(fault)
      expect(refused.message).toContain(file)
    }
  }
  expect(readFileSync(text, 'utf8')).toMatch(/^this is a letter/)
})

test('a bit that changed on disk is found when its chunk is read', () => {
  const file = newFile()
  const journal = openJournal(file, identity)
  journal.append(sampleColumns(0, 3))
  journal.append(sampleColumns(3, 400))
  journal.close()
  const bytes = readFileSync(file)
  const mark = Buffer.alloc(8)
  mark.writeBigUInt64LE(sampleColumns(200, 1).fingerprint[0])
  const at = bytes.indexOf(mark)
  expect(at).toBeGreaterThan(0)
  bytes[at] ^= 1
  writeFileSync(file, bytes)
  const reader = readJournal(file)
  expect(reader.covered()).toEqual([{ from: 0, count: 403 }])
  const { fault, message } = refusal(() => [...reader.read()])
  expect(fault).toBe('corrupt')
  expect(message).toContain('the chunk of rollouts 3 to 402 is damaged')
  reader.close()
})

test('a writer that waits in vain for another one says so', () => {
  const file = newFile()
  const journal = openJournal(file, identity, { waitMs: 1 })
  const other = new Database(file)
  other.exec('BEGIN IMMEDIATE')
  expect(refusal(() => journal.append(sampleColumns(0, 1)))).toMatchObject({ fault: 'locked' })
  other.exec('COMMIT')
  journal.append(sampleColumns(0, 1))
  other.exec('BEGIN IMMEDIATE')
  journal.close()
  other.exec('COMMIT')
  other.close()
  const again = openJournal(file, identity)
  expect(again.covered()).toEqual([{ from: 0, count: 1 }])
  again.close()
})

/** Starts a process that appends chunks of 500, and resolves when it has told of `chunks`. */
async function startWriter(file: string, chunks: number) {
  const script = fileURLToPath(new URL('journal-writer.fixture.ts', import.meta.url))
  const writer = spawn(process.execPath, ['--import', 'tsx', script, file, 'd1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  const lines = () => told.split('\n').slice(0, -1)
  writer.stdout.on('data', (data) => {
    told += data
  })
  while (lines().length < chunks) await once(writer.stdout, 'data')
  return { writer, durable: () => Number(lines().at(-1)) }
}

async function kill(writer: ChildProcess) {
  writer.kill('SIGKILL')
  await once(writer, 'close')
}

test('what was told to be durable survives kill -9, and a reader sees it meanwhile', async () => {
  const file = newFile()
  const { writer, durable } = await startWriter(file, 5)
  const before = durable()
  const reader = readJournal(file)
  expect(reader.covered()[0].count).toBeGreaterThanOrEqual(before)
  let next = 0
  for (const columns of reader.read()) {
    expect(columns.from).toBe(next)
    next += columns.count
    if (next > before + 1000) break
  }
  reader.close()
  await kill(writer)
  const told = durable()
  // First a reader: it must see the log that the dead process left.
  const late = readJournal(file)
  const [stretch] = late.covered()
  expect(stretch.from).toBe(0)
  expect(stretch.count).toBeGreaterThanOrEqual(told)
  late.close()
  const journal = openJournal(file, { ...identity, canonical: '{}' })
  expect(bitsOf(journal.read()).length).toBe(stretch.count / 500)
  journal.append(sampleColumns(stretch.count, 3))
  journal.close()
})

test('a log whose end was garbled loses its last chunks alone', async () => {
  const file = newFile()
  const { writer } = await startWriter(file, 5)
  await kill(writer)
  const damaged = newFile()
  mkdirSync(dirname(damaged))
  copyFileSync(file, damaged)
  const log = readFileSync(`${file}-wal`)
  log.fill(0xa5, log.length - 3000)
  writeFileSync(`${damaged}-wal`, log)
  const journal = openJournal(damaged, { ...identity, canonical: '{}' })
  const [stretch] = journal.covered()
  expect(stretch.from).toBe(0)
  expect(stretch.count).toBeGreaterThan(0)
  expect([...journal.read()]).toHaveLength(stretch.count / 500)
  journal.append(sampleColumns(stretch.count, 500))
  journal.close()
})
