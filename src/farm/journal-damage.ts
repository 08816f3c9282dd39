// What of a journal's rows cannot be, so that a damaged file is refused and never believed. The
// columns have their checksum; these are the entries beside them, and the places of the rows.

import { JournalError } from './journal.ts'
import type { Stretch } from './stretches.ts'

const MEND = 'restore the file from a copy, or move it away and run the sweep again'

export function damaged(file: string, what: string): JournalError {
  return new JournalError('corrupt', `${file}: ${what}; ${MEND}`)
}

/** A place is a stretch of whole numbers behind the last one. */
export function* inOrder(stretches: Iterable<Stretch>, file: string): Generator<Stretch> {
  let end = 0
  for (const stretch of stretches) {
    const { from, count } = stretch
    const isPlace = Number.isSafeInteger(from) && Number.isSafeInteger(count) && count > 0
    if (!isPlace || from < end) throw damaged(file, `its chunk at rollout ${end} is damaged`)
    end = from + count
    yield stretch
  }
}

/** Rollouts by status as they were written: they are all of the chunk. */
export function parseCounts(row: { count: number; by_status: string }, file: string): number[] {
  let counts: unknown
  try {
    counts = JSON.parse(row.by_status)
  } catch {
    // Told below.
  }
  const isWhole = (n: unknown) => Number.isSafeInteger(n) && (n as number) >= 0
  if (Array.isArray(counts) && counts.every(isWhole)) {
    if (counts.reduce((sum, n) => sum + n, 0) === row.count) return counts
  }
  throw damaged(file, 'the counts of a chunk are damaged')
}

/** A row whose columns are bytes, and whose counts are those of its statuses. */
export function checkRow(
  row: { first: number; count: number; by_status: string; status: Uint8Array },
  file: string,
): void {
  const { first, count, by_status, status, ...columns } = row
  const areBytes = [status, ...Object.values(columns)].every(
    (column) => typeof column === 'number' || column instanceof Uint8Array,
  )
  const what = `the chunk at rollout ${first} is damaged`
  if (!areBytes || status.length !== count) throw damaged(file, what)
  const counts = parseCounts({ count, by_status }, file)
  const found: number[] = counts.map(() => 0)
  for (const s of status) found[s] += 1
  if (found.some((n, s) => n !== counts[s])) throw damaged(file, what)
}

/** Every row that a scan sees has been found by its place as well. */
export function checkFound(found: number, scanned: number, file: string): void {
  if (found < scanned) throw damaged(file, `${scanned - found} of its chunks cannot be found`)
}
