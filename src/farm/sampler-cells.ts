// The points of the samplers, each a function of the sweep's seed and its index.

import { PURPOSE, randomStream } from '../math/random-stream.ts'
import type { SeedWords } from '../math/seed.ts'
import { type Cells, pointCells } from './cells.ts'
import type { Sampler } from './sampling.ts'

/** The cells of a sampler. */
export function samplerCells({ kind, ranges, count }: Sampler, seed: SeedWords): Cells {
  const names = Object.keys(ranges)
  const sides = Object.values(ranges)
  const unitPoint = unitPoints(kind, names.length, count, seed)
  return pointCells(names, count, (index) => unitPoint(index).map((u, d) => along(sides[d], u)))
}

/** Where `u` of [0, 1] stands between the ends; never beyond the far one, which rounding could do. */
function along([from, to]: readonly [from: number, to: number], u: number): number {
  return Math.min(from + u * (to - from), to)
}

function unitPoints(
  kind: Sampler['kind'],
  dimensions: number,
  _count: number,
  seed: SeedWords,
): (index: number) => number[] {
  switch (kind) {
    case 'random':
      return (index) => {
        const stream = randomStream(seed, PURPOSE.random, index)
        return Array.from({ length: dimensions }, () => stream.uniform())
      }
    default:
      throw new Error(`no sampler ${kind} yet`)
  }
}
