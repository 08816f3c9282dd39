// Processes of one call of furrow, found by a mark in their environment: whoever a process starts
// inherits it, also one that has outlived its parent.

import { readdirSync, readFileSync } from 'node:fs'

const NAME = 'FURROW_TEST_MARK'

/** What a call must have in its environment to be found. */
export const marked = (mark: string) => ({ [NAME]: mark })

/** Whether this system tells of other processes' environments (Linux does). */
export const canFindMarked = readOrNothing(`/proc/${process.pid}/environ`) !== ''

/** The living processes with this mark. One that has ended and was not fetched yet has none. */
export function findMarked(mark: string): number[] {
  const wanted = `\0${NAME}=${mark}\0`
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => `\0${readOrNothing(`/proc/${pid}/environ`)}`.includes(wanted))
    .map(Number)
}

export function commandOf(pid: number): string {
  return readOrNothing(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
}

/** Empty as well where it has ended meanwhile, or belongs to someone else. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
