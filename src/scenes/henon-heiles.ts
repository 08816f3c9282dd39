// Hénon and Heiles' star in a galaxy: two oscillators with a cubic coupling.
//   H = (vx^2 + vy^2) / 2 + (x^2 + y^2) / 2 + x^2 y - y^3 / 3
//   vx' = -x - 2 x y      vy' = -y - x^2 + y^2
// Dimensionless; orbits with H < 1/6 stay bounded. Default start: H about 0.13, mixed phase space.
// M. Hénon, C. Heiles, Astron. J. 69 (1964).

import { defineScene } from './scene.ts'

export const henonHeiles = defineScene({
  name: 'henon-heiles',
  state: { x: 0, y: 0.1, vx: 0.49, vy: 0.1 },
  velocities: ['vx', 'vy'],
  dt: 0.01,
  integrator: 'leapfrog',
  rates({ x, y, vx, vy }) {
    return { x: vx, y: vy, vx: -x - 2 * x * y, vy: -y - x * x + y * y }
  },
})
