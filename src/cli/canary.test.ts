// Scenes that are nondeterministic on purpose: the audit and verify must catch them.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { furrow, userFolder } from './furrow.fixture.ts'

const folder = userFolder()
const call = (...args: string[]) => furrow(args, { cwd: folder })

/** A sweep over a scene whose steps add what `noise` says. */
function canary(name: string, noise: string): string {
  const file = `${name}.ts`
  writeFileSync(
    join(folder, file),
    `import { defineEngineScene, defineSweep, last, linspace } from 'furrow'
let worlds = 0
const scene = defineEngineScene({
  name: 'canary',
  engine: 'canary 1',
  state: { x: 1 },
  params: { k: 2 },
  dt: 0.1,
  create({ k }, _seed, { x }) {
    worlds += 1
    const world = { x }
    return { step() { world.x = world.x * 0.5 + k + ${noise} }, state: () => world }
  },
})
export default defineSweep({
  scene,
  axes: { k: linspace(1, 4, 6) },
  rollout: { steps: 20 },
  measures: { end: last('x') },
})
`,
  )
  return file
}

const FOUND = /cell \d+, fingerprint: recorded [0-9a-f]{16}, (now|audit found) [0-9a-f]{16}/

describe.each([
  ['Math.random in a step', 'random', '1e-9 * Math.random()'],
  ['a count of worlds at module level', 'counter', '1e-9 * worlds'],
])('%s', (_, name, noise) => {
  test('is caught by the audit, and told ever after', () => {
    const file = canary(name, noise)
    const run = ['run', file, '--out', name, '--workers', '2', '--audit', '100']
    const first = call(...run)
    expect(first.status).toBe(1)
    expect(first.stderr).toMatch(new RegExp(`^audit: ${FOUND.source}$`, 'm'))
    expect(first.stdout).toMatch(/^audit: 6 cells run again, [1-6] DIFFER$/m)
    expect(first.stdout).toMatch(/^[1-6] cells? (is|are) NONDETERMINISTIC: /m)
    const status = call('status', name)
    expect(status.stdout).toMatch(/^nondeterministic: [1-6] cells?, with two results each$/m)
    expect(status.stdout).toMatch(new RegExp(`^  ${FOUND.source}$`, 'm'))
    // Nothing is left to do, and still it is told.
    const again = call(...run, '--json')
    expect(again.status).toBe(1)
    const end = JSON.parse(again.stdout.trimEnd().split('\n').at(-1) as string)
    expect(end).toMatchObject({ event: 'end', done: 6, failed: 0 })
    expect(end.conflicts).toBeGreaterThan(0)
    expect(end.root).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is caught by verify, which keeps what it found, and changes no result', () => {
    const file = canary(name, noise)
    const out = `${name}-verified`
    const first = call('run', file, '--out', out, '--audit', '0', '--workers', '1')
    expect(first.status).toBe(0)
    const { status, stdout } = call('verify', out, '--workers', '2')
    expect(status).toBe(1)
    expect(stdout).toMatch(FOUND)
    expect(stdout).toMatch(/^6 cells run again: [1-6] DIFFER$/m)
    expect(call('status', out).stdout).toMatch(/, verify found [0-9a-f]{16}$/m)
    const again = call('run', file, '--out', out)
    expect(again.status).toBe(1)
    expect(again.stdout.split('\n').at(-2)).toBe(first.stdout.split('\n').at(-2))
  })
})

test('a cell that hangs only when it is run again is told, and is not nondeterministic', () => {
  writeFileSync(
    join(folder, 'hangs.ts'),
    `import { existsSync, writeFileSync } from 'node:fs'
import { defineEngineScene, defineSweep, last, range } from 'furrow'
const scene = defineEngineScene({
  name: 'hangs',
  engine: 'hangs 1',
  state: { x: 1 },
  params: { k: 2 },
  dt: 0.1,
  create({ k }, _seed, { x }) {
    if (k === 2 && existsSync('begun')) for (;;) x += 1
    if (k === 2) writeFileSync('begun', '')
    return { step() { x = x * 0.5 + k }, state: () => ({ x }) }
  },
})
export default defineSweep({
  scene,
  axes: { k: range(0, 3, 1) },
  rollout: { steps: 20 },
  measures: { end: last('x') },
})
`,
  )
  const limits = ['--timeout', '2', '--workers', '1']
  const first = call('run', 'hangs.ts', '--out', 'hangs', '--audit', '100', ...limits)
  expect(first.status).toBe(0)
  const line =
    'cell 2, status: recorded done, now timeout (limits and load decide that, not the scene)'
  // Notes are broken at 80 columns.
  expect(first.stderr.replaceAll('\n', ' ')).toContain(`audit: ${line} `)
  expect(first.stdout).toMatch(/^audit: 3 cells run again of 4 in the time for it, all equal$/m)
  const { status, stdout } = call('verify', 'hangs', ...limits)
  expect(status).toBe(1)
  expect(stdout).toBe(`${line}\n4 cells run again: 1 DIFFER\n`)
  expect(call('status', 'hangs').stdout).not.toContain('nondeterministic')
})
