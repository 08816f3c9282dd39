// A pendulum in f32, whose sine is that of the seeds' sim_math.

import { defineScene, defineSweep, last, seedDivergence } from 'furrow'

const pendulum = defineScene({
  name: 'pendulum-sim',
  precision: 'f32',
  state: { q: 1, v: 0 },
  velocities: ['v'],
  params: { g: 9.81 },
  dt: 0.01,
  step({ q, v }, { g }, _t, dt) {
    const speed = v - dt * (g * Math.sin(q))
    return { q: q + dt * speed, v: speed }
  },
})

export default defineSweep({
  name: 'seeds-pendulum-sim',
  scene: pendulum,
  axes: {},
  rollout: { steps: 2_000, ladder: { every: 10 } },
  measures: {
    curve: seedDivergence({ perturb: 'q', ulps: 16, stride: 20 }),
    end_q: last('q'),
    end_v: last('v'),
  },
})
