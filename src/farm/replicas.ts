// A cell's replicas in one row: means, their standard errors, and how many there were of each.

import { mean, variance } from '../math/sums.ts'
import type { Plan } from './plan.ts'
import { isFailed, STATUS_NAMES } from './status.ts'
import { UserError } from './user-error.ts'

/** What a measured value of a rollout is. */
export interface ReplicaColumn {
  readonly name: string
  readonly kind: 'number' | 'error' | 'word'
  /** What the numbers of a word stand for: places in this list. */
  readonly words?: readonly string[]
}

/** The word for replicas that differ in theirs. */
export const MIXED = 'mixed'

/** What the values of a rollout are, in their order; `places` has the lists of the words. */
export function measuredColumns(
  { measures }: Pick<Plan, 'measures'>,
  places: ReadonlyMap<number, readonly string[]>,
): ReplicaColumn[] {
  const found: ReplicaColumn[] = []
  for (const { columns } of measures) {
    for (const name of columns) {
      const isError = name.endsWith('_error') && columns.includes(name.slice(0, -'_error'.length))
      const words = places.get(found.length)
      if (words) found.push({ name, kind: 'word', words })
      else found.push({ name, kind: isError ? 'error' : 'number' })
    }
  }
  return found
}

/**
 * The names of the columns of a cell's row: `cell`, the axes, `replicas` and `failed`, then `x` and
 * `x_error` for each number `x`, and each word. A measure's own error of one rollout gives way
 * to the spread over the replicas.
 *
 * @throws UserError where two columns would have one name.
 */
export function replicaColumns(
  axes: readonly string[],
  columns: readonly ReplicaColumn[],
): string[] {
  const measured = columns.flatMap(({ name, kind }) => {
    if (kind === 'error') return []
    return kind === 'word' ? [name] : [name, `${name}_error`]
  })
  const names = ['cell', ...axes, 'replicas', 'failed', ...measured]
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined)
    throw new UserError(`over replicas, two columns would be named ${twice}; rename one measure`)
  return names
}

/**
 * What follows the axes in the row of a cell: how many replicas, and their statistics. Replica r
 * has `status[r]` and the values from entry r * columns.length on.
 *
 * Only replicas that ended as `done` or `stopped` are in the statistics, in the order of their
 * index: x is the mean by a compensated sum, its error the sample deviation (divisor n - 1) by the
 * root of n. NaN where there is no replica, or for an error only one. A NaN of one replica makes
 * the mean NaN.
 */
export function replicaRow(
  columns: readonly ReplicaColumn[],
  status: ArrayLike<number>,
  values: ArrayLike<number>,
): (number | string)[] {
  const counted: number[] = []
  let failed = 0
  for (let r = 0; r < status.length; r++) {
    if (isFailed(status[r])) failed += 1
    else if (isWhole(status[r])) counted.push(r)
  }
  const row: (number | string)[] = [counted.length, failed]
  columns.forEach(({ kind, words = [] }, at) => {
    if (kind === 'error') return
    const found = counted.map((r) => values[r * columns.length + at])
    if (kind === 'word') row.push(commonWord(found.map((code) => words[code] ?? '')))
    else row.push(mean(found), Math.sqrt(variance(found) / found.length))
  })
  return row
}

/** Whether a rollout went as far as it was to go. */
function isWhole(status: number): boolean {
  return STATUS_NAMES[status] === 'done' || STATUS_NAMES[status] === 'stopped'
}

function commonWord(words: readonly string[]): string {
  if (words.length === 0) return ''
  return words.every((word) => word === words[0]) ? words[0] : MIXED
}
