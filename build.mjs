// Compiles src to dist, one file for one file, so that a stack trace names the file that you read.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const path = (name) => fileURLToPath(new URL(name, import.meta.url))
// Beside dist and put in its place at the end, so that whoever runs from it never finds half of it.
const fresh = path(`node_modules/.dist-${process.pid}`)
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
const { status } = spawnSync(
  process.execPath,
  [tsc, '-p', 'tsconfig.build.json', '--outDir', fresh],
  { cwd: path('.'), stdio: 'inherit' },
)
if (existsSync(fresh)) {
  rmSync(path('dist'), { recursive: true, force: true })
  renameSync(fresh, path('dist'))
}
// `npx furrow` looks here first; without it npx packs and installs this folder, which takes a minute.
if (process.platform !== 'win32') {
  mkdirSync(path('node_modules/.bin'), { recursive: true })
  rmSync(path('node_modules/.bin/furrow'), { force: true })
  symlinkSync('../../bin/furrow.js', path('node_modules/.bin/furrow'))
}
process.exit(status ?? 1)
