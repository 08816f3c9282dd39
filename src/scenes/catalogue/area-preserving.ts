// Maps of the plane that keep areas: their two exponents are opposite.

import { defineScene } from '../scene.ts'
import { standardMap } from '../standard-map.ts'
import { type CatalogueEntry, entry, SPROTT } from './entry.ts'

// Stretched, cut and folded over: (2 x, y / 2) where x < 1/2, else (2 - 2 x, 1 - y / 2).
// E. Ott, Chaos in Dynamical Systems (1993).
const foldedBaker = defineScene({
  name: 'folded-baker',
  state: { x: 0.6, y: 0.4 },
  next({ x, y }) {
    const left = x < 0.5
    return { x: left ? 2 * x : 2 - 2 * x, y: left ? y / 2 : 1 - y / 2 }
  },
})

// (2 x + y, x + y), both mod 1: the exponents are +-ln((3 + sqrt 5) / 2).
// V. I. Arnold, A. Avez, Ergodic Problems of Classical Mechanics (1968).
const arnoldCat = defineScene({
  name: 'arnold-cat',
  state: { x: 0.1, y: 0.1 },
  next({ x, y }) {
    const u = 2 * x + y
    const v = x + y
    return { x: u - Math.floor(u), y: v - Math.floor(v) }
  },
})

// (1 + |x| - y, x). R. L. Devaney, Physica D 10 (1984).
const gingerbreadman = defineScene({
  name: 'gingerbreadman',
  state: { x: 0.5, y: 3.7 },
  next({ x, y }) {
    return { x: 1 + Math.abs(x) - y, y: x }
  },
})

export const AREA_PRESERVING: readonly CatalogueEntry[] = [
  entry(foldedBaker, {
    id: 'baker_fold_collapse',
    name: 'Folded baker',
    class: 'chaotic',
    state: { x: 0.6, y: 0.4 },
    exact: [Math.LN2, -Math.LN2],
    computed: { exponents: [0.6931472, -0.6931472], errors: [6.34e-17, 6.34e-17], time: 3000000 },
    verdict: 'collapsed',
    note: 'It ends on (0, 0), as the tent of slope 2 does.',
  }),
  entry(arnoldCat, {
    id: 'arnold_cat',
    name: 'Arnold cat',
    class: 'chaotic',
    state: { x: 0.1, y: 0.1 },
    exact: [0.9624236501192069, -0.9624236501192069],
    computed: { exponents: [0.9624236, -0.9624236], errors: [4.76e-17, 4.76e-17], time: 3000000 },
    verdict: 'chaotic',
    note: 'Once rounded to a lattice it is exact. Some tables list its eigenvalues as exponents.',
  }),
  entry(standardMap, {
    id: 'standard_map_k1',
    name: 'Chirikov standard map k=1',
    class: 'conservative',
    params: { k: 1 },
    state: { q: 2.68156, p: 2.31167 },
    published: { exponents: [0.10497, -0.10497], source: SPROTT },
    sumRule: 0,
    computed: { exponents: [0.1043662, -0.1043662], errors: [0.00161, 0.00161], time: 600000000 },
    verdict: 'chaotic',
    note: 'Orbits stick to islands, so the error of batch means is too small.',
  }),
  entry(standardMap, {
    id: 'standard_map_k10',
    name: 'Standard map k=10',
    class: 'conservative',
    params: { k: 10 },
    state: { q: 2.68156, p: 2.31167 },
    sumRule: 0,
    computed: { exponents: [1.6197828, -1.6197828], errors: [0.000113, 0.000113], time: 60000000 },
    verdict: 'chaotic',
    note: 'Near ln(k / 2) = 1.6094, the limit for large k.',
  }),
  entry(standardMap, {
    id: 'standard_map_k0.5_regular_orbit',
    name: 'Standard map k=0.5, regular orbit',
    class: 'quasiperiodic',
    params: { k: 0.5 },
    state: { q: Math.PI, p: 0.5 },
    exact: [0, 0],
    computed: { exponents: [3e-7, -3e-7], errors: [1.34e-7, 1.34e-7], time: 30000000 },
    verdict: 'regular',
  }),
  entry(gingerbreadman, {
    id: 'gingerbreadman',
    name: 'Gingerbreadman',
    class: 'conservative',
    state: { x: 0.5, y: 3.7 },
    sumRule: 0,
    computed: { exponents: [0.0743412, -0.0743412], errors: [0.00025, 0.00025], time: 60000000 },
    verdict: 'chaotic',
  }),
]
