// Counts by status in the words of the report.

import { countFailed, STATUS_NAMES, type StatusCounts } from '../farm/status.ts'
import type { Tally } from '../report/summary.ts'

/** What the user calls a rollout: where there are no replicas, it is its cell. */
export function nounFor(replicas: number): Tally['noun'] {
  return replicas === 1 ? 'cell' : 'rollout'
}

/** Where a rollout stands, as the user counts: `cell 12`, or `cell 12 replica 3`. */
export function rolloutName(rollout: number, replicas: number): string {
  if (replicas === 1) return `cell ${rollout}`
  const replica = rollout % replicas
  return `cell ${(rollout - replica) / replicas} replica ${replica}`
}

export function tallyOf(counts: StatusCounts, total: number, replicas: number): Tally {
  const byStatus = new Map<string, number>()
  for (const [status, name] of STATUS_NAMES.entries()) {
    if (counts[status] > 0) byStatus.set(name, counts[status])
  }
  return { noun: nounFor(replicas), total, byStatus, failed: countFailed(counts) }
}
