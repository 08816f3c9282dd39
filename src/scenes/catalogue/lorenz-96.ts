// Lorenz's ring of 40 places on a circle of latitude: extended chaos with 13 positive exponents.
//   x_i' = (x_(i+1) - x_(i-2)) x_(i-1) - x_i + F     (indices modulo 40)
// At rest but for a hundredth at the first place. E. N. Lorenz, Predictability, ECMWF (1996).

import { defineScene } from '../scene.ts'
import { type CatalogueEntry, entry } from './entry.ts'

const START = [8.01, ...Array.from({ length: 39 }, () => 8)]

const lorenz96 = defineScene({
  name: 'lorenz-96',
  state: { x: START },
  params: { F: 8 },
  dt: 0.01,
  integrator: 'rk4',
  rates({ x }, { F }) {
    const change = [
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]
    for (let i = 0; i < 40; i++) {
      change[i] = (x[(i + 1) % 40] - x[(i + 38) % 40]) * x[(i + 39) % 40] - x[i] + F
    }
    return { x: change }
  },
})

export const LORENZ_96: readonly CatalogueEntry[] = [
  entry(lorenz96, {
    id: 'lorenz96_N40_F8_max',
    name: 'Lorenz-96 N=40 F=8, largest only',
    class: 'hyperchaotic',
    params: { F: 8 },
    dt: 0.01,
    computed: { exponents: [1.6850289], errors: [0.00183], time: 120000 },
    verdict: 'chaotic',
    note: 'The largest exponent alone, over a time 20 times as long as that of the spectrum.',
  }),
  entry(lorenz96, {
    id: 'lorenz96_N40_F8_spectrum',
    name: 'Lorenz-96 N=40 F=8, full spectrum',
    class: 'hyperchaotic',
    params: { F: 8 },
    dt: 0.01,
    sumRule: -40,
    computed: {
      exponents: [
        1.692116, 1.4743876, 1.3066241, 1.1493571, 1.0094118, 0.8673969, 0.7426557, 0.6136353,
        0.4970181, 0.3758411, 0.2656979, 0.1450703, 0.0328338, 0.0003082, -0.0798194, -0.1974666,
        -0.3079314, -0.4228032, -0.5534619, -0.6616556, -0.7820565, -0.8903949, -0.9996253,
        -1.1148734, -1.2343026, -1.3393096, -1.4745079, -1.6125889, -1.7607816, -1.9228969,
        -2.1161283, -2.3219137, -2.5617875, -2.8763184, -3.2449966, -3.6707606, -4.0819229,
        -4.3942809, -4.6387047, -4.9110394,
      ],
      errors: [
        0.00856, 0.00702, 0.00712, 0.00705, 0.00676, 0.00591, 0.00529, 0.00618, 0.00492, 0.00505,
        0.00466, 0.00473, 0.00367, 0.00223, 0.00461, 0.00458, 0.00485, 0.00481, 0.00513, 0.00416,
        0.00442, 0.00436, 0.00437, 0.00456, 0.00533, 0.00447, 0.00502, 0.00546, 0.00519, 0.00598,
        0.00793, 0.00756, 0.00784, 0.00994, 0.00889, 0.00942, 0.00925, 0.0109, 0.0109, 0.0102,
      ],
      time: 6000,
    },
    verdict: 'chaotic',
  }),
]
