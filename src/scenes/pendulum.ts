// The undamped pendulum: integrable, so a check that nothing calls it chaotic.
//   theta' = omega      omega' = -(g / l) sin theta
// theta in radians from the lower rest, omega in rad/s, g in m/s^2, l in m. Defaults: g = 9.81
// (Earth), a rod of 1 m, released at rest from 2 rad. Reference: any text on classical mechanics,
// e.g. Landau and Lifshitz, Mechanics, section 11.

import { defineScene } from './scene.ts'

export const pendulum = defineScene({
  name: 'pendulum',
  state: { theta: 2, omega: 0 },
  velocities: ['omega'],
  period: { theta: 2 * Math.PI },
  params: { g: 9.81, l: 1 },
  dt: 0.01,
  integrator: 'leapfrog',
  rates({ theta, omega }, { g, l }) {
    return { theta: omega, omega: -(g / l) * Math.sin(theta) }
  },
})
