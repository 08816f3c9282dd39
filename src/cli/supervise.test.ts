// The parent of a run: it starts the farm again when that dies, passes signals on, and leaves no
// process behind.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { farmOf, furrow, processesIn, startFurrow, until, userFolder } from './furrow.fixture.ts'
import { recordedIn } from './result-folder.ts'

const folder = userFolder()
const CELLS = 16_000
const at = (name: string) => join(folder, name)
const recorded = (out: string) => recordedIn(at(out)).done
const runsIn = (out: string) => JSON.parse(readFileSync(at(`${out}/manifest.json`), 'utf8')).runs

writeFileSync(
  at('long.ts'),
  `import { defineSweep, last, linspace, logistic } from 'furrow'
export default defineSweep({
  scene: logistic,
  axes: { r: linspace(2.5, 4, ${CELLS}) },
  rollout: { steps: 4000 },
  measures: { end: last('x') },
})
`,
)
writeFileSync(
  at('endless.ts'),
  `import { defineSweep, logistic } from 'furrow'
export default defineSweep({ scene: logistic, rollout: { steps: 2_000_000_000 } })
`,
)

const ROOT = /root ([0-9a-f]{64})/
const root = ROOT.exec(furrow(['run', 'long.ts', '--out', 'whole'], { cwd: folder }).stdout)?.[1]
const start = (...args: string[]) => startFurrow(args, { cwd: folder })

afterEach(() => expect(processesIn(folder)).toEqual([]))

test('a farm that is killed is started again, and the run ends as ever', async () => {
  const { ended } = start('run', 'long.ts', '--out', 'farm', '--json')
  await until(() => recorded('farm') > CELLS / 10, 'a tenth was recorded')
  process.kill(farmOf(at('farm')).pid, 'SIGKILL')
  const { status, stdout, stderr } = await ended
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: 'furrow: the run was killed by SIGKILL; it goes on from what is recorded (restart 1)\n',
  })
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const names = events.map(({ event }) => event).filter((name) => name !== 'progress')
  expect(names).toEqual(['start', 'restart', 'start', 'end'])
  expect(events.find(({ event }) => event === 'restart')).toEqual({
    event: 'restart',
    restarts: 1,
    cause: 'SIGKILL',
  })
  expect(events.at(-1)).toMatchObject({ done: CELLS, failed: 0, root })
  const runs = runsIn('farm')
  expect(runs).toHaveLength(1)
  expect(runs[0]).toMatchObject({ outcome: 'finished', restarts: 1, before: 0, added: CELLS })
  expect(runs[0].flags).toEqual(['long.ts', '--out', 'farm', '--json'])
  expect(runs[0].code).toEqual(runsIn('whole')[0].code)
})

test('a parent that is killed takes the farm along, and the next run resumes', async () => {
  const { child, ended } = start('run', 'long.ts', '--out', 'parent')
  await until(() => recorded('parent') > CELLS / 10, 'a tenth was recorded')
  expect(farmOf(at('parent')).parent).toBe(child.pid)
  child.kill('SIGKILL')
  // The pipes close when the farm has ended too.
  const { signal, stderr } = await ended
  expect(signal).toBe('SIGKILL')
  expect(stderr).not.toContain('stopping')
  await until(() => processesIn(folder).length === 0, 'no process was left')
  const before = recorded('parent')
  expect(before).toBeLessThan(CELLS)
  const next = furrow(['run', 'long.ts', '--out', 'parent'], { cwd: folder })
  expect(next.stderr).toContain(`resumed: ${before.toLocaleString('en')} of 16,000`)
  expect(ROOT.exec(next.stdout)?.[1]).toBe(root)
  expect(runsIn('parent').map(({ restarts }: { restarts: number }) => restarts)).toEqual([0, 0])
})

test('a sweep file that loops for ever ends with its parent', async () => {
  writeFileSync(at('stuck.ts'), "process.stdout.write('stuck')\nfor (;;) {}\n")
  const { child, ended, said } = start('run', 'stuck.ts')
  await until(() => said() === 'stuck', 'it was stuck')
  child.kill('SIGKILL')
  await ended
  await until(() => processesIn(folder).length === 0, 'no process was left')
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends a run as Ctrl-C does',
  async (name) => {
    const { child, ended } = start('run', 'long.ts', '--out', name)
    await until(() => recorded(name) > CELLS / 10, 'a tenth was recorded')
    child.kill(name)
    const { status, stdout, stderr } = await ended
    expect(status).toBe(130)
    expect(stderr).toContain('stopping: recording what is under way')
    expect(stdout).toMatch(/cells left; the same command goes on from here\n$/)
    expect(runsIn(name)).toMatchObject([{ outcome: 'interrupted', added: recorded(name) }])
    expect(existsSync(at(`${name}/run.lock`))).toBe(false)
  },
)

/** As a terminal's Ctrl-C: every process of the group gets it. Whether there still was one. */
function signalGroup(pid: number | undefined, name: NodeJS.Signals): boolean {
  try {
    return process.kill(-(pid ?? 0), name)
  } catch {
    return false
  }
}

test('one Ctrl-C reaches parent and farm, counts once, and abandons what takes long', async () => {
  const { child, ended, said } = start('run', 'endless.ts', '--out', 'late', '--json')
  await until(() => said().includes('"progress"'), 'it was under way')
  signalGroup(child.pid, 'SIGINT')
  const { status, stdout } = await ended
  expect(status).toBe(130)
  expect(stdout.match(/stopping/g)).toHaveLength(1)
  const end = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
  expect(end).toMatchObject({ event: 'end', total: 1, done: 0, root: null })
  expect(runsIn('late')).toMatchObject([{ outcome: 'interrupted', added: 0 }])
})

test('a second Ctrl-C stops at once', async () => {
  const { child, ended, said } = start('run', 'endless.ts', '--out', 'twice', '--json')
  await until(() => said().includes('"progress"'), 'it was under way')
  // The one that abandons after five seconds would still say its end. Two within 150 ms count as
  // one, and thousands would keep Node from hearing of its child's end.
  let sent = Number.NEGATIVE_INFINITY
  await until(() => {
    if (performance.now() - sent < 200) return false
    sent = performance.now()
    return !signalGroup(child.pid, 'SIGINT')
  }, 'the signals were heard')
  const { status, stdout } = await ended
  expect(status).toBe(130)
  expect(stdout).not.toContain('"end"')
})

test('a terminal that goes away ends the run, though nobody reads what it says', async () => {
  const { child, ended } = start('run', 'long.ts', '--out', 'gone')
  await until(() => recorded('gone') > CELLS / 10, 'a tenth was recorded')
  child.stdout?.destroy()
  child.stderr?.destroy()
  signalGroup(child.pid, 'SIGHUP')
  expect((await ended).status).toBe(130)
  expect(runsIn('gone')).toMatchObject([{ outcome: 'interrupted' }])
})

test('status --watch follows a run to its end, a line each time where no terminal is', async () => {
  const { ended } = start('run', 'long.ts', '--out', 'seen')
  await until(() => existsSync(at('seen/run.lock')) && recorded('seen') > 0, 'it was under way')
  const watched = start('status', 'seen', '--watch')
  await ended
  const { status, stdout } = await watched.ended
  expect(status).toBe(0)
  const lines = stdout.trimEnd().split('\n')
  for (const line of lines) expect(line).toMatch(/^[\d,]+ of 16,000 cells \(/)
  expect(lines.at(-1)).toMatch(/^16,000 of 16,000 cells \(100 %\), 0 failed/)
})

test('a farm that always dies is given up, with one line that says what to do', () => {
  writeFileSync(at('abort.ts'), 'process.abort()\n')
  const began = performance.now()
  const { status, stdout, stderr } = furrow(['run', 'abort.ts', '--out', 'abort'], { cwd: folder })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr.match(/^furrow: .*restart/gm)).toHaveLength(5)
  expect(stderr).toMatch(
    /^furrow: the run was killed by SIGABRT and made no progress in 6 tries; what is recorded is /m,
  )
  expect(performance.now() - began).toBeLessThan(30_000)
})

test('a file that leaves with 0 has not finished its run', () => {
  const sweep = readFileSync(at('long.ts'), 'utf8')
  writeFileSync(
    at('leaves.ts'),
    `import { existsSync, writeFileSync } from 'node:fs'
${sweep}
if (!existsSync('left')) {
  writeFileSync('left', '')
  process.exit(0)
}
`,
  )
  const { status, stdout, stderr } = furrow(['run', 'leaves.ts', '--out', 'leaves'], {
    cwd: folder,
  })
  expect(status).toBe(0)
  expect(stderr).toContain(
    'furrow: the run ended with exit code 0; it goes on from what is recorded',
  )
  expect(ROOT.exec(stdout)?.[1]).toBe(root)
  expect(runsIn('leaves')).toMatchObject([{ restarts: 1, outcome: 'finished' }])
})

/** Its rollout at k = 37 kills the farm, and that at k = 5 once its own process. */
const DEADLY = `import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { defineEngineScene, defineSweep, last, linspace } from 'furrow'
const farm = () => JSON.parse(readFileSync('deadly/run.lock', 'utf8')).pid
const deadly = defineEngineScene({
  name: 'deadly',
  engine: 'mine 1',
  state: { x: 1 },
  params: { k: 0 },
  dt: 1,
  create({ k }) {
    let x = 1
    return {
      step() {
        x += k
        if (k === 5 && !existsSync('tried')) {
          writeFileSync('tried', '')
          process.exit(1)
        }
        // The farm itself, whatever process this runs in.
        if (k === 37) process.kill(farm(), 'SIGKILL')
      },
      state: () => ({ x }),
    }
  },
})
export default defineSweep({
  scene: deadly,
  axes: { k: linspace(0, 99, 100) },
  rollout: { steps: 10 },
  measures: { end: last('x') },
})
`

test('a rollout that was alone under way at two deaths is recorded as crashed', () => {
  writeFileSync(at('deadly.ts'), DEADLY)
  const run = ['run', 'deadly.ts', '--out', 'deadly', '--workers', '1']
  const { status, stdout, stderr } = furrow(run, { cwd: folder })
  expect(status).toBe(1)
  expect(stderr.match(/restart \d/g)?.length).toBeLessThanOrEqual(4)
  expect(stdout).toMatch(/^99 done, 1 crashed, 1 failed in all$/m)
  const table = furrow(['export', 'deadly', '--format', 'csv'], { cwd: folder }).stdout.split('\n')
  expect(table.filter((line) => line.includes(',crashed,'))).toEqual([
    '37,37,crashed,0,0000000000000000,NaN',
  ])
  const { restarts, retries, added } = runsIn('deadly').at(-1)
  expect(restarts).toBeGreaterThanOrEqual(2)
  expect(added).toBe(100)
  // Told to the farms that came after.
  expect(retries).toBe(1)
})

test('an audit under which the farm dies twice is given up and told, now and later', () => {
  const text = DEADLY.replaceAll('deadly', 'audited')
    .replace('linspace(0, 99, 100)', 'linspace(36, 37, 2)')
    .replace('if (k === 37) ', "if (k === 37 && existsSync('begun')) ")
    .replace(
      'state: () => ({ x })',
      "state: () => ({ x }),\n      dispose: () => k === 37 && writeFileSync('begun', '')",
    )
  writeFileSync(at('audited.ts'), text)
  const run = ['run', 'audited.ts', '--out', 'audited', '--audit', '100']
  const { status, stdout, stderr } = furrow(run, { cwd: folder })
  expect(status).toBe(1)
  expect(stderr.match(/restart \d/g)).toEqual(['restart 1', 'restart 2'])
  expect(stdout).toMatch(/^2 done, 0 failed$/m)
  const told =
    'audit: NOT MADE, the process died under it twice\nfurrow verify audited runs all again'
  expect(stdout).toContain(`\n${told}\n`)
  expect(stdout).toMatch(ROOT)
  expect(runsIn('audited')).toMatchObject([{ outcome: 'finished', restarts: 2, added: 2 }])
  const again = furrow(run, { cwd: folder })
  expect(again.status).toBe(1)
  expect(again.stdout).toContain(`\n${told}\n`)
  expect(ROOT.exec(again.stdout)?.[1]).toBe(ROOT.exec(stdout)?.[1])
})

test('a reader that has seen enough keeps nothing waiting', () => {
  const program = at('node_modules/furrow/bin/furrow.js')
  const { stdout, status } = spawnSync(
    '/bin/sh',
    ['-c', `"${process.execPath}" "${program}" run long.ts --out head --json | head -1`],
    { cwd: folder, encoding: 'utf8' },
  )
  expect({ status, event: JSON.parse(stdout).event }).toEqual({ status: 0, event: 'start' })
  expect(runsIn('head')).toMatchObject([{ outcome: 'finished' }])
})
