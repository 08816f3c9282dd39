// Hénon's map over a and b: fixed points, cycles, the strange attractor, and orbits that escape.

import { defineSweep, henon, last, linspace, mean } from 'furrow'

export default defineSweep({
  name: 'henon',
  scene: henon,
  axes: { a: linspace(0, 1.5, 61), b: linspace(-0.3, 0.4, 29) },
  rollout: { steps: 2_000, discard: 500 },
  measures: { end: last('x'), middle: mean('x') },
  stop: ({ x }) => Math.abs(x) > 100,
})
