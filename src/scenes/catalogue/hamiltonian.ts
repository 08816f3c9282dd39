// Two conservative systems of two degrees of freedom, so with exponents in pairs of opposite sign.
// Their figures were computed by rk4, which lets the energy drift: no reference for anything.

import { doublePendulum } from '../double-pendulum.ts'
import { henonHeiles } from '../henon-heiles.ts'
import { type CatalogueEntry, entry } from './entry.ts'

export const HAMILTONIAN: readonly CatalogueEntry[] = [
  entry(henonHeiles, {
    id: 'henon_heiles_E0.1633',
    name: 'Hénon–Heiles',
    class: 'conservative',
    state: { x: 0, y: -0.15, vx: 0.5494695, vy: 0 },
    dt: 0.01,
    sumRule: 0,
    computed: {
      exponents: [0.0967774, 2.14e-5, -2.27e-5, -0.0967761],
      errors: [0.00547, 1.56e-5, 1.65e-5, 0.00547],
      time: 600000,
    },
    reference: false,
    verdict: 'chaotic',
    note: 'The largest came out between 0.044 and 0.119 with the step and the length of the run.',
  }),
  entry(doublePendulum, {
    id: 'double_pendulum_m1_l1_g9.81_(pi/2,pi/2,0,0)',
    name: 'Double pendulum',
    class: 'conservative',
    params: { m1: 1, m2: 1, l1: 1, l2: 1, g: 9.81 },
    state: { a: 1.5707963267948966, b: 1.5707963267948966, wa: 0, wb: 0 },
    dt: 0.001,
    computed: {
      exponents: [0.9334084, 0.0001935, -0.0001292, -0.9334817],
      errors: [0.00424, 0.000204, 0.000173, 0.00423],
      time: 60000,
    },
    reference: false,
    verdict: 'chaotic',
  }),
]
