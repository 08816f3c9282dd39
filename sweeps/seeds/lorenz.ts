// Lorenz by explicit Euler: the first of the eight systems with which the seeds were checked.

import { defineScene, defineSweep, last, lorenz, seedDivergence } from 'furrow'

export default defineSweep({
  name: 'seeds-lorenz',
  scene: defineScene({ ...lorenz, dt: 0.005, integrator: 'euler' }),
  axes: {},
  rollout: { steps: 10_000, ladder: { every: 10 } },
  measures: {
    curve: seedDivergence({ perturb: 'x', ulps: 1, stride: 40 }),
    end_x: last('x'),
    end_y: last('y'),
    end_z: last('z'),
  },
})
