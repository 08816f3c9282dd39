// Lorenz over rho: how fast a nudge of one ulp grows, by the distance of two rollouts.

import { defineSweep, divergence, last, linspace, lorenz, max } from 'furrow'

export default defineSweep({
  name: 'lorenz-divergence',
  scene: lorenz,
  axes: { rho: linspace(0, 200, 401) },
  rollout: { steps: 20_000, dt: 0.01, discard: 2_000 },
  measures: {
    growth: divergence({ perturb: 'x', ulps: 1, stride: 10 }),
    end: last('x'),
    peak: max(({ z }) => z),
  },
  seed: 'lorenz-rho',
})
