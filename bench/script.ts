// Runs a script of this folder in a process of its own and returns what it prints.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

export async function runScript(name: string, args: readonly string[]): Promise<string> {
  const script = fileURLToPath(new URL(name, import.meta.url))
  return (await run(process.execPath, ['--import', 'tsx', script, ...args])).stdout
}
