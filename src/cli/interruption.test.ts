// A run that is killed or interrupted half way, and what the next one makes of it.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readJournal } from '../farm/journal-sqlite.ts'
import { furrow, startFurrow, until, userFolder } from './furrow.fixture.ts'

const folder = userFolder()
const CELLS = 16_000

writeFileSync(
  join(folder, 'long.ts'),
  `import { defineSweep, last, linspace, logistic } from 'furrow'
export default defineSweep({
  scene: logistic,
  axes: { r: linspace(2.5, 4, ${CELLS}) },
  rollout: { steps: 1000 },
  measures: { end: last('x') },
})
`,
)

const recorded = (out: string): number => {
  const file = join(folder, out, 'journal.sqlite')
  if (!existsSync(file)) return 0
  try {
    const journal = readJournal(file)
    const counts = journal.counts()
    journal.close()
    return counts.reduce((sum, n) => sum + n, 0)
  } catch {
    // It is being made just now.
    return 0
  }
}

/** The whole sweep without an interruption. */
const whole = furrow(['run', 'long.ts', '--out', 'whole'], { cwd: folder })
const root = /root ([0-9a-f]{64})/.exec(whole.stdout)?.[1]

function expectResumed(out: string, before: number): void {
  const { status, stdout, stderr } = furrow(['run', 'long.ts', '--out', out], { cwd: folder })
  expect(status).toBe(0)
  const from = /^resumed: ([\d,]+) of 16,000 cells were done$/m.exec(stderr)?.[1]
  expect(Number(from?.replaceAll(',', ''))).toBe(before)
  const fresh = /^([\d,]+) cells? in /m.exec(stdout)?.[1]
  expect(Number(fresh?.replaceAll(',', ''))).toBe(CELLS - before)
  expect(/root ([0-9a-f]{64})/.exec(stdout)?.[1]).toBe(root)
}

test('killed half way, it goes on from there to the same root', async () => {
  const { child, ended } = startFurrow(['run', 'long.ts', '--out', 'killed'], { cwd: folder })
  await until(() => recorded('killed') > CELLS / 10, 'a tenth was recorded')
  child.kill('SIGKILL')
  expect((await ended).signal).toBe('SIGKILL')
  const before = recorded('killed')
  expect(before).toBeLessThan(CELLS)
  const after = furrow(['status', 'killed'], { cwd: folder })
  expect(after.stdout).toMatch(/^state {3}not finished; /m)
  expect(furrow(['root', 'killed'], { cwd: folder })).toMatchObject({ status: 2, stdout: '' })
  expectResumed('killed', before)
})

test('Ctrl-C drains, records and leaves with 130', async () => {
  const { child, ended } = startFurrow(['run', 'long.ts', '--out', 'stopped'], { cwd: folder })
  await until(() => recorded('stopped') > CELLS / 10, 'a tenth was recorded')
  child.kill('SIGINT')
  const { status, stdout, stderr } = await ended
  expect(status).toBe(130)
  expect(stderr).toContain('stopping: recording what is under way')
  const before = recorded('stopped')
  expect(stdout).toMatch(/cells left; the same command goes on from here\n$/)
  const { runs } = JSON.parse(readFileSync(join(folder, 'stopped/manifest.json'), 'utf8'))
  expect(runs.at(-1)).toMatchObject({ outcome: 'interrupted', before: 0, added: before })
  expect(existsSync(join(folder, 'stopped/run.lock'))).toBe(false)
  expectResumed('stopped', before)
})

test('a run under way is seen by status, keeps out a second, ends at a second signal', async () => {
  writeFileSync(
    join(folder, 'endless.ts'),
    `import { defineSweep, logistic } from 'furrow'
export default defineSweep({ scene: logistic, rollout: { steps: 2_000_000_000 } })
`,
  )
  const { child, ended } = startFurrow(['run', 'endless.ts', '--out', 'endless'], { cwd: folder })
  await until(() => existsSync(join(folder, 'endless/manifest.json')), 'it had begun')
  const during = furrow(['status', 'endless'], { cwd: folder })
  expect(during.stdout).toMatch(/^state {3}running \(process \d+ on .*\)\ndone {4}0 of 1 cells/m)
  const second = furrow(['run', 'endless.ts', '--out', 'endless'], { cwd: folder })
  expect(second).toMatchObject({ status: 2, stdout: '' })
  // The parent, which is the one to stop.
  const holder = new RegExp(
    `^furrow: endless: process ${child.pid} on \\S+ is running this sweep here; `,
  )
  expect(second.stderr).toMatch(holder)
  let over = false
  void ended.then(() => {
    over = true
  })
  // As fast as they can be sent: that keeps Node from its timers and from its child's end.
  await until(() => over || !child.kill('SIGTERM'), 'the signals were heard')
  expect((await ended).status).toBe(130)
})
