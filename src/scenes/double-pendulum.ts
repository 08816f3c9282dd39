// The planar double pendulum: two point masses on massless rods; conservative, chaotic when high.
//   with d = b - a and M = m1 + m2, the angular accelerations are those of the Lagrangian
//   (m1 + m2) l1 a'' + m2 l2 b'' cos d - m2 l2 b'^2 sin d + (m1 + m2) g sin a = 0
//   m2 l2 b'' + m2 l1 a'' cos d + m2 l1 a'^2 sin d + m2 g sin b = 0
// Angles a, b in radians from straight down, wa, wb in rad/s, masses in kg, rods in m, g in m/s^2.
// Defaults: equal masses and rods, Earth's g, both rods released at rest from the horizontal.
// T. Shinbrot et al., Chaos in a double pendulum, Am. J. Phys. 60 (1992).

import { defineScene } from './scene.ts'

export const doublePendulum = defineScene({
  name: 'double-pendulum',
  state: { a: Math.PI / 2, b: Math.PI / 2, wa: 0, wb: 0 },
  velocities: ['wa', 'wb'],
  period: { a: 2 * Math.PI, b: 2 * Math.PI },
  params: { m1: 1, m2: 1, l1: 1, l2: 1, g: 9.81 },
  dt: 0.005,
  integrator: 'rk4',
  rates({ a, b, wa, wb }, { m1, m2, l1, l2, g }) {
    const sinDelta = Math.sin(b - a)
    const cosDelta = Math.cos(b - a)
    const sinA = Math.sin(a)
    const sinB = Math.sin(b)
    const mass = m1 + m2
    const pullA = l1 * wa * wa
    const pullB = l2 * wb * wb
    const inertia = mass - m2 * cosDelta * cosDelta
    const torqueA =
      m2 * pullA * sinDelta * cosDelta + m2 * g * sinB * cosDelta + m2 * pullB * sinDelta
    const torqueB = mass * (g * sinA * cosDelta - pullA * sinDelta - g * sinB)
    return {
      a: wa,
      b: wb,
      wa: (torqueA - mass * g * sinA) / (l1 * inertia),
      wb: (torqueB - m2 * pullB * sinDelta * cosDelta) / (l2 * inertia),
    }
  },
})
