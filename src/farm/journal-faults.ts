// What SQLite's and the system's error codes mean for whoever runs a sweep, and what to do.

import { JournalError, type JournalFault } from './journal.ts'
import { isUserError } from './user-error.ts'

/** Known codes by their beginning, the more special ones first. */
const FAULTS: readonly [code: RegExp, fault: JournalFault, message: string][] = [
  [
    /^(SQLITE_FULL|ENOSPC|EDQUOT|SQLITE_IOERR_(WRITE|SHMSIZE|FSYNC|TRUNCATE|DIR_FSYNC))/,
    'full',
    'the disk is full; make space and run the same command again, it goes on where it stopped',
  ],
  [
    /^(SQLITE_READONLY|EROFS|EACCES|EPERM|SQLITE_PERM|SQLITE_AUTH)/,
    'read-only',
    'cannot be written; choose another folder with --out, or change its permissions',
  ],
  [
    /^(SQLITE_CANTOPEN|ENOTDIR|ENOENT)/,
    'read-only',
    'cannot be opened; choose another folder with --out, or change its permissions',
  ],
  [
    /^(SQLITE_BUSY|SQLITE_LOCKED)/,
    'locked',
    'another process writes to it; wait until that has ended',
  ],
  // Our questions are right: an ERROR says that tables or columns have lost their names.
  [
    /^SQLITE_(CORRUPT|NOTADB|TOOBIG|CONSTRAINT|MISMATCH|ERROR)/,
    'corrupt',
    'is damaged; move it away and run the sweep again, or restore it from a copy',
  ],
  [
    /^SQLITE_IOERR/,
    'corrupt',
    'cannot be read or written (a fault of the disk?); copy the folder to a sound disk',
  ],
]

/** The fault in words, with the file that it is about; an unknown error comes back as it is. */
export function explainStorage(error: unknown, file: string): unknown {
  if (isUserError(error) || !(error instanceof Error) || !('code' in error)) return error
  const code = String(error.code)
  const found = FAULTS.find(([pattern]) => pattern.test(code))
  if (!found) return error
  const [, fault, message] = found
  return new JournalError(fault, `${file}: ${message} (${code})`, error)
}
