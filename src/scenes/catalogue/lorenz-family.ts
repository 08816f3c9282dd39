// Lorenz's equations and their kin: convection in three variables.

import { lorenz } from '../lorenz.ts'
import { defineScene } from '../scene.ts'
import { type CatalogueEntry, entry, SPROTT } from './entry.ts'

// Lorenz's equations in the limit of large rho and sigma: x' = -y - x, y' = -x z, z' = x y + R.
// G. van der Schrier, L. Maas, Physica D 141 (2000).
const diffusionlessLorenz = defineScene({
  name: 'diffusionless-lorenz',
  state: { x: 1, y: -1, z: 0.01 },
  params: { R: 1 },
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y, z }, { R }) {
    return { x: -y - x, y: -x * z, z: x * y + R }
  },
})

// Double convection: x' = -k x + l y - y z, y' = x, z' = -z + y^2.
// A. M. Rucklidge, J. Fluid Mech. 237 (1992).
const rucklidge = defineScene({
  name: 'rucklidge',
  state: { x: 1, y: 0, z: 4.5 },
  params: { k: 2, l: 6.7 },
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y, z }, { k, l }) {
    return { x: -k * x + l * y - y * z, y: x, z: -z + y * y }
  },
})

// Lorenz's westerly wind x with two waves: x' = -y^2 - z^2 - a x + a F,
// y' = x y - b x z - y + G, z' = b x y + x z - z. E. N. Lorenz, Tellus A 36 (1984).
const lorenz84 = defineScene({
  name: 'lorenz-84',
  state: { x: 1, y: 1, z: 1 },
  params: { a: 0.25, b: 4, F: 8, G: 1 },
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y, z }, { a, b, F, G }) {
    return {
      x: -y * y - z * z - a * x + a * F,
      y: x * y - b * x * z - y + G,
      z: b * x * y + x * z - z,
    }
  },
})

export const LORENZ_FAMILY: readonly CatalogueEntry[] = [
  entry(lorenz, {
    id: 'lorenz63',
    name: 'Lorenz 1963',
    class: 'chaotic',
    params: { sigma: 10, rho: 28, beta: 2.6666666666666665 },
    state: { x: 1, y: 1, z: 1 },
    dt: 0.005,
    published: { exponents: [0.9056, 0, -14.5723], source: SPROTT },
    sumRule: -13.666666666666666,
    computed: {
      exponents: [0.9057208, -3e-7, -14.5723809],
      errors: [0.000147, 4.17e-6, 0.000146],
      time: 1200000,
    },
    verdict: 'chaotic',
    note: 'The 2.4 that nolds expects of it is the Lyapunov dimension, not an exponent.',
  }),
  entry(lorenz, {
    id: 'lorenz63_dysts_beta2.667',
    name: 'Lorenz 1963, dysts parameters',
    class: 'chaotic',
    params: { sigma: 10, rho: 28, beta: 2.667 },
    state: { x: 1, y: 1, z: 1 },
    dt: 0.005,
    sumRule: -13.667,
    computed: {
      exponents: [0.9054744, 1.7e-6, -14.5724699],
      errors: [0.000281, 1.96e-5, 0.00028],
      time: 300000,
    },
    verdict: 'chaotic',
    note: 'The rounded beta of dysts.',
  }),
  entry(lorenz, {
    id: 'lorenz63_rho20_fixedpoint',
    name: 'Lorenz at r=20: stable fixed points C+-',
    class: 'fixed_point',
    params: { sigma: 10, rho: 20, beta: 2.6666666666666665 },
    state: { x: 10, y: 10, z: 10 },
    dt: 0.005,
    exact: [-0.154791771062622, -0.154791771062622, -13.3570831246],
    sumRule: -13.666666666666666,
    computed: {
      exponents: [-0.1547921, -0.1547914, -13.3570808],
      errors: [1.91e-5, 1.91e-5, 2.28e-15],
      time: 60000,
    },
    verdict: 'contracting',
    note: 'Real parts of eigenvalues at the fixed points. A test of ChaosTools.jl asks for 0 here.',
  }),
  entry(diffusionlessLorenz, {
    id: 'diffusionless_lorenz_1',
    name: 'Diffusionless Lorenz',
    class: 'chaotic',
    params: { R: 1 },
    state: { x: 1, y: -1, z: 0.01 },
    dt: 0.01,
    sumRule: -1,
    computed: {
      exponents: [0.2099846, 5e-7, -1.2099851],
      errors: [0.000139, 6.15e-6, 0.00014],
      time: 1200000,
    },
    verdict: 'chaotic',
  }),
  entry(rucklidge, {
    id: 'rucklidge_2_6.7',
    name: 'Rucklidge',
    class: 'chaotic',
    params: { k: 2, l: 6.7 },
    state: { x: 1, y: 0, z: 4.5 },
    dt: 0.01,
    sumRule: -3,
    computed: {
      exponents: [0.1915593, -2.5e-6, -3.1915568],
      errors: [0.000105, 7.7e-6, 0.000106],
      time: 1200000,
    },
    verdict: 'chaotic',
  }),
  entry(lorenz84, {
    id: 'lorenz84_0.25_4_8_1',
    name: 'Lorenz 1984 (Hadley)',
    class: 'chaotic',
    params: { a: 0.25, b: 4, F: 8, G: 1 },
    state: { x: 1, y: 1, z: 1 },
    dt: 0.01,
    computed: {
      exponents: [0.1663328, -3e-7, -0.38605],
      errors: [0.000412, 1.19e-5, 0.00043],
      time: 1200000,
    },
    verdict: 'chaotic',
  }),
]
