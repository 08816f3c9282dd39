// The damped harmonic oscillator: it contracts to rest, so every rate is negative.
//   q' = v      v' = -k q - c v
// k in 1/s^2 (stiffness by mass), c in 1/s (damping by mass). Defaults: k = 4, c = 0.5, which is
// underdamped: both rates are -c / 2 = -0.25 per second. Reference: any text on oscillations.

import { defineScene } from './scene.ts'

export const dampedOscillator = defineScene({
  name: 'damped-oscillator',
  state: { q: 1, v: 0 },
  velocities: ['v'],
  params: { k: 4, c: 0.5 },
  dt: 0.01,
  integrator: 'symplectic-euler',
  rates({ q, v }, { k, c }) {
    return { q: v, v: -k * q - c * v }
  },
})
