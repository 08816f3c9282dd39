import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { furrow, userFolder } from './furrow.fixture.ts'

const folder = userFolder()

interface Parts {
  readonly body?: string
  readonly axis?: string
  readonly steps?: string
  readonly rest?: string
  readonly peak?: string
}

/** A sweep file over a scene of its own, with one part of it written otherwise. */
function sweepFile(name: string, parts: Parts = {}): string {
  const { body = '', axis = 'k', steps = '10', rest = '', peak = '({ x }) => x' } = parts
  const path = join(folder, name)
  writeFileSync(
    path,
    `import { defineScene, defineSweep, last, linspace, max } from 'furrow'
type Numbers = Record<string, number>
const mine = defineScene({
  name: 'mine',
  state: { x: 1, y: 0 },
  params: { k: 2 },
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y }: Numbers, { k }: Numbers) {
    ${body}
    return { x: y, y: -k * x }
  },
})
export default defineSweep({
  scene: mine,
  axes: { ${axis}: linspace(0, 1, 3) },
  rollout: { steps: ${steps}${rest} },
  measures: { end: last('x'), peak: max(${peak}) },
})
`,
  )
  return path
}

function fault(args: readonly string[]): string {
  const { status, stdout, stderr } = furrow(args, { cwd: folder })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  return stderr
}

test('a missing file', () => {
  expect(fault(['run', 'sweeps/none.ts'])).toBe('furrow: sweeps/none.ts: no such file\n')
})

test('a folder in place of a file', () => {
  mkdirSync(join(folder, 'some'))
  expect(fault(['run', 'some'])).toBe('furrow: some: a folder; name one sweep file in it\n')
})

test('a file without a sweep', () => {
  writeFileSync(join(folder, 'none.ts'), 'export const x = 3\n')
  expect(fault(['run', 'none.ts'])).toBe(
    'furrow: none.ts: no default export; write `export default defineSweep({ ... })`\n',
  )
})

test('a file with something else than a sweep', () => {
  writeFileSync(join(folder, 'scene.ts'), "export { lorenz as default } from 'furrow'\n")
  expect(fault(['run', 'scene.ts'])).toBe(
    'furrow: scene.ts: the default export is no sweep; ' +
      'write `export default defineSweep({ ... })`\n',
  )
})

test('a fault of syntax, at its place', () => {
  writeFileSync(join(folder, 'syntax.ts'), "import 'furrow'\nexport default = 3\n")
  expect(fault(['run', 'syntax.ts'])).toBe(
    'furrow: syntax.ts:2:16: Unexpected "="\n  export default = 3\n',
  )
})

test('an error that the file throws, at its place', () => {
  writeFileSync(
    join(folder, 'throws.ts'),
    "interface Unused {\n  x: number\n}\nthrow new Error('my own words')\nexport {}\n",
  )
  expect(fault(['run', 'throws.ts'])).toBe(
    "furrow: throws.ts:4:7: my own words\n  throw new Error('my own words')\n",
  )
})

test('an unknown axis', () => {
  sweepFile('axis.ts', { axis: 'rho' })
  expect(fault(['run', 'axis.ts'])).toBe(
    "furrow: axis.ts: axes.rho: mine has no 'rho'; known are k, x, y\n",
  )
})

test('steps: -1', () => {
  sweepFile('steps.ts', { steps: '-1' })
  expect(fault(['run', 'steps.ts'])).toMatch(
    /^furrow: steps.ts: rollout.steps: expected a whole number of steps [^\n]*, not -1\n$/,
  )
})

test('dt: NaN', () => {
  sweepFile('dt.ts', { rest: ', dt: Number.NaN' })
  expect(fault(['run', 'dt.ts'])).toBe(
    'furrow: dt.ts: rollout.dt: expected a positive number, not NaN\n',
  )
})

test('several faults: the first, and how many more', () => {
  sweepFile('many.ts', { steps: '-1', rest: ', dt: -2, discard: 1.5' })
  expect(fault(['run', 'many.ts'])).toMatch(
    /^furrow: many.ts: rollout.steps: [^\n]*\n\(and 2 more faults\)\n$/,
  )
})

test('a scene with Math.random, at its place in the file', () => {
  sweepFile('random.ts', { body: 'const q: number = Math.random()' })
  const [first, second] = fault(['run', 'random.ts']).split('\n')
  expect(first).toMatch(
    /^furrow: random.ts:10:23: .*Math\.random: a rollout must be reproducible; take /,
  )
  expect(second).toBe('  const q: number = Math.random()')
})

test('a statement that the language lacks, at its place', () => {
  sweepFile('while.ts', { body: 'while (x > 0) k' })
  expect(fault(['run', 'while.ts'])).toMatch(
    /^furrow: while.ts:10:5: [^\n]*`while`[^\n]*write a `for` loop[^\n]*\n {2}while \(x > 0\) k\n$/,
  )
})

test('a measure that the language lacks, by its name', () => {
  sweepFile('peak.ts', { peak: '({ x }) => Math.random() * x' })
  expect(fault(['run', 'peak.ts'])).toMatch(
    /^furrow: peak.ts:18:52: measures.peak: Math.random: [^\n]*\n {2}measures: [^\n]*\n$/,
  )
})

test('an --out folder that holds another sweep: the changed field is named', () => {
  expect(furrow(['run', sweepFile('one.ts'), '--out', 'held'], { cwd: folder }).status).toBe(0)
  sweepFile('two.ts', { steps: '20' })
  expect(fault(['run', 'two.ts', '--out', 'held'])).toBe(
    'furrow: held: holds another sweep (rollout.steps: 10 -> 20); choose another folder ' +
      'with --out\n',
  )
  expect(fault(['run', 'one.ts', '--out', 'held', '--shard', '1/2'])).toBe(
    'furrow: held: holds the whole sweep, not shard 1/2; choose another folder with --out\n',
  )
})

test('an --out that is a file, or a folder of other things', () => {
  sweepFile('good.ts')
  mkdirSync(join(folder, 'letters'))
  writeFileSync(join(folder, 'letters/mine.txt'), 'dear')
  expect(fault(['run', 'good.ts', '--out', 'letters'])).toBe(
    'furrow: letters: is not empty and holds no result of furrow; ' +
      'choose another folder with --out\n',
  )
  expect(fault(['run', 'good.ts', '--out', 'letters/mine.txt'])).toBe(
    'furrow: letters/mine.txt: a file, not a folder; choose another folder with --out\n',
  )
})

test('commands and flags that are not there, and values that make no sense', () => {
  expect(fault(['rum'])).toBe("furrow: unknown command 'rum'\n(Did you mean run?)\n")
  expect(fault(['run', 'good.ts', '--fast'])).toBe("furrow: unknown option '--fast'\n")
  expect(fault(['run'])).toBe("furrow: missing required argument 'sweep'\n")
  expect(fault(['run', 'good.ts', '--workers', '0'])).toBe(
    "furrow: option '--workers <n>' argument '0' is invalid. " +
      'Expected a whole number from 1 to 1024.\n',
  )
  expect(fault(['run', 'good.ts', '--audit', '101'])).toBe(
    "furrow: option '--audit <pct>' argument '101' is invalid. Expected a number from 0 to 100.\n",
  )
  expect(fault(['export', 'held', '--format', 'xml'])).toBe(
    "furrow: option '--format <name>' argument 'xml' is invalid. " +
      'Allowed choices are csv, ndjson.\n',
  )
})

test('a shard that is none, and a backend that cannot run the sweep', () => {
  expect(fault(['run', 'good.ts', '--shard', '9/8'])).toMatch(
    /^furrow: shard '9\/8': write I\/N [^\n]*\n$/,
  )
  expect(fault(['run', 'good.ts', '--backend', 'gpu'])).toMatch(
    /^furrow: --backend gpu: this sweep is f64, which no GPU has; [^\n]*\n$/,
  )
})

test('folders without a result', () => {
  expect(fault(['root', 'nowhere'])).toBe('furrow: nowhere: no such folder\n')
  for (const command of ['status', 'verify', 'root']) {
    expect(fault([command, 'some'])).toBe(
      'furrow: some: no result here; name a folder that `furrow run` made\n',
    )
  }
})
