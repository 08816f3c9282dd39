// Two starting angles of a double pendulum, released at rest: how fast a nudge of one ulp grows.

import { defineSweep, divergence, doublePendulum, last, linspace, max } from 'furrow'

export default defineSweep({
  name: 'double-pendulum',
  scene: doublePendulum,
  axes: { a: linspace(-3, 3, 25), b: linspace(-3, 3, 25) },
  rollout: { steps: 2_000 },
  measures: {
    growth: divergence({ perturb: 'a', ulps: 1, stride: 10 }),
    end_a: last('a'),
    fastest: max(({ wa, wb }) => Math.hypot(wa, wb)),
  },
})
