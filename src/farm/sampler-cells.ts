// The points of the samplers, each a function of the sweep's seed and its index.

import { latinHypercubePoints } from '../math/latin-hypercube.ts'
import { philox4x32 } from '../math/philox.ts'
import { counterWords, PURPOSE } from '../math/random-stream.ts'
import type { SeedWords } from '../math/seed.ts'
import { type PointSet, sobolPoints } from '../math/sobol.ts'
import { uniform53 } from '../math/uniform.ts'
import { type Cells, pointCells } from './cells.ts'
import type { Sampler } from './sampling.ts'

/** The cells of a sampler. */
export function samplerCells(sampler: Sampler, seed: SeedWords): Cells {
  const names = Object.keys(sampler.ranges)
  const sides = Object.values(sampler.ranges)
  const coordinate = unitPoints(sampler, names.length, seed)
  return pointCells(names, sampler.count, (index) =>
    sides.map(([from, to], d) => Math.min(from + coordinate(index, d) * (to - from), to)),
  )
}

/** Points of the unit cube; scaled to a side, rounding could reach beyond its end. */
function unitPoints({ kind, count }: Sampler, dimensions: number, seed: SeedWords): PointSet {
  switch (kind) {
    case 'random':
      return randomPoints(seed)
    case 'latinHypercube':
      return latinHypercubePoints(count, seed)
    case 'sobol':
      return sobolPoints(dimensions, seed)
  }
}

/** Every coordinate has a block of random words of its own: its place is (index, dimension). */
function randomPoints([low, high]: SeedWords): PointSet {
  return (index, dimension) => {
    const place = { purpose: PURPOSE.random, index, replica: 0, step: dimension, draw: 0 }
    const [c0, c1, c2, c3] = counterWords(place)
    const words = philox4x32(c0, c1, c2, c3, low, high)
    return uniform53(words[0], words[1])
  }
}
