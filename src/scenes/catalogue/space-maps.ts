// Maps of three variables with two positive exponents.

import { defineScene } from '../scene.ts'
import { type CatalogueEntry, entry } from './entry.ts'

// (3.8 x (1 - x) - 0.05 w, 0.1 (w - 1) (1 - 1.9 x), 3.78 z (1 - z) + 0.2 y) with
// w = (y + 0.35) (1 - 2 z). O. E. Rössler, Phys. Lett. A 71 (1979).
const foldedTowel = defineScene({
  name: 'folded-towel',
  state: { x: 0.085, y: -0.121, z: 0.075 },
  next({ x, y, z }) {
    const fold = (y + 0.35) * (1 - 2 * z)
    return {
      x: 3.8 * x * (1 - x) - 0.05 * fold,
      y: 0.1 * (fold - 1) * (1 - 1.9 * x),
      z: 3.78 * z * (1 - z) + 0.2 * y,
    }
  },
})

// (a - y^2 - b z, x, y). G. Baier, M. Klein, Phys. Lett. A 151 (1990).
const generalisedHenon = defineScene({
  name: 'generalised-henon',
  state: { x: 0.1, y: 0.2, z: 0.3 },
  params: { a: 1.9, b: 0.03 },
  next({ x, y, z }, { a, b }) {
    return { x: a - y * y - b * z, y: x, z: y }
  },
})

export const SPACE_MAPS: readonly CatalogueEntry[] = [
  entry(foldedTowel, {
    id: 'folded_towel',
    name: 'Folded towel (Rössler)',
    class: 'hyperchaotic',
    state: { x: 0.085, y: -0.121, z: 0.075 },
    published: {
      exponents: [0.432207, 0.378834, -3.74638],
      source: 'PredefinedDynamicalSystems.jl, a comment in its source',
    },
    computed: {
      exponents: [0.4305091, 0.3776199, -3.3012387],
      errors: [4e-5, 5.31e-5, 8.82e-5],
      time: 60000000,
    },
    verdict: 'chaotic',
    note: 'The published third is wrong: the mean log-determinant, -2.493, makes it -3.30.',
  }),
  entry(generalisedHenon, {
    id: 'generalized_henon_hyperchaos_1.9_0.03',
    name: '3-D generalised Hénon',
    class: 'hyperchaotic',
    params: { a: 1.9, b: 0.03 },
    state: { x: 0.1, y: 0.2, z: 0.3 },
    sumRule: -3.506557897319982,
    computed: {
      exponents: [0.2749226, 0.2563627, -4.0378432],
      errors: [2.68e-5, 3.71e-5, 5.57e-5],
      time: 60000000,
    },
    verdict: 'chaotic',
  }),
]
