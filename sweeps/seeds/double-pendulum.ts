// A double pendulum in f32 with unit masses and rods, by semi-implicit Euler.

import { defineScene, defineSweep, last, seedDivergence } from 'furrow'
import { simSinCos } from 'furrow/seeds'

const doublePendulum = defineScene({
  name: 'double-pendulum-f32',
  precision: 'f32',
  state: { a: 2, b: 2.5, u: 0, w: 0 },
  velocities: ['u', 'w'],
  params: { g: 9.81 },
  dt: 0.002,
  use: { simSinCos },
  step({ a, b, u, w }, { g }, _t, dt) {
    const [sd, cd] = simSinCos(a - b)
    const [sa, ca] = simSinCos(a)
    const [s2] = simSinCos(a - 2 * b)
    const den = 3 - (2 * cd * cd - 1)
    const na = -g * 3 * sa - g * s2 - 2 * sd * (w * w + u * u * cd)
    const nb = 2 * sd * (2 * u * u + 2 * g * ca + w * w * cd)
    const nextU = u + dt * (na / den)
    const nextW = w + dt * (nb / den)
    return { a: a + dt * nextU, b: b + dt * nextW, u: nextU, w: nextW }
  },
})

export default defineSweep({
  name: 'seeds-double-pendulum',
  scene: doublePendulum,
  axes: {},
  rollout: { steps: 5_000, ladder: { every: 10 } },
  measures: {
    curve: seedDivergence({ perturb: 'a', ulps: 1, stride: 25 }),
    end_a: last('a'),
    end_b: last('b'),
    end_u: last('u'),
    end_w: last('w'),
  },
})
