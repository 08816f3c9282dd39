// What there is to say of a result folder when a run ends.

import type { Journal } from '../farm/journal.ts'
import { merkleRoot } from '../farm/merkle.ts'
import { parseShard, shardOf } from '../farm/shard.ts'
import type { RunFacts, Work } from '../report/summary.ts'
import { conflictLine } from './findings.ts'
import type { Manifest } from './manifest.ts'
import { showsUnicode } from './paint.ts'
import { picture } from './picture.ts'
import { tallyOf } from './tally.ts'

/** The root of a finished result; a shard has none of its own. */
export function rootOf({ plan, shard }: Manifest, journal: Journal): string | undefined {
  return shard === undefined
    ? merkleRoot(plan.digest, plan.rollouts, journal.read()).root
    : undefined
}

/** Rollouts that a run into this folder is to record: the shard's, or all. */
export function totalOf({ plan, shard }: Manifest): number {
  return shard === undefined
    ? plan.rollouts
    : shardOf(parseShard(shard), plan.cells.count, plan.replicas).count
}

/** 1 where a rollout failed or was found to have two results, or the audit could not be made. */
export function exitCode({ tally, audit, conflicts }: RunFacts): number {
  const differ = (audit?.mismatches ?? 0) + (conflicts?.rollouts ?? 0)
  return tally.failed > 0 || differ > 0 || audit?.died ? 1 : 0
}

function conflictsOf(journal: Journal, replicas: number): RunFacts['conflicts'] {
  const rollouts = journal.conflicting()
  if (rollouts === 0) return undefined
  const [first] = journal.conflicts()
  return { rollouts, first: conflictLine(first, replicas) }
}

export interface Ending {
  readonly folder: string
  readonly manifest: Manifest
  readonly journal: Journal
  /** Undefined if there was nothing to do. */
  readonly work: Work | undefined
}

export function factsOf({ folder, manifest, journal, work }: Ending): RunFacts {
  const { plan, audit, shard, root } = manifest
  const tally = tallyOf(journal.counts(), totalOf(manifest), plan.replicas)
  return {
    sweep: plan.name,
    folder,
    cells: plan.cells.count,
    replicas: plan.replicas,
    stepsPerRollout: plan.task.steps,
    tally,
    work,
    audit,
    conflicts: conflictsOf(journal, plan.replicas),
    shard,
    picture: picture(plan, journal, showsUnicode()),
    root,
  }
}
