// Oscillators that nothing drives, and a decay: nothing here is chaotic.

import { pendulum } from '../pendulum.ts'
import { defineScene } from '../scene.ts'
import { type CatalogueEntry, entry } from './entry.ts'

// x'' = mu (1 - x^2) x' - x, which settles on a limit cycle. B. van der Pol, Phil. Mag. 2 (1926).
const vanDerPol = defineScene({
  name: 'van-der-pol',
  state: { x: 2, y: 0 },
  velocities: ['y'],
  params: { mu: 1 },
  dt: 0.005,
  integrator: 'rk4',
  rates({ x, y }, { mu }) {
    return { x: y, y: mu * (1 - x * x) * y - x }
  },
})

// x'' = -x - g x'. By rk4, since the step of the built-in one shifts the exponents by 1e-4.
const springRk4 = defineScene({
  name: 'spring-rk4',
  state: { x: 1, y: 0 },
  velocities: ['y'],
  params: { g: 0 },
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y }, { g }) {
    return { x: y, y: -x - g * y }
  },
})

// x' = -x, twice.
const linearDecay = defineScene({
  name: 'linear-decay',
  state: { x: 0.5, y: 0.5 },
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y }) {
    return { x: -x, y: -y }
  },
})

export const OSCILLATORS: readonly CatalogueEntry[] = [
  entry(vanDerPol, {
    id: 'vdp_autonomous_mu1',
    name: 'van der Pol mu=1 limit cycle',
    class: 'periodic',
    params: { mu: 1 },
    state: { x: 2, y: 0 },
    dt: 0.005,
    exact: [0],
    computed: { exponents: [-1.04e-5, -1.0593784], errors: [8.47e-5, 5.74e-5], time: 60000 },
    verdict: 'regular',
    note: 'The second is the Floquet exponent of the cycle.',
  }),
  entry(springRk4, {
    id: 'harmonic_oscillator',
    name: 'Harmonic oscillator',
    class: 'integrable',
    params: { g: 0 },
    state: { x: 1, y: 0 },
    dt: 0.01,
    exact: [0, 0],
    computed: { exponents: [0, 0], errors: [7.46e-19, 7.32e-19], time: 300000 },
    verdict: 'regular',
    note: 'rk4 damps it by some 7e-13 per unit of time.',
  }),
  entry(springRk4, {
    id: 'damped_oscillator_g0.2',
    name: 'Damped oscillator',
    class: 'fixed_point',
    params: { g: 0.2 },
    state: { x: 1, y: 0 },
    dt: 0.01,
    exact: [-0.1, -0.1],
    sumRule: -0.2,
    computed: { exponents: [-0.1000077, -0.0999923], errors: [7.94e-7, 7.94e-7], time: 6000 },
    verdict: 'contracting',
  }),
  entry(pendulum, {
    id: 'pendulum_undamped_(2,0)',
    name: 'Pendulum, libration',
    class: 'integrable',
    params: { g: 1, l: 1 },
    state: { theta: 2, omega: 0 },
    dt: 0.01,
    exact: [0, 0],
    computed: { exponents: [1.64e-5, -1.64e-5], errors: [1.13e-5, 1.13e-5], time: 600000 },
    verdict: 'regular',
    note: 'Two orbits part linearly, which a fit of a straight line to logarithms takes for chaos.',
  }),
  entry(linearDecay, {
    id: 'linear_decay_-1',
    name: 'dx/dt=-x (two copies)',
    class: 'fixed_point',
    state: { x: 0.5, y: 0.5 },
    dt: 0.01,
    exact: [-1, -1],
    computed: { exponents: [-1, -1], errors: [6.34e-17, 6.34e-17], time: 1500 },
    verdict: 'contracting',
    note: 'Past a time of 740 it sticks at 2.47e-322, among the smallest numbers there are.',
  }),
]
