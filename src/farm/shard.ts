// Shards: the fixed contiguous parts of a sweep that machines compute without knowing each other.

import type { Stretch } from './stretches.ts'
import { UserError } from './user-error.ts'

/** Part `index` (from 1) of `of` parts. */
export interface Shard {
  readonly index: number
  readonly of: number
}

/** Parses `I/N`, such as `3/8`. */
export function parseShard(text: string): Shard {
  const match = /^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(text)
  const [index, of] = match ? [Number(match[1]), Number(match[2])] : [0, 0]
  if (index < 1 || index > of)
    throw new UserError(`shard '${text}': write I/N with I from 1 to N, such as 3/8`)
  return { index, of }
}

/**
 * The rollouts of a shard. All shards of one `of` are disjoint and cover the sweep; their sizes
 * differ by at most one cell, and the replicas of a cell stay together. A shard may be empty.
 */
export function shardOf({ index, of }: Shard, cells: number, replicas: number): Stretch {
  const from = shardStart(index - 1, of, cells)
  const to = shardStart(index, of, cells)
  return { from: from * replicas, count: (to - from) * replicas }
}

/** The first `cells % of` shards get one cell more; no product above 2^53 comes up on the way. */
function shardStart(shards: number, of: number, cells: number): number {
  return shards * Math.floor(cells / of) + Math.min(shards, cells % of)
}
