// One run a result folder: a file that names the process which writes there.

import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { parentPid } from './supervised.ts'

interface Process {
  readonly pid: number
  /** When the process began, in the kernel's own units: a number may be given out again. */
  readonly born: string | undefined
}

export interface Holder extends Process {
  readonly host: string
  /** The process that started it and would start it again: what a user would stop. */
  readonly parent?: Process | undefined
}

export interface RunLock {
  release(): void
}

const nameIn = (folder: string) => join(folder, 'run.lock')

/** Takes the folder's lock, or returns who holds it. A dead process's lock is taken over. */
export function takeLock(folder: string): RunLock | Holder {
  const path = nameIn(folder)
  const mine = `${path}.${process.pid}`
  writeFileSync(mine, JSON.stringify(self()))
  try {
    for (;;) {
      if (tryLink(mine, path)) return { release: () => rmSync(path, { force: true }) }
      const text = readOrNothing(path)
      const holder = parse(text)
      // Whom our own parent started before us is dead: that is why we were started.
      const ours = parentPid !== undefined && holder?.parent?.pid === parentPid
      if (holder && !ours && isAlive(holder)) return holder
      // Two runs may find the same dead lock; who renames away another's fresh one puts it back.
      const stale = `${mine}.stale`
      if (!tryRename(path, stale)) continue
      if (readOrNothing(stale) !== text) tryLink(stale, path)
      rmSync(stale, { force: true })
    }
  } finally {
    rmSync(mine, { force: true })
  }
}

/** Who writes into the folder now, if anyone does. */
export function holderOf(folder: string): Holder | undefined {
  const holder = parse(readOrNothing(nameIn(folder)))
  return holder !== undefined && isAlive(holder) ? holder : undefined
}

/** The process whose end ends the run. */
export function processOf({ pid, parent }: Holder): number {
  return parent?.pid ?? pid
}

function self(): Holder {
  const described = (pid: number): Process => ({ pid, born: bornAt(pid) })
  const parent = parentPid === undefined ? undefined : described(parentPid)
  return { ...described(process.pid), host: hostname(), parent }
}

/** A process of another machine counts as alive: nothing here can tell. */
function isAlive({ host, parent, ...own }: Holder): boolean {
  return host !== hostname() || isRunning(own) || (parent !== undefined && isRunning(parent))
}

function isRunning({ pid, born }: Process): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return born === undefined || born === bornAt(pid)
}

/**
 * Start time of a process on Linux (field 22 of its stat line), undefined elsewhere and for a
 * zombie: it has ended, though nobody has fetched its exit code.
 */
function bornAt(pid: number): string | undefined {
  const stat = readOrNothing(`/proc/${pid}/stat`)
  // The command's name stands in brackets and may hold anything, so count from the last bracket.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields?.[0] === 'Z' ? undefined : fields?.[19]
}

function parse(text: string | undefined): Holder | undefined {
  try {
    const { pid, parent, host, born } = JSON.parse(text ?? '')
    const whole = Number.isSafeInteger(pid) && typeof host === 'string'
    return whole ? { pid, parent, host, born } : undefined
  } catch {
    return undefined
  }
}

function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    // A file system without links: an exclusive write is the next best, though not atomic.
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS') return tryWrite(from, to)
    throw error
  }
}

function tryWrite(from: string, to: string): boolean {
  try {
    writeFileSync(to, readFileSync(from), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function tryRename(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
