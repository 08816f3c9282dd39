// Disks that cannot be written, or not any more. The mounts need rights that few machines give.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { furrow, startFurrow, until, userFolder } from './furrow.fixture.ts'

const folder = userFolder()
writeFileSync(
  join(folder, 'many.ts'),
  `import { defineSweep, last, linspace, logistic } from 'furrow'
export default defineSweep({
  scene: logistic,
  axes: { r: linspace(2.5, 4, 6000) },
  rollout: { steps: 100 },
  measures: { end: last('x') },
})
`,
)

const mounted: string[] = []
afterAll(() => {
  for (const path of mounted) spawnSync('umount', [path])
})

/** A small file system in memory at `name`, or undefined where this process may not mount one. */
function mountMemory(name: string, options: string): string | undefined {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path])
  if (status !== 0) return undefined
  if (!mounted.includes(path)) mounted.push(path)
  return path
}

const NO_MOUNT = 'this process may not mount a file system'

test('a read-only folder is named, with the mend', ({ skip }) => {
  if (mountMemory('fixed', 'ro,size=64k') === undefined) skip(NO_MOUNT)
  for (const out of ['fixed', 'fixed/deeper/still']) {
    const { status, stderr } = furrow(['run', 'many.ts', '--out', out], { cwd: folder })
    expect(status).toBe(2)
    expect(stderr).toBe(
      `furrow: ${out}: cannot be written; choose another folder with --out, ` +
        'or change its permissions (EROFS)\n',
    )
  }
})

test('a full disk stops the run, which goes on when there is space', ({ skip }) => {
  const path = mountMemory('small', 'size=450k')
  if (path === undefined) skip(NO_MOUNT)
  const call = () => furrow(['run', 'many.ts', '--out', 'small/result'], { cwd: folder })
  const { status, stderr } = call()
  expect(status).toBe(2)
  const [first, second] = stderr.trimEnd().split('\n')
  expect(first).toBe(
    'furrow: small/result/journal.sqlite: the disk is full; make space and run the same command ' +
      'again, it goes on where it stopped (SQLITE_FULL)',
  )
  const kept = /^([\d,]+) of 6,000 cells are kept$/.exec(second)?.[1]
  expect(kept).toMatch(/^[1-9]/)
  spawnSync('mount', ['-o', 'remount,size=64m', path as string])
  const again = call()
  expect(again.status).toBe(0)
  expect(again.stderr).toBe(`resumed: ${kept} of 6,000 cells were done\n`)
  const elsewhere = furrow(['run', 'many.ts', '--out', 'elsewhere'], { cwd: folder })
  expect(again.stdout.split('\n').at(-2)).toBe(elsewhere.stdout.split('\n').at(-2))
})

writeFileSync(
  join(folder, 'long.ts'),
  `import { defineSweep, last, linspace, logistic } from 'furrow'
export default defineSweep({
  scene: logistic,
  axes: { r: linspace(2.5, 4, 4000) },
  rollout: { steps: 40_000 },
  measures: { end: last('x') },
})
`,
)

/** Starts the long sweep, and waits until something of it is recorded. */
async function startLong(out: string) {
  const args = ['run', 'long.ts', '--out', out, '--workers', '1', '--audit', '0']
  const run = startFurrow(args, { cwd: folder })
  const isRecorded = () => /^done +[1-9]/m.test(furrow(['status', out], { cwd: folder }).stdout)
  await until(isRecorded, `${out} has rollouts`)
  return run
}

let whole: string | undefined
function longRoot(): string {
  whole ??= furrow(['run', 'long.ts', '--out', 'whole'], { cwd: folder }).stdout
  return whole
}
const GONE = new RegExp(
  '^furrow: \\S+/journal.sqlite: was removed or moved away while it was being written; ' +
    'put the folder back, or run the same command again to begin anew$',
  'm',
)

test('a folder that is removed during a run is told; the same command begins anew', async () => {
  const { ended } = await startLong('removed')
  rmSync(join(folder, 'removed'), { recursive: true })
  const { status, stderr } = await ended
  expect(status).toBe(2)
  expect(stderr).toMatch(GONE)
  expect(existsSync(join(folder, 'removed/journal.sqlite'))).toBe(false)
  const again = furrow(['run', 'long.ts', '--out', 'removed'], { cwd: folder })
  expect(again.status).toBe(0)
  expect(again.stdout.split('\n').at(-2)).toBe(longRoot().split('\n').at(-2))
})

test('a folder that is moved away is told, and goes on when it is back', async () => {
  const { ended } = await startLong('moved')
  renameSync(join(folder, 'moved'), join(folder, 'away'))
  const { status, stderr } = await ended
  expect(status).toBe(2)
  expect(stderr).toMatch(GONE)
  // Someone else may have made the folder anew meanwhile; here nobody has.
  rmSync(join(folder, 'moved'), { recursive: true, force: true })
  renameSync(join(folder, 'away'), join(folder, 'moved'))
  const again = furrow(['run', 'long.ts', '--out', 'moved'], { cwd: folder })
  expect(again.status).toBe(0)
  expect(again.stderr).toMatch(/^resumed: [1-9]/)
  expect(again.stdout.split('\n').at(-2)).toBe(longRoot().split('\n').at(-2))
})

test('a journal that another program holds is told, and the same command goes on', async () => {
  const { ended } = await startLong('locked')
  const other = new Database(join(folder, 'locked/journal.sqlite'), { timeout: 60_000 })
  other.exec('BEGIN IMMEDIATE')
  const { status, stderr } = await ended
  expect(status).toBe(2)
  expect(stderr).toMatch(
    /^furrow: locked\/journal.sqlite: another process writes to it; wait until that has ended /m,
  )
  other.exec('ROLLBACK')
  other.close()
  const again = furrow(['run', 'long.ts', '--out', 'locked'], { cwd: folder })
  expect(again.status).toBe(0)
  expect(again.stderr).toMatch(/^resumed: [1-9]/)
  expect(again.stdout.split('\n').at(-2)).toBe(longRoot().split('\n').at(-2))
})
