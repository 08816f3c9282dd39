// Chua's circuit with its diode in three straight pieces: the double scroll.
//   x' = a (y - x + m1 x + (m0 - m1) / 2 (|x + 1| - |x - 1|))     y' = x - y + z     z' = -b y
// The Jacobian jumps where |x| = 1. T. Matsumoto, L. O. Chua, M. Komuro, IEEE Trans. Circuits Syst.
// 32 (1985).

import { defineScene } from '../scene.ts'
import { type CatalogueEntry, entry } from './entry.ts'

const chua = defineScene({
  name: 'chua',
  state: { x: 0, y: 0, z: 0.6 },
  params: { a: 9, b: 100 / 7, m0: 8 / 7, m1: 5 / 7 },
  dt: 0.005,
  integrator: 'rk4',
  rates({ x, y, z }, { a, b, m0, m1 }) {
    const diode = m1 * x + ((m0 - m1) / 2) * (Math.abs(x + 1) - Math.abs(x - 1))
    return { x: a * (y - x + diode), y: x - y + z, z: -b * y }
  },
})

export const CHUA: readonly CatalogueEntry[] = [
  entry(chua, {
    id: 'chua_pwl_9_100/7_8/7_5/7',
    name: 'Chua double scroll, piecewise linear',
    class: 'chaotic',
    params: { a: 9, b: 14.285714285714286, m0: 1.1428571428571428, m1: 0.7142857142857143 },
    state: { x: 0, y: 0, z: 0.6 },
    dt: 0.005,
    computed: {
      exponents: [0.3263626, 4.88e-5, -2.5180761],
      errors: [0.000463, 0.000109, 0.00135],
      time: 600000,
    },
    verdict: 'chaotic',
  }),
]
