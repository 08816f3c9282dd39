// `--backend gpu` on SwiftShader, the GPU that Chromium brings: the roots of threads, the
// certificate in the manifest, and what is said where there is no GPU.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closeTestDevice, openTestDevice } from '../gpu/adapter.fixture.ts'
import { PROBE_DIGESTS } from '../gpu/probe.ts'
import { furrow, userFolder } from './furrow.fixture.ts'

// Sets the driver that the calls below find too.
const device = await openTestDevice()
await closeTestDevice()
const absent = typeof device === 'string'
const why = absent ? ` (skipped: ${device})` : ''

const folder = userFolder()
const sweep = (precision: string, scene = 'lorenz') => `
import { defineSweep, last, linspace, lorenz } from 'furrow'
export default defineSweep({
  scene: ${scene}, precision: '${precision}', axes: { rho: linspace(0, 60, 301) },
  rollout: { steps: 400 }, measures: { end: last('x') },
})
`
writeFileSync(join(folder, 'narrow.ts'), sweep('f32'))
writeFileSync(join(folder, 'wide.ts'), sweep('f64'))

const run = (...args: string[]) => furrow(['run', ...args], { cwd: folder })
const rootIn = (stdout: string) => /^root ([0-9a-f]{64})$/m.exec(stdout)?.[1]
const lastRun = (out: string) =>
  JSON.parse(readFileSync(join(folder, out, 'manifest.json'), 'utf8')).runs.at(-1)

const threads = absent ? undefined : run('narrow.ts', '--out', 'threads')

test.skipIf(absent)(`a GPU gives the root of threads${why}`, () => {
  const alone = run('narrow.ts', '--out', 'alone', '--backend', 'gpu')
  expect(alone).toMatchObject({ status: 0 })
  expect(alone.stdout).toContain(' on 1 lane (gpu)')
  expect(rootIn(alone.stdout)).toBe(rootIn(threads?.stdout ?? ''))
  expect(lastRun('alone')).toMatchObject({
    backend: 'gpu',
    device: { architecture: 'swiftshader', arithmetic: 'fenced f32', probe: PROBE_DIGESTS.f32 },
  })
})

test.skipIf(absent)(`and with threads beside it${why}`, () => {
  const beside = run('narrow.ts', '--out', 'beside', '--backend', 'gpu', '--workers', '2')
  expect(beside.stdout).toContain(' on 3 lanes (gpu)')
  expect(rootIn(beside.stdout)).toBe(rootIn(threads?.stdout ?? ''))
})

test.skipIf(absent)(`verify runs on it what threads have run${why}`, () => {
  const again = furrow(['verify', 'threads', '--backend', 'gpu'], { cwd: folder })
  expect(again).toMatchObject({ status: 0, stdout: '301 cells run again: all equal\n' })
})

test('without a GPU the sweep runs on threads, and that is said', () => {
  const args = ['run', 'narrow.ts', '--out', 'none', '--backend', 'gpu']
  const env = { VK_DRIVER_FILES: '/nonexistent' }
  const { status, stdout, stderr } = furrow(args, { cwd: folder, env })
  if (stderr.includes('needs the package webgpu')) {
    expect(status).toBe(2)
    return
  }
  expect(status).toBe(0)
  expect(stderr).toContain('gpu: there is no adapter; the sweep runs on wasm instead\n')
  expect(stdout).toContain('(wasm)')
  expect(lastRun('none').device).toBeUndefined()
})

test('what no GPU can run is refused, and nothing is written', () => {
  const wide = run('wide.ts', '--out', 'wide', '--backend', 'gpu')
  expect(wide).toMatchObject({ status: 2, stdout: '' })
  expect(wide.stderr).toBe(
    "furrow: --backend gpu: this sweep is f64, which no GPU has; set precision: 'f32' in the " +
      'sweep, or use --exact, which computes f64 by integers\n',
  )
  const exact = run('narrow.ts', '--out', 'wide', '--exact')
  expect(exact).toMatchObject({
    status: 2,
    stderr: 'furrow: --exact: is for a GPU; add --backend gpu, or leave it out\n',
  })
  const limit = run('narrow.ts', '--out', 'wide', '--backend', 'gpu', '--timeout', '3')
  expect(limit.stderr).toBe(
    'furrow: --timeout: is for engine scenes, which run on js; leave it out\n',
  )
  expect(() => lastRun('wide')).toThrow('ENOENT')
})
