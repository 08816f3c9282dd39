// The few lines that close a run: what was done, how fast, what it looks like, and the root.

import { count, counted, duration, rate } from './quantity.ts'
import { wrap } from './table.ts'

/** Emphasis, chosen by the caller; a terminal colours these, a pipe gets the words alone. */
export interface Paint {
  strong(text: string): string
  faint(text: string): string
  bad(text: string): string
}

export const plain: Paint = { strong: (t) => t, faint: (t) => t, bad: (t) => t }

/** Rollouts of a run; `noun` is what the user calls them, since a cell without replicas is one. */
export interface Tally {
  readonly noun: 'cell' | 'rollout'
  readonly total: number
  /** Recorded ones by the name of their status, those that occur. */
  readonly byStatus: ReadonlyMap<string, number>
  readonly failed: number
}

/** Recorded rollouts of a tally. */
export function recorded({ byStatus }: Pick<Tally, 'byStatus'>): number {
  return [...byStatus.values()].reduce((sum, n) => sum + n, 0)
}

export interface RunFacts {
  readonly sweep: string
  readonly folder: string
  readonly cells: number
  readonly replicas: number
  readonly stepsPerRollout: number
  readonly tally: Tally
  /** What this run itself did; undefined if that is nothing. */
  readonly work: Work | undefined
  readonly audit: AuditFacts | undefined
  /** Rollouts with two results, from this run and earlier ones, and the first of them in words. */
  readonly conflicts?: { readonly rollouts: number; readonly first: string } | undefined
  readonly shard: string | undefined
  /** Lines of a plot with its title, or none. */
  readonly picture: readonly string[]
  /** The root, or undefined for a shard and while rollouts are left. */
  readonly root: string | undefined
}

export interface AuditFacts {
  /** How many were run again, of how many that were chosen. */
  readonly rollouts: number
  readonly chosen?: number
  /** Of those that were run again: on js, where the sweep ran on something else. */
  readonly onJs?: number
  readonly mismatches: number
  /** Whether it was given up, since the process died under it again and again. */
  readonly died?: true
}

export interface Work {
  readonly rollouts: number
  readonly seconds: number
  readonly lanes: number
  readonly backend: string
  /** Rollouts that came more than once, and no bits contradict. */
  readonly duplicates?: number
}

const NOTHING_LEFT = 'nothing was left to do'

/** The summary as lines of at most 80 characters (names and paths apart); the last is the root. */
export function summary(facts: RunFacts, paint: Paint = plain): string[] {
  const { tally, audit, work } = facts
  const lines = [
    `${paint.strong(facts.sweep)}: ${extent(facts)}`,
    ...wrap(statuses(tally), 80).map((line) => (tally.failed > 0 ? paint.bad(line) : line)),
    ...(work ? [worked(tally, work)] : recorded(tally) < tally.total ? [] : [NOTHING_LEFT]),
  ]
  if (audit?.died) {
    const mend = `furrow verify ${facts.folder} runs all again`
    lines.push(paint.bad('audit: NOT MADE, the process died under it twice'), mend)
  } else if (audit !== undefined && audit.rollouts > 0) {
    const line = audited(audit, tally)
    lines.push(audit.mismatches === 0 ? line : paint.bad(line))
  }
  lines.push(...nondeterministic(facts).map((line) => paint.bad(line)))
  const where =
    tally.failed > 0 || facts.conflicts
      ? [`furrow status ${facts.folder} tells which, and why`]
      : []
  return [...lines, ...where, ...facts.picture, `in ${facts.folder}`, closing(facts)]
}

function audited({ rollouts, chosen, onJs, mismatches }: AuditFacts, { noun }: Tally): string {
  const js = onJs ? ` (${count(onJs)} on js)` : ''
  const part = chosen && rollouts < chosen ? ` of ${count(chosen)} in the time for it` : ''
  const verdict = mismatches === 0 ? 'all equal' : `${count(mismatches)} DIFFER`
  return `audit: ${counted(rollouts, noun)} run again${js}${part}, ${verdict}`
}

function nondeterministic({ conflicts, tally }: RunFacts): string[] {
  if (conflicts === undefined) return []
  const { rollouts, first } = conflicts
  const [verb, them] = rollouts === 1 ? ['is', 'it has'] : ['are', 'each has']
  const which = `${counted(rollouts, tally.noun)} ${verb} NONDETERMINISTIC`
  return [`${which}: ${them} two results, the first stands`, `  ${first}`]
}

function extent({ cells, replicas, stepsPerRollout, shard }: RunFacts): string {
  const copies = replicas === 1 ? '' : ` of ${counted(replicas, 'replica')}`
  const part = shard === undefined ? '' : `, shard ${shard}`
  return `${counted(cells, 'cell')}${copies}, ${counted(stepsPerRollout, 'step')} each${part}`
}

/** `4,000 done, 12 escaped, 0 failed`, with each cause of failure by its name. */
export function statuses({ byStatus, failed }: Tally): string {
  const parts = [...byStatus].map(([name, n]) => `${count(n)} ${name}`)
  return [...parts, failed === 0 ? '0 failed' : `${count(failed)} failed in all`].join(', ')
}

function worked({ noun }: Tally, work: Work): string {
  const { rollouts, seconds, lanes, backend, duplicates } = work
  const speed = seconds > 0 ? `, ${rate(rollouts / seconds, `${noun}s/s`)}` : ''
  const where = `${counted(lanes, 'lane')} (${backend})`
  const again = duplicates ? `; ${count(duplicates)} came again, no conflict` : ''
  return `${counted(rollouts, noun)} in ${duration(seconds)} on ${where}${speed}${again}`
}

function closing({ root, shard, tally }: RunFacts): string {
  if (root !== undefined) return `root ${root}`
  const left = tally.total - recorded(tally)
  if (left > 0) return `${counted(left, tally.noun)} left; the same command goes on from here`
  return `shard ${shard} is complete; the root is that of all shards together`
}
