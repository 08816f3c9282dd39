// A bouncing ball over its restitution: when it first touches the floor, and how high it still gets.

import { bouncingBall, defineSweep, firstTime, last, linspace, max } from 'furrow'

export default defineSweep({
  name: 'bouncing-ball',
  scene: bouncingBall,
  axes: { restitution: linspace(0.5, 1, 101) },
  rollout: { steps: 5_000, discard: 1_000 },
  measures: {
    landed: firstTime(({ q }) => q === 0),
    highest: max('q'),
    end: last('v'),
  },
})
