// Hénon's map over its two parameters: where it is chaotic, periodic, or flies off.

import { defineSweep, henon, last, linspace, lyapunov } from 'furrow'

export default defineSweep({
  name: 'henon-map',
  scene: henon,
  axes: { a: linspace(0.8, 1.45, 66), b: linspace(0, 0.4, 41) },
  rollout: { steps: 20_000, discard: 1_000 },
  measures: { rate: lyapunov(), end: last('x') },
})
