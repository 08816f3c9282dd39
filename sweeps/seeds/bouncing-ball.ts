// A bouncing ball: contacts, and a nudge that vanishes at rest.

import { bouncingBall, defineSweep, last, seedDivergence } from 'furrow'

export default defineSweep({
  name: 'seeds-bouncing-ball',
  scene: bouncingBall,
  axes: {},
  rollout: { steps: 5_000, ladder: { every: 10 } },
  measures: {
    curve: seedDivergence({ perturb: 'q', ulps: 1, stride: 20 }),
    end_q: last('q'),
    end_v: last('v'),
  },
})
