// How rollouts end, in the words of the tables; a place in the list is the number a lane records.

/** The names of kernel/kernel.ts's STATUS, in its order (a test holds them together). */
export const STATUS_NAMES = [
  'live',
  'done',
  'stopped',
  'escaped',
  'threw',
  'timeout',
  'out-of-memory',
  'crashed',
] as const

export type StatusName = (typeof STATUS_NAMES)[number]

/** Whether a rollout has no result: it threw, ran out of time or memory, or crashed. */
export function isFailed(status: number): boolean {
  return status >= 4
}

/**
 * Whether the clock or the process decided the end (`timeout`, `out-of-memory`, `crashed`): another
 * try may end otherwise without any nondeterminism.
 */
export function isByMachine(status: number): boolean {
  return status >= 5
}

/** How many rollouts ended in each way: entry s counts those of STATUS_NAMES[s]. */
export type StatusCounts = number[]

export function emptyCounts(): StatusCounts {
  return STATUS_NAMES.map(() => 0)
}

/** Adds the rollouts of a status column to `counts`. */
export function addStatuses(counts: StatusCounts, statuses: Uint8Array): void {
  for (const status of statuses) counts[status] += 1
}

export function addCounts(counts: StatusCounts, more: readonly number[]): void {
  for (let s = 0; s < counts.length; s++) counts[s] += more[s] ?? 0
}

export function countFailed(counts: readonly number[]): number {
  return counts.reduce((sum, count, status) => (isFailed(status) ? sum + count : sum), 0)
}
