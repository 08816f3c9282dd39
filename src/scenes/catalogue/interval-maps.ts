// Maps of one variable besides the logistic one.

import { defineScene } from '../scene.ts'
import { type CatalogueEntry, entry } from './entry.ts'

// x -> s (1/2 - |x - 1/2|): the exponent is ln s.
const tent = defineScene({
  name: 'tent',
  state: { x: 0.3 },
  params: { s: 1.9 },
  next({ x }, { s }) {
    return { x: s * (0.5 - Math.abs(x - 0.5)) }
  },
})

// x -> b x mod 1: the exponent is ln b. A. Rényi, Acta Math. Acad. Sci. Hung. 8 (1957).
const betaMap = defineScene({
  name: 'beta-map',
  state: { x: 0.3 },
  params: { b: 1.5 },
  next({ x }, { b }) {
    const stretched = b * x
    return { x: stretched - Math.floor(stretched) }
  },
})

// x -> 1 / x mod 1, which gives continued fractions: the exponent is pi^2 / (6 ln 2).
// A. Ya. Khinchin, Continued Fractions (1935).
const gaussMap = defineScene({
  name: 'gauss-map',
  state: { x: 0.31415926 },
  next({ x }) {
    const inverse = 1 / x
    return { x: inverse - Math.floor(inverse) }
  },
})

// x -> sin(pi x). S. H. Strogatz, Nonlinear Dynamics and Chaos (1994), section 10.6.
const sineMap = defineScene({
  name: 'sine-map',
  state: { x: 0.1 },
  next({ x }) {
    return { x: Math.sin(Math.PI * x) }
  },
})

// x -> x + phi mod 1, phi the golden ratio: never periodic, never chaotic.
const circleRotation = defineScene({
  name: 'circle-rotation',
  state: { x: 0.1 },
  params: { phi: 0.6180339887498949 },
  next({ x }, { phi }) {
    const turned = x + phi
    return { x: turned - Math.floor(turned) }
  },
})

// x -> A x exp(-x): fish and their spawn. W. E. Ricker, J. Fish. Res. Board Can. 11 (1954).
const ricker = defineScene({
  name: 'ricker',
  state: { x: 0.1 },
  params: { A: 20 },
  next({ x }, { A }) {
    return { x: A * x * Math.exp(-x) }
  },
})

// The same with the rate in the exponent, x -> x exp(a - x), as dysts writes it.
const rickerRate = defineScene({
  name: 'ricker-rate',
  state: { x: 0.51 },
  params: { a: 3.3 },
  next({ x }, { a }) {
    return { x: x * Math.exp(a - x) }
  },
})

// x -> 1 - 2 sqrt|x|: the exponent is 1/2. The slope has no bound at 0.
// C. Beck, F. Schlögl, Thermodynamics of Chaotic Systems (1993).
const cusp = defineScene({
  name: 'cusp',
  state: { x: 0.5 },
  next({ x }) {
    return { x: 1 - 2 * Math.sqrt(Math.abs(x)) }
  },
})

export const INTERVAL_MAPS: readonly CatalogueEntry[] = [
  entry(tent, {
    id: 'tent_slope1.9',
    name: 'Tent, slope 1.9',
    class: 'chaotic',
    params: { s: 1.9 },
    state: { x: 0.3 },
    exact: [0.6418538861723947],
    computed: { exponents: [0.6418539], errors: [3.17e-17], time: 3000000 },
    verdict: 'chaotic',
  }),
  entry(tent, {
    id: 'tent_slope2_collapse',
    name: 'Tent, slope 2',
    class: 'chaotic',
    params: { s: 2 },
    state: { x: 0.3 },
    exact: [Math.LN2],
    computed: { exponents: [0.6931472], errors: [6.34e-17], time: 3000000 },
    verdict: 'collapsed',
    note: 'Each step shifts one bit out; from 0.3 the orbit is exactly 0 after 55 iterations.',
  }),
  entry(betaMap, {
    id: 'beta_1.5',
    name: 'beta transformation 1.5',
    class: 'chaotic',
    params: { b: 1.5 },
    state: { x: 0.3 },
    exact: [0.4054651081081644],
    computed: { exponents: [0.4054651], errors: [7.93e-18], time: 3000000 },
    verdict: 'chaotic',
  }),
  entry(gaussMap, {
    id: 'gauss_continued_fraction',
    name: 'Gauss map',
    class: 'chaotic',
    state: { x: 0.31415926 },
    exact: [2.373138220831251],
    computed: { exponents: [2.3730596], errors: [0.000246], time: 60000000 },
    verdict: 'chaotic',
    note: 'The local rate has a heavy tail.',
  }),
  entry(sineMap, {
    id: 'sine_map_1',
    name: 'Sine map',
    class: 'chaotic',
    state: { x: 0.1 },
    computed: { exponents: [0.6890524], errors: [1.21e-5], time: 60000000 },
    verdict: 'chaotic',
  }),
  entry(circleRotation, {
    id: 'circle_rotation_golden',
    name: 'Golden rotation',
    class: 'quasiperiodic',
    params: { phi: 0.6180339887498949 },
    state: { x: 0.1 },
    exact: [0],
    computed: { exponents: [0], errors: [0], time: 3000000 },
    verdict: 'regular',
  }),
  entry(ricker, {
    id: 'ricker_20',
    name: 'Ricker',
    class: 'chaotic',
    params: { A: 20 },
    state: { x: 0.1 },
    computed: { exponents: [0.3847284], errors: [4.96e-5], time: 60000000 },
    verdict: 'chaotic',
  }),
  entry(rickerRate, {
    id: 'ricker_exp_r3.3_dysts',
    name: 'Ricker, dysts form',
    class: 'chaotic',
    params: { a: 3.3 },
    state: { x: 0.51 },
    computed: { exponents: [0.4162388], errors: [5.8e-5], time: 60000000 },
    verdict: 'chaotic',
  }),
  entry(cusp, {
    id: 'cusp_0.5',
    name: 'Cusp map',
    class: 'chaotic',
    state: { x: 0.5 },
    exact: [0.5],
    computed: { exponents: [0.4975528], errors: [0.00181], time: 3000000 },
    verdict: 'chaotic',
    note: 'The slope is infinite at 0.',
  }),
]
