// Rössler's band, and his four variables with two positive exponents.

import { rossler } from '../rossler.ts'
import { defineScene } from '../scene.ts'
import { type CatalogueEntry, entry, SPROTT } from './entry.ts'

// x' = -y - z, y' = x + a y + w, z' = b + x z, w' = -c z + d w.
// O. E. Rössler, An equation for hyperchaos, Phys. Lett. A 71 (1979).
const hyperRossler = defineScene({
  name: 'hyper-rossler',
  state: { x: -20, y: 0, z: 0, w: 15 },
  params: { a: 0.25, b: 3, c: 0.5, d: 0.05 },
  dt: 0.002,
  integrator: 'rk4',
  rates({ x, y, z, w }, { a, b, c, d }) {
    return { x: -y - z, y: x + a * y + w, z: b + x * z, w: -c * z + d * w }
  },
})

export const ROSSLER_FAMILY: readonly CatalogueEntry[] = [
  entry(rossler, {
    id: 'rossler_0.2_0.2_5.7',
    name: 'Rössler 1976',
    class: 'chaotic',
    params: { a: 0.2, b: 0.2, c: 5.7 },
    state: { x: 1, y: 1, z: 1 },
    dt: 0.01,
    published: { exponents: [0.0714, 0, -5.3943], source: SPROTT },
    computed: {
      exponents: [0.0712983, 0, -5.394212],
      errors: [7.98e-5, 2.07e-6, 7.01e-5],
      time: 3000000,
    },
    verdict: 'chaotic',
    note: 'The estimate that dysts gives, 0.1506, is twice as high.',
  }),
  entry(hyperRossler, {
    id: 'hyperrossler_0.25_3_0.5_0.05',
    name: 'Rössler hyperchaos 1979',
    class: 'hyperchaotic',
    params: { a: 0.25, b: 3, c: 0.5, d: 0.05 },
    state: { x: -20, y: 0, z: 0, w: 15 },
    dt: 0.002,
    computed: {
      exponents: [0.1119882, 0.021511, -6e-7, -25.0139697],
      errors: [0.00034, 0.000239, 2.46e-5, 0.0727],
      time: 600000,
    },
    verdict: 'chaotic',
    note: 'It contracts strongly and in bursts, so the last exponent is known badly.',
  }),
]
