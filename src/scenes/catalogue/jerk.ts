// Third-order equations x''' = f(x, x', x''), written with y = x' and z = x''.

import { defineScene } from '../scene.ts'
import { type CatalogueEntry, entry } from './entry.ts'

// A parcel of gas that heats and cools: z' = -z - (T - R + R x^2) y - T x.
// D. W. Moore, E. A. Spiegel, Astrophys. J. 143 (1966).
const mooreSpiegel = defineScene({
  name: 'moore-spiegel',
  state: { x: 0.1, y: 0, z: 0 },
  params: { T: 6, R: 20 },
  dt: 0.005,
  integrator: 'rk4',
  rates({ x, y, z }, { T, R }) {
    return { x: y, y: z, z: -z - (T - R + R * x * x) * y - T * x }
  },
})

// The simplest dissipative flow with a quadratic term: z' = -A z + y^2 - x.
// J. C. Sprott, Phys. Lett. A 228 (1997).
const simplestQuadratic = defineScene({
  name: 'simplest-quadratic',
  state: { x: -0.9, y: 0, z: 0.5 },
  params: { A: 2.017 },
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y, z }, { A }) {
    return { x: y, y: z, z: -A * z + y * y - x }
  },
})

// The same with an edge instead of a square: z' = -A z - y + |x| - 1.
// S. J. Linz, J. C. Sprott, Phys. Lett. A 259 (1999).
const linzSprott = defineScene({
  name: 'linz-sprott',
  state: { x: 0, y: -0.7, z: 0 },
  params: { A: 0.6 },
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y, z }, { A }) {
    return { x: y, y: z, z: -A * z - y + Math.abs(x) - 1 }
  },
})

export const JERK: readonly CatalogueEntry[] = [
  entry(mooreSpiegel, {
    id: 'moore_spiegel_6_20',
    name: 'Moore–Spiegel',
    class: 'chaotic',
    params: { T: 6, R: 20 },
    state: { x: 0.1, y: 0, z: 0 },
    dt: 0.005,
    sumRule: -1,
    computed: {
      exponents: [0.0924879, 4e-7, -1.0924883],
      errors: [0.000388, 2.44e-5, 0.000398],
      time: 600000,
    },
    verdict: 'chaotic',
    note: 'A value of 0.1119 is told without a source; the computation does not bear it out.',
  }),
  entry(simplestQuadratic, {
    id: 'simplest_quadratic_2.017',
    name: 'Simplest dissipative chaotic flow',
    class: 'chaotic',
    params: { A: 2.017 },
    state: { x: -0.9, y: 0, z: 0.5 },
    dt: 0.01,
    published: {
      exponents: [0.0551, 0, -2.0721],
      source: 'sites.google.com/view/lyapunov-spectrum, after Sprott 1997',
    },
    sumRule: -2.017,
    computed: {
      exponents: [0.0552121, 1.4e-6, -2.0722135],
      errors: [3.69e-5, 1.53e-5, 4.2e-5],
      time: 1200000,
    },
    verdict: 'chaotic',
    note: 'Most other starts escape.',
  }),
  entry(linzSprott, {
    id: 'linz_sprott_pwl_0.6',
    name: 'Linz–Sprott piecewise linear',
    class: 'chaotic',
    params: { A: 0.6 },
    state: { x: 0, y: -0.7, z: 0 },
    dt: 0.01,
    published: {
      exponents: [0.0362, 0, -0.6362],
      source: 'LyapunovExponents.jl, its example linz_sprott_99',
    },
    sumRule: -0.6,
    computed: {
      exponents: [0.0358638, 0.0001501, -0.6360139],
      errors: [0.000296, 2.57e-5, 0.000292],
      time: 1200000,
    },
    verdict: 'chaotic',
    note: 'It converges slowly: over a time of 4000 the largest is near 0.029.',
  }),
]
