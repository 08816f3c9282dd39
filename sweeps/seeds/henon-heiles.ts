// Hénon-Heiles by symplectic Euler, nudged by 1024 ulps: grows as a power, not exponentially.

import { defineScene, defineSweep, henonHeiles, last, seedDivergence } from 'furrow'

export default defineSweep({
  name: 'seeds-henon-heiles',
  scene: defineScene({ ...henonHeiles, integrator: 'symplectic-euler' }),
  axes: {},
  rollout: { steps: 20_000, ladder: { every: 10 } },
  measures: {
    curve: seedDivergence({ perturb: 'y', ulps: 1024, stride: 100 }),
    end_x: last('x'),
    end_y: last('y'),
    end_vx: last('vx'),
    end_vy: last('vy'),
  },
})
