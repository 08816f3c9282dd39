// The last word when a command fails: one or two lines that name the thing and the mend.

import { isUserError } from '../farm/user-error.ts'

/** The call or its input is wrong. */
export const WRONG_CALL = 2

const LINES_MAX = 2

/** Says on stderr what went wrong and returns the exit code. `debug` adds the stack. */
export function tellFailure(error: unknown, debug: boolean): number {
  const lines = isUserError(error) ? shortened(error.message) : [unforeseen(error, debug)]
  const stack = debug && error instanceof Error ? `${stackOf(error)}\n` : ''
  process.stderr.write(`furrow: ${lines.join('\n')}\n${stack}`)
  return isUserError(error) ? error.exitCode : WRONG_CALL
}

/** Whole if it is short; else its first fault, and how many more there are. */
function shortened(message: string): string[] {
  const lines = message.split('\n')
  if (lines.length <= LINES_MAX) return lines
  return [lines[0], `(and ${lines.length - 1} more faults)`]
}

/** What the system says about a file, in the user's words; all else is a fault of our own. */
function unforeseen(error: unknown, debug: boolean): string {
  const message = error instanceof Error ? error.message : String(error)
  const words = errnoWords(error)
  if (words !== undefined) return words
  const first = message.split('\n')[0]
  return debug ? first : `${first} (this is a fault of furrow; --debug shows where)`
}

const ERRNO: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'not a folder',
  EISDIR: 'a folder, not a file',
  EEXIST: 'it exists already',
  EMFILE: 'too many open files',
  ELOOP: 'too many links in a row',
  ENAMETOOLONG: 'the name is too long',
}

/** `PATH: permission denied` for an error of the file system; undefined for any other. */
export function errnoWords(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const words = ERRNO[String(error.code)]
  if (words === undefined) return undefined
  return 'path' in error ? `${error.path}: ${words}` : words
}

function stackOf(error: Error): string {
  const { cause } = error
  const stack = error.stack ?? String(error)
  return cause instanceof Error ? `${stack}\ncaused by ${stackOf(cause)}` : stack
}
