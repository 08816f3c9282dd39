import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holderOf, takeLock } from './run-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'furrow-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const lockBy = (holder: object) => writeFileSync(join(folder, 'run.lock'), JSON.stringify(holder))

test('a lock is held once, and free again after its release', () => {
  const lock = takeLock(folder)
  expect(takeLock(folder)).toMatchObject({ pid: process.pid, host: hostname() })
  expect(holderOf(folder)).toMatchObject({ pid: process.pid })
  if ('release' in lock) lock.release()
  expect(holderOf(folder)).toBeUndefined()
  expect('release' in takeLock(folder)).toBe(true)
  expect(readdirSync(folder)).toEqual(['run.lock'])
})

test('the lock of a process that has ended is taken over', () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  lockBy({ pid, host: hostname(), born: '1' })
  expect(holderOf(folder)).toBeUndefined()
  expect('release' in takeLock(folder)).toBe(true)
  expect(JSON.parse(readFileSync(join(folder, 'run.lock'), 'utf8')).pid).toBe(process.pid)
})

test('a number that another process has got since does not hold the lock', () => {
  lockBy({ pid: process.pid, host: hostname(), born: 'long ago' })
  expect('release' in takeLock(folder)).toBe(true)
})

test('between two processes of a run its parent holds the lock', () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const dead = { pid, host: hostname(), born: '1' }
  lockBy({ ...dead, parent: { pid: process.pid } })
  expect(takeLock(folder)).toMatchObject({ pid, parent: { pid: process.pid } })
  lockBy({ ...dead, parent: { pid, born: '1' } })
  expect('release' in takeLock(folder)).toBe(true)
})

test('a process of another machine counts as alive', () => {
  lockBy({ pid: 1, host: 'elsewhere' })
  expect(takeLock(folder)).toMatchObject({ pid: 1, host: 'elsewhere' })
})

test('a lock file that was cut short holds nothing', () => {
  writeFileSync(join(folder, 'run.lock'), '{"pid":')
  expect('release' in takeLock(folder)).toBe(true)
})
