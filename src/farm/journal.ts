// The durable record of finished rollouts: its interface, what it refuses, and the one in memory.

import type { Columns } from '../workers/protocol.ts'
import type { FieldLabels } from './compare.ts'
import { type Appended, type Conflict, meet } from './meeting.ts'
import {
  addStatuses,
  emptyCounts,
  isFailed,
  STATUS_NAMES,
  type StatusCounts,
  type StatusName,
} from './status.ts'
import { joinNeighbours, type Stretch } from './stretches.ts'
import { UserError } from './user-error.ts'

/** Why a rollout failed, for people; its row says only that it did. No part of the root. */
export interface RecordedFault {
  readonly rollout: number
  /** `threw`, `timeout`, `out-of-memory` or `crashed`. */
  readonly cause: StatusName
  /** Where it was seen last; the clock may decide it, so the row's `steps` may differ. */
  readonly step: number
  /** How often it was tried again. */
  readonly retries: number
  readonly message: string
}

export interface AppendOptions {
  /** Why rollouts of the columns failed: those that are recorded now are kept with them. */
  readonly faults?: readonly RecordedFault[]
  /** What conflicts call the fields. */
  readonly labels?: FieldLabels | undefined
}

/**
 * Records every rollout exactly once, as it was answered first. A second answer changes nothing:
 * the same bits are counted, other bits are kept beside as a conflict.
 */
export interface Journal {
  /**
   * Returns when the columns are durable, with their faults and conflicts.
   *
   * @throws JournalError; nothing of the columns is recorded then
   */
  append(columns: Columns, options?: AppendOptions): Appended
  /** Recorded stretches in index order, neighbours joined. Reads no results. */
  covered(): Stretch[]
  /** Recorded rollouts by status. Reads no results. */
  counts(): StatusCounts
  /** The recorded columns in index order, by chunks; those appended meanwhile may be missed. */
  read(): Iterable<Columns>
  /** Of the chunk with this rollout; undefined where none is recorded. */
  find(rollout: number): Columns | undefined
  /** Keeps conflicts that were found elsewhere; of each rollout, field and place the first. */
  note(conflicts: readonly Conflict[]): void
  /** In index order. */
  conflicts(): Iterable<Conflict>
  /** Rollouts that have conflicts. */
  conflicting(): number
  /** In index order; at most `limit` of a cause where one is given. */
  faults(cause?: StatusName, limit?: number): Iterable<RecordedFault>
  close(): void
}

/** Characters of a fault's message that are kept. */
const MESSAGE_MAX = 500

/** Of the faults those whose rollouts are recorded now as failed, in the words of their rows. */
export function faultsToKeep(
  fresh: readonly Columns[],
  faults: readonly RecordedFault[] = [],
): RecordedFault[] {
  return faults.flatMap((fault) => {
    const { rollout, message } = fault
    const part = fresh.find(({ from, count }) => from <= rollout && rollout < from + count)
    const status = part?.status[rollout - part.from] ?? 0
    if (!isFailed(status)) return []
    const bounded = message.length <= MESSAGE_MAX ? message : `${message.slice(0, MESSAGE_MAX)}...`
    return [{ ...fault, cause: STATUS_NAMES[status], message: bounded }]
  })
}

export type JournalFault =
  /** The folder holds another sweep. */
  | 'other-sweep'
  /** The file went away while it was being written. */
  | 'removed'
  | 'missing'
  | 'full'
  | 'read-only'
  | 'locked'
  | 'corrupt'
  | 'unsupported'

/** A journal that cannot be written or read; the message names the mend. */
export class JournalError extends UserError {
  override readonly name = 'JournalError'
  readonly fault: JournalFault
  constructor(fault: JournalFault, message: string, cause?: unknown) {
    super(message, 2, cause)
    this.fault = fault
  }
}

/** A journal that ends with the process: for pages, tests, and runs that nobody keeps. */
export function createMemoryJournal(): Journal {
  const chunks: Columns[] = []
  const counts = emptyCounts()
  /** How many chunks begin at or before a rollout. */
  const rank = (rollout: number) => {
    let [low, high] = [0, chunks.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (chunks[middle].from <= rollout) low = middle + 1
      else high = middle
    }
    return low
  }
  const meets = (chunk: Columns | undefined, from: number, count: number) =>
    chunk !== undefined && chunk.from < from + count && from < chunk.from + chunk.count
  const faults = new Map<number, RecordedFault>()
  const conflicts = new Map<string, Conflict>()
  const note = (found: readonly Conflict[]) => {
    for (const one of found) {
      const key = `${one.rollout} ${one.field} ${one.seen}`
      if (!conflicts.has(key)) conflicts.set(key, one)
    }
  }
  const byRollout = (a: { rollout: number }, b: { rollout: number }) => a.rollout - b.rollout
  return {
    append(columns, options = {}) {
      const { from, count } = columns
      const met = chunks.slice(Math.max(0, rank(from) - 1), rank(from + count - 1))
      const recorded = met.filter((chunk) => meets(chunk, from, count))
      const appended = meet(columns, recorded, options.labels)
      for (const part of appended.fresh) {
        chunks.splice(rank(part.from), 0, part)
        addStatuses(counts, part.status)
      }
      note(appended.conflicts)
      for (const fault of faultsToKeep(appended.fresh, options.faults)) {
        faults.set(fault.rollout, fault)
      }
      return appended
    },
    covered: () => joinNeighbours(chunks),
    counts: () => [...counts],
    *read() {
      let next = 0
      for (let chunk = chunks[0]; chunk; chunk = chunks[rank(next - 1)]) {
        yield chunk
        next = chunk.from + chunk.count
      }
    },
    find(rollout) {
      const chunk = chunks[rank(rollout) - 1]
      return meets(chunk, rollout, 1) ? chunk : undefined
    },
    note,
    conflicts: () => [...conflicts.values()].sort(byRollout),
    conflicting: () => new Set([...conflicts.values()].map(({ rollout }) => rollout)).size,
    faults(cause, limit) {
      const all = [...faults.values()].sort(byRollout)
      const wanted = cause === undefined ? all : all.filter((fault) => fault.cause === cause)
      return wanted.slice(0, limit)
    },
    close() {},
  }
}
