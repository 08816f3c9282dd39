// A result in which one bit was changed behind our back, and who finds it.

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openJournal, readJournal } from '../farm/journal-sqlite.ts'
import { furrow, userFolder } from './furrow.fixture.ts'

const folder = userFolder()
const call = (...args: string[]) => furrow(args, { cwd: folder })

writeFileSync(
  join(folder, 'few.ts'),
  `import { defineSweep, last, linspace, logistic } from 'furrow'
export default defineSweep({
  scene: logistic,
  axes: { r: linspace(3, 4, 20) },
  rollout: { steps: 100 },
  measures: { end: last('x') },
})
`,
)
const sound = call('run', 'few.ts', '--out', 'sound')

/** The sound result with the lowest bit of a fingerprint changed, its checksums made to fit. */
function changed(out: string, cell: number): void {
  const journal = readJournal(join(folder, 'sound/journal.sqlite'))
  const copy = openJournal(join(folder, out, 'journal.sqlite'), journal.identity)
  for (const columns of journal.read()) {
    const at = cell - columns.from
    if (at >= 0 && at < columns.count) columns.fingerprint[at] ^= 1n
    copy.append(columns)
  }
  copy.close()
  journal.close()
  copyFileSync(join(folder, 'sound/manifest.json'), join(folder, out, 'manifest.json'))
}

test('verify finds a sound result equal, and names the cell and field of a changed bit', () => {
  expect(sound.status).toBe(0)
  expect(call('verify', 'sound')).toMatchObject({
    status: 0,
    stdout: '20 cells run again: all equal\n',
    stderr: '',
  })
  changed('bent', 7)
  const { status, stdout } = call('verify', 'bent')
  expect(status).toBe(1)
  const [first, second] = stdout.split('\n')
  expect(second).toBe('20 cells run again: 1 DIFFER')
  const [, was, is] =
    /^cell 7, fingerprint: recorded ([0-9a-f]{16}), now ([0-9a-f]{16})$/.exec(first) ?? []
  expect(BigInt(`0x${was}`) ^ BigInt(`0x${is}`)).toBe(1n)
})

test('the root of a changed result is refused, by root and by run', () => {
  const words = /^furrow: bent: its journal has the root [0-9a-f]{64}, its manifest [0-9a-f]{64}; /
  for (const args of [
    ['root', 'bent'],
    ['run', 'few.ts', '--out', 'bent'],
  ]) {
    const { status, stdout, stderr } = call(...args)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(words)
  }
})

test('the audit of a run finds a changed bit, says so and leaves with 1', () => {
  changed('unaudited', 3)
  const path = join(folder, 'unaudited/manifest.json')
  const text = readFileSync(path, 'utf8')
  // As a run leaves it that was killed between its last cell and its audit.
  writeFileSync(
    path,
    text.replace(/"outcome":"finished"/, '"outcome":null').replace(/("root": )"\w+"/, '$1null'),
  )
  const { status, stdout, stderr } = call('run', 'few.ts', '--out', 'unaudited', '--audit', '100')
  expect(status).toBe(1)
  expect(stderr).toMatch(/^audit: cell 3, fingerprint: recorded /m)
  expect(stdout).toMatch(/^audit: 20 cells run again \(20 on js\), 1 DIFFER$/m)
})

test('--audit 0 runs nothing again', () => {
  const { stdout } = call('run', 'few.ts', '--out', 'trusted', '--audit', '0')
  expect(stdout).not.toContain('audit')
  expect(stdout.split('\n').at(-2)).toBe(sound.stdout.split('\n').at(-2))
})

test('a manifest or a journal that was damaged is refused with one line', () => {
  for (const [file, mend] of [
    ['manifest.json', /is damaged; restore it/],
    ['journal.sqlite', /is damaged; move it away and run the sweep again/],
  ] as const) {
    const out = `damaged-${file}`
    changed(out, 1)
    const path = join(folder, out, file)
    writeFileSync(path, readFileSync(path).fill('z', 0, 60))
    const { status, stderr } = call('root', out)
    expect(status).toBe(2)
    expect(stderr).toMatch(mend)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  }
})
