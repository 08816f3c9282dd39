// What a journal tells beside its results, in words: why rollouts failed, which have two results.

import type { Journal } from '../farm/journal.ts'
import type { Conflict } from '../farm/meeting.ts'
import type { Plan } from '../farm/plan.ts'
import { isFailed, STATUS_NAMES } from '../farm/status.ts'
import { count, counted } from '../report/quantity.ts'
import { nounFor, rolloutName } from './tally.ts'

const LISTED_MAX = 10
const LINE_MAX = 200

/** Lines for `furrow status`: the first ten rollouts of each cause, the first ten conflicts. */
export function findingLines(folder: string, { replicas }: Plan, journal: Journal): string[] {
  const noun = nounFor(replicas)
  const lines: string[] = []
  const counts = journal.counts()
  const all = `furrow export ${folder} --faults --format csv lists all`
  for (const [status, cause] of STATUS_NAMES.entries()) {
    if (!isFailed(status) || counts[status] === 0) continue
    const told = [...journal.faults(cause, LISTED_MAX)].map((fault) => {
      const { rollout, step, retries, message } = fault
      const again = retries === 0 ? '' : `, tried again ${counted(retries, 'time')}`
      return `  ${rolloutName(rollout, replicas)} at step ${step}${again}: ${oneLine(message)}`
    })
    const more = counts[status] - told.length
    lines.push(`${cause}: ${counted(counts[status], noun)}`, ...told)
    if (more > 0) lines.push(told.length > 0 ? `  and ${count(more)} more; ${all}` : `  ${all}`)
  }
  const conflicting = journal.conflicting()
  if (conflicting === 0) return lines
  lines.push(`nondeterministic: ${counted(conflicting, noun)}, with two results each`)
  const seen = new Set<number>()
  for (const conflict of journal.conflicts()) {
    if (!seen.has(conflict.rollout) && seen.size === LISTED_MAX) break
    seen.add(conflict.rollout)
    lines.push(`  ${conflictLine(conflict, replicas)}`)
  }
  if (conflicting > LISTED_MAX) lines.push(`  and ${count(conflicting - LISTED_MAX)} more`)
  return lines
}

const SEEN = { duplicate: 'then came', audit: 'audit found', verify: 'verify found' } as const

/** `cell 12, fingerprint: recorded 0123456789abcdef, audit found fedcba9876543210`. */
export function conflictLine(conflict: Conflict, replicas: number): string {
  const { rollout, field, recorded, found, seen } = conflict
  return `${rolloutName(rollout, replicas)}, ${field}: recorded ${recorded}, ${SEEN[seen]} ${found}`
}

/** A message may be anything that user code has thrown. */
function oneLine(message: string): string {
  const line = message.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.length <= LINE_MAX ? line : `${line.slice(0, LINE_MAX)}...`
}
