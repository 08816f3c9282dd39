// Stretches of rollouts: joining neighbours, and finding what is missing between them.

/** A stretch of rollouts, [from, from + count). */
export interface Stretch {
  readonly from: number
  readonly count: number
}

/** Joins neighbours of a list in index order whose entries do not overlap. */
export function joinNeighbours(stretches: Iterable<Stretch>): Stretch[] {
  const joined: { from: number; count: number }[] = []
  for (const { from, count } of stretches) {
    const last = joined.at(-1)
    if (last && last.from + last.count === from) last.count += count
    else joined.push({ from, count })
  }
  return joined
}

/** What `whole` has and `covered` (in index order) has not, in index order. */
export function* missingFrom(covered: readonly Stretch[], whole: Stretch): Generator<Stretch> {
  const end = whole.from + whole.count
  let at = whole.from
  for (const { from, count } of covered) {
    if (from >= end) break
    if (from > at) yield { from: at, count: from - at }
    at = Math.max(at, from + count)
  }
  if (at < end) yield { from: at, count: end - at }
}

/** How many rollouts of `whole` are covered. */
export function countCovered(covered: readonly Stretch[], whole: Stretch): number {
  let count = whole.count
  for (const gap of missingFrom(covered, whole)) count -= gap.count
  return count
}
