// Which rollouts may have killed the farm: those under way at its death, fewer from death to death.

import type { Stretch } from '../farm/stretches.ts'

/** What a new farm is told of those before it. */
export interface Suspicion {
  /** To be run first, in small jobs, one at a time. */
  readonly suspects: readonly Stretch[]
  /** Each was alone under way at two deaths in a row: it is recorded as crashed and not run. */
  readonly crashed: readonly number[]
}

export interface Suspects extends Suspicion {
  begun(job: Stretch): void
  ended(job: Stretch): void
  /** The suspects have all been run. */
  cleared(): void
  /** Tells of a death. True if that brings closer: fewer were under way, or one is found. */
  died(): boolean
}

const keyOf = ({ from, count }: Stretch) => `${from}+${count}`
const sizeOf = (jobs: readonly Stretch[]) => jobs.reduce((sum, { count }) => sum + count, 0)

export function createSuspects(): Suspects {
  const underWay = new Map<string, Stretch>()
  const crashed: number[] = []
  let suspects: Stretch[] = []
  let alone: number | undefined
  let size = Number.POSITIVE_INFINITY
  return {
    get suspects() {
      return suspects
    },
    crashed,
    begun: (job) => {
      underWay.set(keyOf(job), job)
    },
    ended: (job) => {
      underWay.delete(keyOf(job))
    },
    cleared() {
      suspects = []
      alone = undefined
      size = Number.POSITIVE_INFINITY
    },
    died() {
      const last = [...underWay.values()]
      underWay.clear()
      if (last.length === 0) return false
      const closer = sizeOf(last) < size
      size = sizeOf(last)
      const only = size === 1 ? last[0].from : undefined
      const found = only !== undefined && only === alone
      if (found) crashed.push(only)
      alone = found ? undefined : only
      // The newest first: among them is the culprit, if there is one.
      const newest = new Set(last.map(keyOf))
      suspects = [...last, ...suspects.filter((job) => !newest.has(keyOf(job)))]
      if (found) size = Number.POSITIVE_INFINITY
      return closer || found
    },
  }
}
