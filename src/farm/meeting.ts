// What comes of columns that meet recorded ones: the first answer stands, whatever comes later.

import type { Columns } from '../workers/protocol.ts'
import { compareRollout, type FieldLabels, isUndecided } from './compare.ts'
import { widthsIn } from './rows.ts'
import { missingFrom, type Stretch } from './stretches.ts'

/** Two results for one rollout: a finding about the scene or the machine, never overwritten. */
export interface Conflict {
  readonly rollout: number
  /** The first field that differs, as `verify` names it. */
  readonly field: string
  /** Of that field: a status by name, steps in decimal, else 16 hex digits of bits. */
  readonly recorded: string
  readonly found: string
  /** A second answer of the pool, or a rollout that was run once more on purpose. */
  readonly seen: 'duplicate' | 'audit' | 'verify'
}

/** What an answer was to the journal. */
export interface Appended {
  /** What has been recorded of it: all, where nothing was there. */
  readonly fresh: readonly Columns[]
  /**
   * Rollouts that were recorded already, with the same bits; or where one of the two answers is a
   * timeout, a crash or a lack of memory, which contradicts nothing.
   */
  readonly duplicates: number
  /** Those that were recorded with other bits. */
  readonly conflicts: readonly Conflict[]
}

/** Sorts an answer by what is recorded where it lies; `recorded` is in index order. */
export function meet(
  columns: Columns,
  recorded: readonly Columns[],
  labels: FieldLabels | undefined,
): Appended {
  const gaps = [...missingFrom(recorded, columns)]
  const fresh = gaps.map((gap) => cut(columns, gap))
  const conflicts: Conflict[] = []
  let duplicates = 0
  for (const met of recorded) {
    const to = Math.min(met.from + met.count, columns.from + columns.count)
    for (let rollout = Math.max(met.from, columns.from); rollout < to; rollout++) {
      const [first] = compareRollout(labels, met, columns, rollout)
      if (first === undefined || isUndecided(met, columns, rollout)) duplicates += 1
      else {
        const [field, recorded, found] = first
        conflicts.push({ rollout, field, recorded, found, seen: 'duplicate' })
      }
    }
  }
  return { fresh, duplicates, conflicts }
}

/** The part of columns that lies in a stretch of theirs; it shares their memory. */
export function cut(columns: Columns, { from, count }: Stretch): Columns {
  if (from === columns.from && count === columns.count) return columns
  const at = from - columns.from
  const widths = widthsIn(columns)
  const part = <T>(entries: { subarray(from: number, to: number): T }, width: number) =>
    entries.subarray(at * width, (at + count) * width)
  return {
    from,
    count,
    status: part(columns.status, 1),
    steps: part(columns.steps, 1),
    fingerprint: part(columns.fingerprint, 1),
    values: part(columns.values, widths.values),
    ladder: part(columns.ladder, widths.ladder),
    curves: part(columns.curves, widths.curves),
  }
}
