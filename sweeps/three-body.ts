// The figure-eight orbit of three bodies, nudged: where it holds, and where a body flies away.

import { count, defineSweep, last, linspace, max, threeBody } from 'furrow'

export default defineSweep({
  name: 'three-body',
  scene: threeBody,
  axes: { 'v[0]': linspace(0.4, 0.55, 31) },
  rollout: { steps: 20_000 },
  measures: {
    farthest: max(({ p }) => Math.max(Math.hypot(p[0], p[1]), Math.hypot(p[2], p[3]))),
    end: last('p[0]'),
    above: count(({ p }) => p[1] > 0),
  },
  stop: ({ p }) => Math.hypot(p[0], p[1]) > 10,
})
