// Flows that look the same when x, y and z change places in a circle.

import { defineScene } from '../scene.ts'
import { type CatalogueEntry, entry } from './entry.ts'

// x' = -a x - 4 y - 4 z - y^2 and so on round the circle.
// J. C. Sprott, Chaos and Time-Series Analysis (2003), after A. Halvorsen.
const halvorsen = defineScene({
  name: 'halvorsen',
  state: { x: -5, y: 0, z: 0 },
  params: { a: 1.4 },
  dt: 0.005,
  integrator: 'rk4',
  rates({ x, y, z }, { a }) {
    return {
      x: -a * x - 4 * y - 4 * z - y * y,
      y: -a * y - 4 * z - 4 * x - z * z,
      z: -a * z - 4 * x - 4 * y - x * x,
    }
  },
})

// x' = -b x + sin y and so on; without friction (b = 0) the orbit walks through a labyrinth.
// R. Thomas, Int. J. Bifurcation Chaos 9 (1999).
const thomas = defineScene({
  name: 'thomas',
  state: { x: 0.1, y: 0, z: 0 },
  params: { b: 0.18 },
  dt: 0.05,
  integrator: 'rk4',
  rates({ x, y, z }, { b }) {
    return { x: -b * x + Math.sin(y), y: -b * y + Math.sin(z), z: -b * z + Math.sin(x) }
  },
})

export const CYCLIC: readonly CatalogueEntry[] = [
  entry(halvorsen, {
    id: 'halvorsen_1.4_dysts',
    name: 'Halvorsen, dysts parameter',
    class: 'chaotic',
    params: { a: 1.4 },
    state: { x: -5, y: 0, z: 0 },
    dt: 0.005,
    sumRule: -4.2,
    computed: {
      exponents: [0.6815687, -6.4e-6, -4.8815626],
      errors: [0.00075, 2.88e-5, 0.000752],
      time: 300000,
    },
    verdict: 'chaotic',
  }),
  entry(thomas, {
    id: 'thomas_0.18',
    name: 'Thomas cyclically symmetric',
    class: 'chaotic',
    params: { b: 0.18 },
    state: { x: 0.1, y: 0, z: 0 },
    dt: 0.05,
    sumRule: -0.54,
    computed: {
      exponents: [0.0348814, 4e-7, -0.5748818],
      errors: [0.00012, 2.32e-6, 0.000121],
      time: 6000000,
    },
    verdict: 'chaotic',
  }),
  entry(thomas, {
    id: 'labyrinth_thomas_b0',
    name: 'Labyrinth chaos (Thomas b=0)',
    class: 'conservative',
    params: { b: 0 },
    state: { x: 0.1, y: 0, z: 0 },
    dt: 0.02,
    sumRule: 0,
    computed: {
      exponents: [0.0925594, -4e-7, -0.092559],
      errors: [0.00014, 1.59e-6, 0.00014],
      time: 6000000,
    },
    verdict: 'chaotic',
    note: 'The orbit wanders off without bound, so the sine meets large arguments.',
  }),
]
