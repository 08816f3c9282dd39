// The logistic map at r = 3.9, sampled at every step.

import { defineSweep, last, logistic, seedDivergence } from 'furrow'

export default defineSweep({
  name: 'seeds-logistic',
  scene: logistic,
  axes: {},
  rollout: { steps: 200, ladder: { every: 10 } },
  measures: {
    curve: seedDivergence({ perturb: 'x', ulps: 1, stride: 1 }),
    end_x: last('x'),
  },
})
