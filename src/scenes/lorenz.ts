// Lorenz's convection model: the first strange attractor.
//   x' = sigma (y - x)      y' = x (rho - z) - y      z' = x y - beta z
// Dimensionless. Order of parameters: sigma (Prandtl number), rho (relative Rayleigh number), beta.
// Defaults: Lorenz's own. E. N. Lorenz, Deterministic nonperiodic flow, J. Atmos. Sci. 20 (1963).

import { defineScene } from './scene.ts'

export const lorenz = defineScene({
  name: 'lorenz',
  state: { x: 1, y: 1, z: 1 },
  params: { sigma: 10, rho: 28, beta: 8 / 3 },
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y, z }, { sigma, rho, beta }) {
    return { x: sigma * (y - x), y: x * (rho - z) - y, z: x * y - beta * z }
  },
})
