import { execFileSync, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from './furrow.fixture.ts'

// The tarball that users install, unpacked into an empty project beside its dependencies.

const folder = mkdtempSync(join(tmpdir(), 'furrow-package-'))
const installed = join(folder, 'node_modules/furrow')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(() => {
  mkdirSync(installed, { recursive: true })
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]
  const tarball = execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }).trim()
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', installed, '--strip-components=1'])
  // What npm would install beside it.
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === '.bin' || name === 'furrow') continue
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  writeFileSync(join(folder, 'package.json'), '{ "name": "mine", "type": "module" }\n')
})

it('holds the program, its types and its sweeps, and no tests', () => {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  for (const wanted of ['bin/furrow.js', 'dist/cli.js', 'dist/index.d.ts', 'sweeps/lorenz-rho.ts'])
    expect(files).toContain(wanted)
  expect(files.filter((file) => /\.(test|properties|bench|fixture|cases)\./.test(file))).toEqual([])
})

it('runs a sweep file of the user with a scene of its own', () => {
  writeFileSync(
    join(folder, 'spiral.ts'),
    `import { defineScene, defineSweep, last, linspace } from 'furrow'
     import { cbrt } from 'furrow/math'
     const spiral = defineScene({
       name: 'spiral',
       state: { x: 1, y: 0 },
       params: { pull: 0.1 },
       dt: 0.01,
       integrator: 'rk4',
       use: { cbrt },
       rates: ({ x, y }: { x: number; y: number }, { pull }: { pull: number }) => ({
         x: -y - pull * cbrt(x),
         y: x - pull * Math.sin(y),
       }),
     })
     export default defineSweep({
       scene: spiral,
       axes: { pull: linspace(0, 1, 5) },
       rollout: { steps: 100 },
       measures: { end: last('x') },
     })\n`,
  )
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(installed, 'bin/furrow.js'), 'run', 'spiral.ts', '--out', 'out', '--workers', '1'],
    { cwd: folder, encoding: 'utf8' },
  )
  expect(`${status}${status === 0 ? '' : stderr}`).toBe('0')
  const manifest = JSON.parse(readFileSync(join(folder, 'out/manifest.json'), 'utf8'))
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`root ${manifest.root}`)
})
