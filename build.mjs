// Compiles src to dist, one file for one file, so that a stack trace names the file that you read.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'

rmSync(new URL('dist', import.meta.url), { recursive: true, force: true })
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
  cwd: new URL('.', import.meta.url),
  stdio: 'inherit',
})
process.exit(status ?? 1)
