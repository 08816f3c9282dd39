// Differences that were found by running rollouts again, as conflicts for the journal.

import type { Conflict } from './meeting.ts'
import type { Difference } from './verify.ts'

export interface ConflictBook {
  /** What is undecided is no conflict. */
  add(difference: Difference): void
  /** Takes out what was added: the first difference of each rollout. */
  take(): Conflict[]
}

export function createConflictBook(seen: Conflict['seen']): ConflictBook {
  let conflicts: Conflict[] = []
  return {
    add({ rollout, field, expected, found, undecided }) {
      if (undecided) return
      // Fields of a rollout come one after another.
      if (conflicts.at(-1)?.rollout === rollout) return
      conflicts.push({ rollout, field, recorded: expected, found, seen })
    },
    take() {
      const taken = conflicts
      conflicts = []
      return taken
    },
  }
}
