// Engine scenes on the command line: threads load the user's file themselves.

import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { furrow, root, userFolder } from './furrow.fixture.ts'

const folder = userFolder()
const call = (...args: string[]) => furrow(args, { cwd: folder })
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

interface Parts {
  readonly head?: string
  readonly scene?: string
  readonly step?: string
  readonly sweep?: string
  readonly measures?: string
}

/** A sweep file over a spring that is stepped by an engine in a file beside it. */
function sweepFile(name: string, { head, scene, step, sweep, measures }: Parts = {}): string {
  write(
    name,
    `import { defineEngineScene, defineSweep, divergence, last, linspace, max } from 'furrow'
import { Spring } from './spring.ts'
${head ?? ''}
const spring = defineEngineScene({
  name: 'spring',
  engine: 'spring 1',
  state: { x: 1, v: 0 },
  velocities: ['v'],
  params: { k: 2 },
  dt: 0.01,
  ${scene ?? ''}
  create({ k }, _seed, { x, v }, dt) {
    const world = new Spring(k, x, v)
    return { step() { ${step ?? ''}; world.step(dt) }, state: () => world }
  },
})
export default defineSweep({
  scene: spring,
  axes: { k: linspace(1, 4, 12) },
  rollout: { steps: 200 },
  ${sweep ?? ''}
  measures: { ${measures ?? "end: last('x'), top: max('x'), curve: divergence({ perturb: 'x' })"} },
})
`,
  )
  return name
}

const SPRING = `export class Spring {
  constructor(public k: number, public x: number, public v: number) {}
  step(dt: number) { this.v -= this.k * this.x * dt; this.x += this.v * dt }
}
`
write('spring.ts', SPRING)

const ROOT = /^root ([0-9a-f]{64})$/m
const rootOf = (stdout: string) => ROOT.exec(stdout)?.[1] ?? `no root in ${stdout}`

test('has one root for 1, 2 and 3 workers, and every command works on its folder', () => {
  const file = sweepFile('sweep.ts')
  const roots = ['1', '2', '3'].map((n) => {
    const { status, stdout, stderr } = call('run', file, '--out', `by-${n}`, '--workers', n)
    // On a slow machine a line of progress may stand there.
    expect(stderr).not.toContain('furrow:')
    expect(status).toBe(0)
    return rootOf(stdout)
  })
  expect(roots[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set(roots).size).toBe(1)
  expect(call('root', 'by-1').stdout).toBe(`${roots[0]}\n`)
  expect(call('status', 'by-1').stdout).toContain('state   finished')
  const table = call('export', 'by-2', '--format', 'csv').stdout.split('\n')
  expect(table[0]).toMatch(/^cell,k,status,steps,fingerprint,end,top,curve_rate,/)
  expect(table[12]).toMatch(/^11,4,done,200,/)
  expect(call('verify', 'by-3', '--workers', '2')).toMatchObject({
    status: 0,
    stdout: '12 cells run again: all equal\n',
  })
  expect(call('run', file, '--out', 'by-1').stdout).toContain('nothing was left to do')
})

test('the sweep of balls in the repository runs, and says what it runs on', () => {
  copyFileSync(join(root, 'sweeps/engine-balls.ts'), join(folder, 'balls.ts'))
  const { status, stdout } = call('run', 'balls.ts', '--audit', '5')
  expect(status).toBe(0)
  expect(stdout).toContain('48 done, 0 failed')
  expect(stdout).toMatch(/lanes? \(js\)/)
  // Its own bits: another machine must find them too.
  expect(call('export', `${/^in (.*)$/m.exec(stdout)?.[1]}`, '--format', 'csv').stdout).toContain(
    '\n0,10,0.7,done,5000,',
  )
})

test('folder and file may be moved together, and a renamed file is the same sweep', () => {
  mkdirSync(join(folder, 'project'))
  const moved = (name: string) => join(folder, 'project', name)
  sweepFile('project/here.ts')
  copyFileSync(join(folder, 'spring.ts'), moved('spring.ts'))
  expect(call('run', 'project/here.ts', '--out', 'project/out').status).toBe(0)
  renameSync(join(folder, 'project'), join(folder, 'elsewhere'))
  expect(call('verify', 'elsewhere/out').status).toBe(0)
  renameSync(join(folder, 'elsewhere/here.ts'), join(folder, 'elsewhere/there.ts'))
  expect(call('run', 'elsewhere/there.ts', '--out', 'elsewhere/out').stdout).toContain(
    'nothing was',
  )
})

test('an engine that throws in some cells gives these up, tells why, and ends with 1', () => {
  const step = 'if (k > 3 && world.x < 0.5) throw new Error("k is " + k)'
  const file = sweepFile('throws.ts', { step, measures: "end: last('x')" })
  const roots = ['1', '2'].map((n) => {
    const { status, stdout, stderr } = call('run', file, '--out', `threw-${n}`, '--workers', n)
    expect(status).toBe(1)
    expect(stdout).toContain('8 done, 4 threw, 4 failed in all')
    expect(stderr).toMatch(/cell \d+ threw at step \d+: k is 3\.\d+\n/)
    return rootOf(stdout)
  })
  expect(roots[0]).toBe(roots[1])
  const rows = call('export', 'threw-1', '--format', 'ndjson').stdout.trim().split('\n')
  const [kept, lost] = [rows[7], rows[8]].map((row) => JSON.parse(row))
  expect(kept).toMatchObject({ cell: 7, status: 'done', steps: 200 })
  expect(lost).toMatchObject({ cell: 8, status: 'threw' })
  expect(lost.steps).toBeLessThan(100)
  expect(call('verify', 'threw-1').status).toBe(0)
  const told = call('status', 'threw-1').stdout.split('\n')
  const at = told.indexOf('threw: 4 cells')
  expect(told.slice(at + 1, at + 5)).toEqual([
    expect.stringMatching(/^ {2}cell 8 at step \d+: k is 3\.18/),
    ...[9, 10, 11].map((cell) => expect.stringMatching(`^  cell ${cell} at step `)),
  ])
  const faults = call('export', 'threw-1', '--format', 'csv', '--faults').stdout.trim().split('\n')
  expect(faults).toHaveLength(5)
  expect(faults[0]).toBe('cell,k,status,step,retries,message')
  expect(faults[4]).toMatch(/^11,4,threw,\d+,0,k is 4$/)
})

test('load is awaited on each thread before the first world', () => {
  const file = sweepFile('loads.ts', {
    head: 'let ready = 0',
    scene: 'load: () => new Promise<void>((done) => setTimeout(() => { ready = 7; done() }, 20)),',
    step: 'if (ready !== 7) throw new Error()',
  })
  expect(call('run', file, '--workers', '2').stdout).toContain('12 done, 0 failed')
})

describe('another code is refused in one line', () => {
  test('of the engine, by run and by verify; put back, all is well', () => {
    const file = sweepFile('code.ts')
    expect(call('run', file, '--out', 'code').status).toBe(0)
    write('spring.ts', `${SPRING}// a remark\n`)
    expect(call('run', file, '--out', 'code')).toMatchObject({
      status: 2,
      stderr:
        'furrow: code: holds another sweep (scene: the code of spring changed, in the ' +
        "sweep's file or in one that it loads); choose another folder with --out\n",
    })
    expect(call('verify', 'code')).toMatchObject({
      status: 2,
      stderr:
        'furrow: code.ts: the engine scene spring was begun with other code, in this file or ' +
        'in one that it loads; put it back\n',
    })
    write('spring.ts', SPRING)
    expect(call('verify', 'code').status).toBe(0)
  })

  test('of a setting in the same file: the setting is named', () => {
    const file = sweepFile('setting.ts')
    expect(call('run', file, '--out', 'setting').status).toBe(0)
    const text = readFileSync(join(folder, file), 'utf8')
    write(file, text.replace('steps: 200', 'steps: 201'))
    expect(call('run', file, '--out', 'setting').stderr).toBe(
      'furrow: setting: holds another sweep (rollout.steps: 200 -> 201); ' +
        'choose another folder with --out\n',
    )
  })

  test('of a file that is gone', () => {
    const file = sweepFile('gone.ts')
    expect(call('run', file, '--out', 'gone').status).toBe(0)
    rmSync(join(folder, file))
    expect(call('verify', 'gone')).toMatchObject({
      status: 2,
      stderr: 'furrow: gone.ts: no such file; the engine scene spring runs from it\n',
    })
  })
})

test('a suite takes no engine scene', () => {
  sweepFile('member.ts')
  write(
    'suite.ts',
    `import { defineSuite } from 'furrow'
import sweep from './member.ts'
export default defineSuite({ name: 'several', members: [{ sweep: { ...sweep, name: 'one' } }] })
`,
  )
  expect(call('run', 'suite.ts')).toMatchObject({
    status: 2,
    stderr:
      'furrow: suite.ts: members[0]: scene spring: an engine scene runs from the file of one ' +
      'sweep, by `furrow run`\n',
  })
})

test.each([
  [
    'wasm asked for',
    {},
    ['--backend', 'wasm'],
    'furrow: --backend wasm: scene spring is an engine scene, which runs on js; ' +
      'use --backend js or auto\n',
  ],
  [
    'a rate by tangents',
    { head: "import { lyapunov } from 'furrow'", measures: 'rate: lyapunov()' },
    [],
    'furrow: bad.ts: measures.rate: spring is an engine scene, whose step has no derivative; ' +
      "use lyapunov({ method: 'two-trajectory' }), and give its worlds a function restore\n",
  ],
  [
    'no engine',
    { scene: "engine: ''," },
    [],
    "furrow: bad.ts:4:16: scene 'spring': give it an `engine`, its name and version, such as " +
      "'rapier 0.12'\n  const spring = defineEngineScene({\n",
  ],
  [
    'a load that throws',
    { scene: "load: () => { throw new Error('no such engine here') }," },
    [],
    'furrow: scene spring: a lane could not be made ready: its `load` threw: ' +
      'no such engine here\n',
  ],
])('bad input: %s', (_, parts, options, words) => {
  const file = sweepFile('bad.ts', parts)
  const { status, stdout, stderr } = call('run', file, '--out', 'bad', ...options)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr.slice(stderr.indexOf('furrow: '))).toBe(words)
})
