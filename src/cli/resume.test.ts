// What a folder takes for the same sweep, and what not.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { furrow, userFolder } from './furrow.fixture.ts'

const folder = userFolder()

const SWEEP = `import { defineScene, defineSweep, last, linspace } from 'furrow'
type Numbers = Record<string, number>
const spring = defineScene({
  name: 'spring',
  state: { x: 1, v: 0 },
  params: { k: 2 },
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, v }: Numbers, { k }: Numbers) {
    const pull = -k * x
    return { x: v, v: pull }
  },
})
export default defineSweep({
  scene: spring,
  axes: { k: linspace(1, 4, 12) },
  rollout: { steps: 100 },
  measures: { end: last('x') },
})
`

/** Runs the sweep with changes into the folder of the unchanged one. */
function resume(...changes: readonly [from: string, to: string][]) {
  let text = SWEEP
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`no ${from} in the sweep`)
    text = text.replaceAll(from, to)
  }
  writeFileSync(join(folder, 'sweep.ts'), text)
  return furrow(['run', 'sweep.ts', '--out', 'out', '--workers', '1'], { cwd: folder })
}

let root: string | undefined
beforeAll(() => {
  root = resume().stdout.split('\n').at(-2)
})

test.each<[string, [string, string], string]>([
  ['an axis of other values', ['linspace(1, 4, 12)', 'linspace(1, 5, 12)'], 'axes.k.to: 4 -> 5'],
  [
    'an axis of another length',
    ['linspace(1, 4, 12)', 'linspace(1, 4, 13)'],
    'axes.k.count: 12 -> 13',
  ],
  ['another axis', ['{ k: linspace', '{ x: linspace'], 'axes'],
  ['another step count', ['steps: 100', 'steps: 200'], 'rollout.steps: 100 -> 200'],
  ['another time step', ['dt: 0.01', 'dt: 0.02'], 'dt'],
  ['another formula', ['-k * x', '-k * x * x'], 'scene'],
  ['another measure', ["last('x')", "last('v')"], 'measures'],
])('%s is refused, and named', (_, change, named) => {
  const { status, stdout, stderr } = resume(change)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(
    /^furrow: out: holds another sweep \([^\n]+\); choose another folder [^\n]*\n$/,
  )
  expect(stderr).toContain(named)
})

test.each<[string, ...[string, string][]]>([
  ['a renamed variable', ['pull', 'force']],
  [
    'renamed parameters of the function',
    ['{ x, v }: Numbers', '{ x: at, v }: Numbers'],
    ['k * x', 'k * at'],
  ],
  [
    'a reformatted source',
    ['-k * x', '(\n        -k   *\n        x)'],
    ['{ x: v, v: pull }', '{x:v,v:pull}'],
  ],
  ['remarks', ['const pull', '// Hooke\n    const pull']],
])('%s is the same sweep', (_, ...changes) => {
  const { status, stdout } = resume(...changes)
  expect(status).toBe(0)
  expect(stdout).toContain('\nnothing was left to do\n')
  expect(stdout.split('\n').at(-2)).toBe(root)
})
