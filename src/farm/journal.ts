// The durable record of finished rollouts: its interface, what it refuses, and the one in memory.

import type { Columns } from '../workers/protocol.ts'
import { addStatuses, emptyCounts, type StatusCounts } from './status.ts'
import { joinNeighbours, type Stretch } from './stretches.ts'
import { UserError } from './user-error.ts'

/**
 * Records every rollout exactly once. `append` returns when the columns are durable; columns that
 * overlap recorded ones are refused whole, since two answers for one rollout are a finding.
 */
export interface Journal {
  /** @throws JournalError; nothing of the columns is recorded then. */
  append(columns: Columns): void
  /** Recorded stretches in index order, neighbours joined. Reads no results. */
  covered(): Stretch[]
  /** Recorded rollouts by status. Reads no results. */
  counts(): StatusCounts
  /** The recorded columns in index order, by chunks; those appended meanwhile may be missed. */
  read(): Iterable<Columns>
  /** Of the chunk with this rollout; undefined where none is recorded. */
  find(rollout: number): Columns | undefined
  close(): void
}

export type JournalFault =
  /** The rollout is recorded already, with the same result. */
  | 'overlap'
  /** The rollout is recorded already, with another result. */
  | 'conflict'
  /** The folder holds another sweep. */
  | 'other-sweep'
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
    super(message, fault === 'conflict' ? 1 : 2, cause)
    this.fault = fault
  }
}

/**
 * What to say when `fresh` columns meet recorded ones: a conflict names the first rollout whose
 * results differ.
 */
export function overlapError(recorded: Columns, fresh: Columns): JournalError {
  const from = Math.max(recorded.from, fresh.from)
  const to = Math.min(recorded.from + recorded.count, fresh.from + fresh.count)
  for (let rollout = from; rollout < to; rollout++) {
    const [a, b] = [rollout - recorded.from, rollout - fresh.from]
    const same =
      recorded.fingerprint[a] === fresh.fingerprint[b] &&
      recorded.status[a] === fresh.status[b] &&
      recorded.steps[a] === fresh.steps[b]
    if (same) continue
    const hex = (bits: bigint) => bits.toString(16).padStart(16, '0')
    return new JournalError(
      'conflict',
      `rollout ${rollout} has two results: fingerprint ${hex(recorded.fingerprint[a])} is ` +
        `recorded, ${hex(fresh.fingerprint[b])} came now; run \`furrow verify\` on this folder`,
    )
  }
  return new JournalError(
    'overlap',
    `rollouts ${from} to ${to - 1} are recorded already; does another run write to this folder?`,
  )
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
  return {
    append(columns) {
      const at = rank(columns.from)
      const met = [chunks[at - 1], chunks[at]].find((c) => meets(c, columns.from, columns.count))
      if (met) throw overlapError(met, columns)
      chunks.splice(at, 0, columns)
      addStatuses(counts, columns.status)
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
    close() {},
  }
}
