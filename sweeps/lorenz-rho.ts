// The largest Lyapunov rate of Lorenz over rho: fixed points below 24.74 (the rate is negative),
// chaos above, windows of order further up (a cycle, whose rate is 0).

import { defineSweep, last, linspace, lorenz, lyapunov, max } from 'furrow'

export default defineSweep({
  name: 'lorenz-rho',
  scene: lorenz,
  axes: { rho: linspace(0, 200, 401) },
  rollout: { steps: 20_000, dt: 0.01, discard: 2_000 },
  measures: {
    rate: lyapunov(),
    end: last('x'),
    peak: max(({ z }) => z),
  },
  seed: 'lorenz-rho',
})
