// What there is to say of a result folder when a run ends.

import type { Journal } from '../farm/journal.ts'
import { merkleRoot } from '../farm/merkle.ts'
import { parseShard, shardOf } from '../farm/shard.ts'
import type { RunFacts, Work } from '../report/summary.ts'
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
    shard,
    picture: picture(plan, journal, showsUnicode()),
    root,
  }
}
