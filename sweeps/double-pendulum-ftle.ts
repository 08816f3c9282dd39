// The finite-time Lyapunov exponents of the double pendulum over its two initial angles: islands of
// order around rest, chaos where it can flip.

import { defineSweep, doublePendulum, linspace, lyapunov } from 'furrow'

export default defineSweep({
  name: 'double-pendulum-ftle',
  scene: doublePendulum,
  axes: { a: linspace(-3.1, 3.1, 63), b: linspace(-3.1, 3.1, 63) },
  rollout: { steps: 4_000, dt: 0.005 },
  measures: { rate: lyapunov({ every: 20 }) },
})
