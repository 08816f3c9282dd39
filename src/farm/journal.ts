// The durable record of finished rollouts: its interface, and the journal in memory.

import type { Columns } from '../workers/protocol.ts'

/** A stretch of rollouts, [from, from + count). */
export interface Stretch {
  readonly from: number
  readonly count: number
}

/**
 * Records every rollout exactly once. `append` returns when the columns are durable; a stretch that
 * overlaps a recorded one is refused with an Error, since two answers for one rollout are a finding.
 */
export interface Journal {
  append(columns: Columns): void
  /** Recorded stretches in index order, neighbours joined. */
  covered(): Stretch[]
  /** The recorded columns in index order, chunk by chunk. */
  read(): Iterable<Columns>
  close(): void
}
