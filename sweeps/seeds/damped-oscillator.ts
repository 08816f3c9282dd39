// A damped oscillator: the nudge dies out, so there is no rate to fit.

import { dampedOscillator, defineSweep, last, seedDivergence } from 'furrow'

export default defineSweep({
  name: 'seeds-damped-oscillator',
  scene: dampedOscillator,
  axes: {},
  rollout: { steps: 2_000, ladder: { every: 10 } },
  measures: {
    curve: seedDivergence({ perturb: 'q', ulps: 1024, stride: 20 }),
    end_q: last('q'),
    end_v: last('v'),
  },
})
