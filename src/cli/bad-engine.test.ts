// Engines that hang, crash, exit or take all memory: each loses its own cell and no other.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { furrow, startFurrow, until, userFolder } from './furrow.fixture.ts'

const folder = userFolder()
const call = (...args: string[]) => furrow(args, { cwd: folder })

/** A sweep over k = 0 to `cells` - 1, whose engine does this in its fifth step. */
function sweepFile(name: string, cells: number, fifth: string, scene = ''): string {
  writeFileSync(
    join(folder, name),
    `import { existsSync, writeFileSync } from 'node:fs'
import { defineEngineScene, defineSweep, divergence, last, range } from 'furrow'
const scene = defineEngineScene({
  name: 'bad',
  engine: 'bad 1',
  state: { x: 1 },
  params: { k: 0 },
  dt: 0.01,
  ${scene}
  create({ k }, _seed, { x }) {
    let at = 0
    const kept: unknown[] = []
    return {
      step() {
        at += 1
        x = x * 0.99 + k * 1e-3
        if (at === 5) { ${fifth} }
      },
      state: () => ({ x }),
    }
  },
})
export default defineSweep({
  scene,
  axes: { k: range(0, ${cells - 1}, 1) },
  rollout: { steps: 20 },
  measures: { end: last('x'), curve: divergence({ perturb: 'x' }) },
})
`,
  )
  return name
}

const ALL_KINDS = `
  if (k === 3 || k === 17 || k === 41) throw new Error('k is ' + k)
  if (k === 23) for (;;) kept.length = 0
  if (k === 9) process.exit(3)
  if (k === 30) for (;;) kept.push(new Float64Array(1e6))
  if (k === 50) for (;;) kept.push(new Array(3e7).fill(0))
  if (k === 12) x = NaN`

test('of 60 cells each bad one is recorded by its cause, alike for 1 and 2 workers', () => {
  const file = sweepFile('kinds.ts', 60, ALL_KINDS)
  const limits = ['--timeout', '4', '--memory', '256', '--audit', '0']
  const tables = ['1', '2'].map((n) => {
    const { status, stdout } = call('run', file, '--out', `by-${n}`, '--workers', n, ...limits)
    expect(status).toBe(1)
    expect(stdout.replaceAll('\n', ' ')).toContain(
      '52 done, 1 escaped, 3 threw, 1 timeout, 2 out-of-memory, 1 crashed, 7 failed in all',
    )
    return call('export', `by-${n}`, '--format', 'csv').stdout
  })
  expect(tables[0]).toBe(tables[1])
  expect(call('root', 'by-1').stdout).toBe(call('root', 'by-2').stdout)
  const rows = tables[0].split('\n').map((row) => row.split(','))
  const odd = rows.filter(([, , status]) => status !== 'done').slice(1, -1)
  expect(odd.map(([cell, , status, steps]) => [cell, status, steps].join(' '))).toEqual([
    ...['3 threw 4', '9 crashed 0', '12 escaped 5', '17 threw 4', '23 timeout 0'],
    ...['30 out-of-memory 0', '41 threw 4', '50 out-of-memory 0'],
  ])
  expect(rows[10].slice(4, 6)).toEqual(['0000000000000000', 'NaN'])
})

test('why a cell crashed is told, and one that crashes once is tried again', () => {
  const mark = JSON.stringify(join(folder, 'mark'))
  const fifth = `
    console.log('printed by the engine')
    if (k === 1) process.kill(process.pid, 'SIGKILL')
    if (k === 2) process.abort()
    if (k === 4 && !existsSync(${mark})) {
      writeFileSync(${mark}, '')
      process.exit(0)
    }`
  const file = sweepFile('told.ts', 6, fifth)
  const { status, stdout, stderr } = call('run', file, '--json', '--workers', '1', '--audit', '0')
  expect(status).toBe(1)
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const notes = events.filter(({ event }) => event === 'note').map(({ text }) => text)
  expect(notes).toEqual([
    expect.stringMatching(/^cell 1 crashed at step \d, tried 2 times: .* was killed by SIGKILL$/),
    expect.stringMatching(/^cell 2 crashed at step \d, tried 2 times: .* was killed by SIGABRT$/),
  ])
  expect(existsSync(join(folder, 'mark'))).toBe(true)
  const out = join(folder, events.at(-1).folder, 'manifest.json')
  expect(JSON.parse(readFileSync(out, 'utf8')).runs).toMatchObject([{ restarts: 0, retries: 3 }])
  expect(stderr).toContain('printed by the engine\n')
})

test('no process survives its farm, not even in an endless loop', async () => {
  const pid = join(folder, 'pid')
  const file = JSON.stringify(pid)
  const fifth = `writeFileSync(${file}, String(process.pid)); for (;;) kept.length = 0`
  const { child, ended } = startFurrow(['run', sweepFile('hangs.ts', 1, fifth)], { cwd: folder })
  await until(() => existsSync(pid) && readFileSync(pid, 'utf8') !== '', 'the engine hangs')
  const hung = Number(readFileSync(pid, 'utf8'))
  expect(isAlive(hung)).toBe(true)
  child.kill('SIGKILL')
  await ended
  await until(() => !isAlive(hung), 'the lane has ended')
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('limits are refused in one line', () => {
  test.each([
    ['--timeout', '0', 'Expected seconds (90), or percent above 100 (300%).'],
    ['--timeout', '50%', 'Expected seconds (90), or percent above 100 (300%).'],
    ['--memory', '64', 'Expected a whole number of megabytes, at least 128.'],
  ])('%s %s', (option, value, words) => {
    const { status, stderr } = call('run', 'kinds.ts', option, value)
    expect(status).toBe(2)
    expect(stderr).toContain(`'${value}' is invalid. ${words}\n`)
  })

  test('for a compiled scene', () => {
    writeFileSync(
      join(folder, 'compiled.ts'),
      `import { defineSweep, lorenz } from 'furrow'
export default defineSweep({ scene: lorenz, rollout: { steps: 10 } })
`,
    )
    expect(call('run', 'compiled.ts', '--timeout', '300%')).toMatchObject({
      status: 2,
      stderr:
        'furrow: --timeout: is for engine scenes; a compiled scene can neither hang nor fill ' +
        'the memory, so leave it out\n',
    })
  })

  test('for a world that declares more memory than a lane has', () => {
    const file = sweepFile('large.ts', 2, '', 'bytes: 200e6,')
    expect(call('run', file, '--memory', '300')).toMatchObject({
      status: 2,
      stderr:
        'furrow: scene bad: a world and its twins take 382 MB, and a lane has 300 MB; ' +
        'give it more by --memory 382, or use fewer --workers\n',
    })
  })
})
