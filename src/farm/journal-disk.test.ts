// What a journal does when its disk is full or may not be written, on small disks made for it.

import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { sampleColumns } from './columns.fixture.ts'
import { bitsOf, refusal } from './journal.cases.ts'
import { openJournal, readJournal } from './journal-sqlite.ts'

const root = mkdtempSync(join(tmpdir(), 'furrow-disk-'))
// Whoever tries to write there must be able to get there.
chmodSync(root, 0o755)
afterAll(() => rmSync(root, { recursive: true, force: true }))

const identity = { digest: 'd1', canonical: '{"rollout":{"steps":20}}', rollouts: 1000 }
let folders = 0
const newFolder = () => {
  const folder = join(root, String(folders++))
  mkdirSync(folder)
  return folder
}

const mount = (folder: string, options: string) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
const unmount = (folder: string) => execFileSync('umount', [folder])

/** A disk of so many kibibytes, until the test ends. */
function newDisk(kib: number) {
  const folder = newFolder()
  mount(folder, `size=${kib}k`)
  onTestFinished(() => {
    unmount(folder)
  })
  return {
    folder,
    grow: (kib: number) => mount(folder, `remount,rw,size=${kib}k`),
    lock: () => mount(folder, 'remount,ro'),
  }
}

function canMount(): boolean {
  try {
    const folder = newFolder()
    mount(folder, 'size=64k')
    unmount(folder)
    return true
  } catch {
    return false
  }
}

const noMounts = !canMount()

test.skipIf(noMounts)(
  'a full disk (needs the right to mount) stops a run, which goes on later',
  () => {
    const disk = newDisk(1024)
    const file = join(disk.folder, 'run', 'journal.db')
    let journal = openJournal(file, identity)
    let from = 0
    const { fault, message } = refusal(() => {
      for (; ; from += 500) journal.append(sampleColumns(from, 500))
    })
    expect(fault).toBe('full')
    expect(message).toContain('the disk is full; make space and run the same command again')
    expect(from).toBeGreaterThan(1000)
    // The same connection still reads what is there, and goes on when there is space.
    expect(journal.covered()).toEqual([{ from: 0, count: from }])
    journal.close()
    const reader = readJournal(file)
    expect([...reader.read()]).toHaveLength(from / 500)
    reader.close()
    disk.grow(8192)
    journal = openJournal(file, identity)
    expect(journal.covered()).toEqual([{ from: 0, count: from }])
    journal.append(sampleColumns(from, 500))
    expect([...journal.read()]).toHaveLength(from / 500 + 1)
    journal.close()
  },
)

test.skipIf(noMounts)('a disk that is full from the start (needs mounts) is named', () => {
  const disk = newDisk(64)
  writeFileSync(join(disk.folder, 'ballast'), Buffer.alloc(60 * 1024))
  const file = join(disk.folder, 'journal.db')
  expect(refusal(() => openJournal(file, identity)).fault).toBe('full')
  disk.grow(4096)
  const journal = openJournal(file, identity)
  journal.append(sampleColumns(0, 3))
  journal.close()
})

test.skipIf(noMounts)(
  'on a read-only disk (needs mounts) a journal can be read, not written',
  () => {
    const disk = newDisk(4096)
    const file = join(disk.folder, 'a folder #1?', 'journal.db')
    const journal = openJournal(file, identity)
    journal.append(sampleColumns(0, 3))
    journal.close()
    disk.lock()
    expect(refusal(() => openJournal(file, identity)).fault).toBe('read-only')
    expect(refusal(() => openJournal(join(disk.folder, 'new', 'j.db'), identity)).fault).toBe(
      'read-only',
    )
    const reader = readJournal(file)
    expect(bitsOf(reader.read())).toEqual(bitsOf([sampleColumns(0, 3)]))
    reader.close()
  },
)

/** Root may write everywhere, so root acts as nobody for once. */
function withoutRights<T>(act: () => T): T {
  if (process.getuid?.() !== 0) return act()
  process.seteuid?.(NOBODY)
  try {
    return act()
  } finally {
    process.seteuid?.(0)
  }
}
const NOBODY = 65534

test('a folder without permission is named', () => {
  const folder = newFolder()
  chmodSync(folder, 0o555)
  const { fault, message } = withoutRights(() =>
    refusal(() => openJournal(join(folder, 'journal.db'), identity)),
  )
  expect(fault).toBe('read-only')
  expect(message).toContain(folder)
  expect(existsSync(join(folder, 'journal.db'))).toBe(false)
})
