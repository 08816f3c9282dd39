// Before the tests of the command line: the program as its users get it, built where src is newer.

import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './furrow.fixture.ts'

const TESTS = /\.(test|properties|bench|fixture|cases)\.ts$/

export default function build(): void {
  const built = statSync(join(root, 'dist/cli.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !TESTS.test(name))
    .map((name) => statSync(join(root, 'src', name)).mtimeMs)
  if (sources.every((changed) => changed < built)) return
  const { status, stdout } = spawnSync(process.execPath, ['build.mjs'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A type error is the type checker's to tell; the program was made nevertheless.
  if (status !== 0) process.stderr.write(`the build ended with ${status}:\n${stdout}`)
}
