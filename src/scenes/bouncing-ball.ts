// A ball that falls and bounces: the smallest scene with a contact, so with a branch.
//   v' = -g, q' = v; where q < 0: q = 0 and v = -restitution v
// q in m above the floor, v in m/s, g in m/s^2. Semi-implicit Euler, the contact after the step.
// Defaults: Earth's g, released at rest from 1 m, restitution 0.8 (a rubber ball on concrete).

import { defineScene } from './scene.ts'

export const bouncingBall = defineScene({
  name: 'bouncing-ball',
  state: { q: 1, v: 0 },
  velocities: ['v'],
  params: { g: 9.81, restitution: 0.8 },
  dt: 0.001,
  step({ q, v }, { g, restitution }, _t, dt) {
    let speed = v + dt * -g
    let height = q + dt * speed
    if (height < 0) {
      height = 0
      speed = -restitution * speed
    }
    return { q: height, v: speed }
  },
})
