// Rössler's band: chaos from a single nonlinear term.
//   x' = -y - z      y' = x + a y      z' = b + z (x - c)
// Dimensionless. Defaults: the standard funnel-free band a = b = 0.2, c = 5.7.
// O. E. Rössler, An equation for continuous chaos, Phys. Lett. A 57 (1976).

import { defineScene } from './scene.ts'

export const rossler = defineScene({
  name: 'rossler',
  state: { x: 1, y: 1, z: 1 },
  params: { a: 0.2, b: 0.2, c: 5.7 },
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y, z }, { a, b, c }) {
    return { x: -y - z, y: x + a * y, z: b + z * (x - c) }
  },
})
