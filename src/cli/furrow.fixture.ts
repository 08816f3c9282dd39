// The command line as its users call it: the built program as a process of its own.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAM = join(root, 'bin/furrow.js')

export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface CallOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
}

/** Calls `furrow` and waits for its end. */
export function furrow(args: readonly string[], { cwd, env }: CallOptions = {}): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return { status, stdout, stderr }
}

export interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<Ended & { readonly signal: NodeJS.Signals | null }>
  /** What it has written so far, on stdout. */
  said(): string
}

/** Starts `furrow` and does not wait. */
export function startFurrow(args: readonly string[], { cwd, env }: CallOptions = {}): Started {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd,
    env: { ...process.env, ...env },
    // A process group of its own, as a shell gives it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const ended = new Promise<Ended & { signal: NodeJS.Signals | null }>((resolve) => {
    child.on('close', (status, signal) => resolve({ status, signal, stdout, stderr }))
  })
  return { child, ended, said: () => stdout }
}

/** Waits until `ask` holds; asking costs a process or a file, so it is the pause as well. */
export async function until(ask: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!ask()) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** A user's folder, outside the repository, with furrow installed; gone after the tests. */
export function userFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'furrow-user-')))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/furrow'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The process that works for a run, and its parent, as the folder's lock names them. */
export function farmOf(folder: string): { readonly pid: number; readonly parent: number } {
  const { pid, parent } = JSON.parse(readFileSync(join(folder, 'run.lock'), 'utf8'))
  return { pid, parent: parent.pid }
}

/** Processes whose working folder is `folder`; none where the system does not say. */
export function processesIn(folder: string): number[] {
  const pids =
    process.platform === 'linux' ? readdirSync('/proc').filter((n) => /^\d+$/.test(n)) : []
  return pids.map(Number).filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder
    } catch {
      // It has ended, or is not ours.
      return false
    }
  })
}
