// Suites on the command line: one folder, one table, one root, whatever happens on the way.

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { farmOf, furrow, startFurrow, until, userFolder } from './furrow.fixture.ts'
import { recordedIn } from './result-folder.ts'

const folder = userFolder()
const call = (...args: string[]) => furrow(args, { cwd: folder })

interface Parts {
  /** Known of the logistic map's rate. */
  readonly ln2?: string
  readonly steps?: number
  readonly rest?: string
}

function suiteFile(name: string, { ln2 = 'Math.LN2', steps = 20_000, rest = '' }: Parts = {}) {
  writeFileSync(
    join(folder, name),
    `import {
  dampedOscillator, defineScene, defineSuite, defineSweep, last, linspace, logistic, lyapunov,
  spectrum,
} from 'furrow'
const rollout = { steps: ${steps}, discard: 100 }
const map = defineSweep({
  name: 'map', scene: { ...logistic, params: { r: 4 } }, rollout, measures: { rate: lyapunov() },
})
const flow = defineSweep({
  name: 'flow', scene: { ...dampedOscillator }, rollout,
  measures: { largest: lyapunov(), all: spectrum(2) },
})
const many = defineSweep({
  name: 'many', scene: logistic, axes: { r: linspace(3, 4, 200) }, rollout,
  measures: { end: last('x') },
})
${rest}
export default defineSuite({
  name: 'three',
  members: [
    {
      sweep: map,
      known: { measure: 'rate', rates: [{ value: ${ln2}, error: 0 }], verdict: 'chaotic' },
    },
    { sweep: flow },
    { sweep: many },
  ],
})
`,
  )
  return name
}

const ROOT = /\nroot ([0-9a-f]{64})\n$/
const rootIn = (text: string) => ROOT.exec(text)?.[1] ?? `no root in ${text}`

suiteFile('three.ts')

test('a table, a summary and a root, the same for one worker and for three', () => {
  const one = call('run', 'three.ts', '--out', 'one', '--workers', '1')
  expect({ status: one.status, stderr: one.stderr }).toEqual({ status: 0, stderr: '' })
  const lines = one.stdout.split('\n')
  expect(lines[0]).toMatch(/^system +exponent +\+- +reference +\+- +sigmas +verdict$/)
  expect(lines[1]).toMatch(/^map +0\.69\d+ +\S+ +0\.69315 +exact +\d\.\d +chaotic$/)
  expect(lines[2]).toMatch(/^flow +-\d\.\d+ +\S+ +none +contracting$/)
  expect(one.stdout).toContain(
    '\n1 of 1 rates within 4 sigmas + 1e-4 (1 system, 1 more without reference)\n' +
      '1 of 1 verdicts as known\nthree: 3 members, 202 of 202 cells done, 0 failed, ',
  )
  for (const line of lines) expect(line).toMatch(/^\P{Cc}{0,80}$/u)
  const three = call('run', 'three.ts', '--workers', '3', '--backend', 'js')
  expect(rootIn(three.stdout)).toBe(rootIn(one.stdout))
  expect(three.stdout).toMatch(/\nin results\/three-[0-9a-f]{8}\n/)
  expect(call('root', 'one')).toEqual({ status: 0, stdout: `${rootIn(one.stdout)}\n`, stderr: '' })
})

test('each member is an ordinary result', () => {
  const { members, root } = JSON.parse(readFileSync(join(folder, 'one/suite.json'), 'utf8'))
  expect(members.map(({ name }: { name: string }) => name)).toEqual(['map', 'flow', 'many'])
  expect(root).toMatch(/^[0-9a-f]{64}$/)
  for (const member of members) {
    expect(member.folder).toBe(`${member.name}-${member.digest.slice(0, 8)}`)
    const own = join('one', member.folder)
    expect(call('status', own).stdout).toMatch(/^state {3}finished$/m)
    expect(call('root', own).stdout).toMatch(/^[0-9a-f]{64}\n$/)
  }
  const many = join('one', members[2].folder)
  expect(call('export', many, '--format', 'csv').stdout.split('\n')).toHaveLength(202)
  expect(call('export', 'one', '--format', 'csv')).toEqual({
    status: 2,
    stdout: '',
    stderr:
      'furrow: one: holds the suite three; name one of its members, ' +
      `such as one/${members[0].folder}\n`,
  })
})

test('status and verify take the suite as a whole', () => {
  expect(call('status', 'one').stdout).toBe(
    'suite   three\nstate   finished\nmembers 3 of 3 finished (100 %)\n' +
      'done    202 of 202 rollouts\nfailed  0\nleft    0 members, 0 rollouts\n',
  )
  expect(call('verify', 'one', '--backend', 'js')).toEqual({
    status: 0,
    stdout: '202 cells run again: all equal\n',
    stderr: '',
  })
})

test('run again it says the same, and runs nothing', () => {
  const again = call('run', 'three.ts', '--out', 'one')
  expect(again.status).toBe(0)
  expect(again.stdout).toContain('202 of 202 cells done, 0 failed, nothing was left to do\n')
  expect(rootIn(again.stdout)).toBe(rootIn(call('run', 'three.ts', '--out', 'one').stdout))
  expect(again.stderr).toBe('resumed: 202 of 202 cells were done\n')
})

test('a member that is gone is run again, and nothing else', () => {
  const before = call('root', 'one').stdout
  const flow = readdirSync(join(folder, 'one')).find((name) => name.startsWith('flow-')) as string
  rmSync(join(folder, 'one', flow), { recursive: true })
  expect(call('status', 'one').stdout).toMatch(/^state {3}not finished; .*\nmembers 2 of 3 /m)
  expect(call('root', 'one')).toMatchObject({ status: 2, stdout: '' })
  const { status, stderr } = call('run', 'three.ts', '--out', 'one')
  expect({ status, stderr }).toEqual({ status: 0, stderr: 'resumed: 201 of 202 cells were done\n' })
  expect(call('root', 'one').stdout).toBe(before)
})

/** Rollouts in the folders of a suite's members. */
function recorded(out: string): number {
  const own = join(folder, out)
  const members = existsSync(own) ? readdirSync(own).filter((name) => /-\w{8}$/.test(name)) : []
  return members.reduce((sum, member) => sum + recordedIn(join(own, member)).done, 0)
}

const LONG = ['run', 'long.ts', '--audit', '0', '--workers', '1', '--out']

test.each([
  ['SIGKILL', 'killed'],
  ['SIGINT', 'stopped'],
] as const)('after %s half way it goes on to the same root', async (signal, out) => {
  suiteFile('long.ts', { steps: 500_000 })
  const { child, ended } = startFurrow([...LONG, out], { cwd: folder })
  await until(() => recorded(out) > 0, 'some were recorded')
  child.kill(signal)
  expect((await ended).status).toBe(signal === 'SIGINT' ? 130 : null)
  const before = recorded(out)
  expect(before).toBeLessThan(202)
  expect(call('root', out)).toMatchObject({ status: 2, stdout: '' })
  const resumed = call(...LONG, out)
  expect(resumed.status).toBe(0)
  expect(resumed.stderr.split('\n')[0]).toBe(`resumed: ${before} of 202 cells were done`)
  expect(rootIn(resumed.stdout)).toBe(rootIn(call(...LONG, 'whole').stdout))
})

test('a farm that is killed under a suite is started again, to the same root', async () => {
  suiteFile('long.ts', { steps: 500_000 })
  const { ended } = startFurrow([...LONG, 'farm'], { cwd: folder })
  await until(() => recorded('farm') > 0, 'some were recorded')
  process.kill(farmOf(join(folder, 'farm')).pid, 'SIGKILL')
  const { status, stdout, stderr } = await ended
  expect(status).toBe(0)
  expect(stderr).toContain(
    'furrow: the run was killed by SIGKILL; it goes on from what is recorded',
  )
  expect(rootIn(stdout)).toBe(rootIn(call(...LONG, 'whole').stdout))
})

test('a rate out of its bounds is marked, and the exit code says so', () => {
  suiteFile('wrong.ts', { ln2: '0.8' })
  const { status, stdout } = call('run', 'wrong.ts', '--out', 'wrong')
  expect(status).toBe(1)
  expect(stdout).toMatch(/^map .*\d! {2}chaotic$/m)
  expect(stdout).toContain('\n0 of 1 rates within ')
  // What is known is no part of the identity.
  expect(rootIn(stdout)).toBe(call('root', 'one').stdout.trim())
})

test('as JSON: an event a member, with its rates', () => {
  const { stdout } = call('run', 'three.ts', '--out', 'json', '--json')
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(events[0]).toMatchObject({ event: 'start', suite: 'three', members: 3, total: 202 })
  const members = events.filter(({ event }) => event === 'member')
  expect(members.map(({ name }) => name).sort()).toEqual(['flow', 'many', 'map'])
  const map = members.find(({ name }) => name === 'map')
  expect(map).toMatchObject({ done: 1, failed: 0, verdict: 'chaotic', agreement: 'same' })
  expect(map.rates).toEqual([
    expect.objectContaining({ known: Math.LN2, knownError: 0, within: true }),
  ])
  expect(members.find(({ name }) => name === 'many').rates).toEqual([])
  expect(events.at(-1)).toMatchObject({ event: 'end', finished: 3, differences: 0, done: 202 })
  expect(`${events.at(-1).root}\n`).toBe(call('root', 'one').stdout)
})

test('bad input is refused before anything runs', () => {
  const fault = (...args: string[]) => {
    const { status, stdout, stderr } = call('run', ...args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    return stderr
  }
  expect(fault('three.ts', '--shard', '1/2', '--out', 'shard')).toBe(
    'furrow: --shard: three.ts is a suite; leave --shard out, or shard the file of one sweep\n',
  )
  expect(fault('long.ts', '--out', 'one')).toMatch(
    /^furrow: one: holds another suite \(members\[0\]: map-\w+ -> map-\w+\); choose another /,
  )
  const bad = `const bad = defineScene({
  name: 'bad', state: { x: 1 }, next: ({ x }) => ({ x: Math.random() * x }),
})`
  const text = readFileSync(join(folder, suiteFile('bad.ts', { rest: bad })), 'utf8')
  const axes = 'scene: logistic, axes: { r: linspace(3, 4, 200) }'
  const many = /const many =.*?\n}\)\n/s.exec(text)?.[0] ?? ''
  const moved = text
    .replace(many, '')
    .replace('export', `${many.replace(axes, 'scene: bad')}\nexport`)
  writeFileSync(join(folder, 'bad.ts'), moved)
  expect(fault('bad.ts', '--out', 'bad')).toMatch(/^furrow: bad.ts:\d+:\d+: .*Math\.random: /)
  expect(existsSync(join(folder, 'bad'))).toBe(false)
  suiteFile('twice.ts')
  writeFileSync(join(folder, 'twice.ts'), text.replace("name: 'flow'", "name: 'map'"))
  expect(fault('twice.ts')).toBe(
    "furrow: twice.ts: members[1]: its sweep has the name 'map' of members[0]; rename it\n",
  )
})
