import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { furrow, root, userFolder } from './furrow.fixture.ts'

// What the README shows is what a newcomer gets.

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const folder = userFolder()

it('prints the root that the README shows for its first sweep', () => {
  const sweep = join(root, 'sweeps/lorenz-rho.ts')
  const env = { LC_ALL: 'C.UTF-8' }
  const { status, stdout } = furrow(['run', sweep, '--out', join(folder, 'first')], { env })
  const lines = stdout.trimEnd().split('\n')
  const timed = /^401 cells in /
  const shown = lines.filter((line) => !timed.test(line) && !line.startsWith('in '))
  expect(status).toBe(0)
  expect(shown.filter((line) => !readme.includes(line))).toEqual([])
  expect(lines.at(-1)).toMatch(/^root [0-9a-f]{64}$/)
})

it('runs the scene that the README shows', () => {
  const [, code] = /```ts\n([\s\S]*?)```/.exec(readme) as RegExpExecArray
  writeFileSync(join(folder, 'duffing.ts'), code as string)
  const { status, stdout } = furrow(['run', 'duffing.ts'], { cwd: folder })
  expect(stdout).toContain('255 done, 0 failed')
  expect(status).toBe(0)
})
