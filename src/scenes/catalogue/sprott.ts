// Twelve of Sprott's nineteen flows with five terms and two nonlinearities, or six and one.
// J. C. Sprott, Some simple chaotic flows, Phys. Rev. E 50 (1994). His letters, his constants.

import { defineScene } from '../scene.ts'
import { type CatalogueEntry, entry } from './entry.ts'

const START = { x: 0.05, y: 0.05, z: 0.05 } as const

const sprottB = defineScene({
  name: 'sprott-b',
  state: START,
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y, z }) {
    return { x: y * z, y: x - y, z: 1 - x * y }
  },
})

const sprottC = defineScene({
  name: 'sprott-c',
  state: START,
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y, z }) {
    return { x: y * z, y: x - y, z: 1 - x * x }
  },
})

const sprottE = defineScene({
  name: 'sprott-e',
  state: START,
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y, z }) {
    return { x: y * z, y: x * x - y, z: 1 - 4 * x }
  },
})

const sprottF = defineScene({
  name: 'sprott-f',
  state: START,
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y, z }) {
    return { x: y + z, y: -x + 0.5 * y, z: x * x - z }
  },
})

const sprottH = defineScene({
  name: 'sprott-h',
  state: START,
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y, z }) {
    return { x: -y + z * z, y: x + 0.5 * y, z: x - z }
  },
})

const sprottJ = defineScene({
  name: 'sprott-j',
  state: START,
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y, z }) {
    return { x: 2 * z, y: -2 * y + z, z: -x + y + y * y }
  },
})

const sprottL = defineScene({
  name: 'sprott-l',
  state: START,
  dt: 0.005,
  integrator: 'rk4',
  rates({ x, y, z }) {
    return { x: y + 3.9 * z, y: 0.9 * x * x - y, z: 1 - x }
  },
})

const sprottM = defineScene({
  name: 'sprott-m',
  state: START,
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y, z }) {
    return { x: -z, y: -x * x - y, z: 1.7 + 1.7 * x + y }
  },
})

const sprottN = defineScene({
  name: 'sprott-n',
  state: START,
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y, z }) {
    return { x: -2 * y, y: x + z * z, z: 1 + y - 2 * z }
  },
})

const sprottP = defineScene({
  name: 'sprott-p',
  state: START,
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y, z }) {
    return { x: 2.7 * y + z, y: -x + y * y, z: x + y }
  },
})

const sprottQ = defineScene({
  name: 'sprott-q',
  state: START,
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y, z }) {
    return { x: -z, y: x - y, z: 3.1 * x + y * y + 0.5 * z }
  },
})

const sprottS = defineScene({
  name: 'sprott-s',
  state: START,
  dt: 0.01,
  integrator: 'rk4',
  rates({ x, y, z }) {
    return { x: -x - 4 * y, y: x + z * z, z: 1 + x }
  },
})

export const SPROTT_FLOWS: readonly CatalogueEntry[] = [
  entry(sprottB, {
    id: 'sprottB',
    name: 'Sprott B',
    class: 'chaotic',
    state: { x: 0.05, y: 0.05, z: 0.05 },
    dt: 0.01,
    sumRule: -1,
    computed: {
      exponents: [0.2101303, 6e-7, -1.2101309],
      errors: [0.000131, 6.99e-6, 0.000131],
      time: 1200000,
    },
    verdict: 'chaotic',
  }),
  entry(sprottC, {
    id: 'sprottC',
    name: 'Sprott C',
    class: 'chaotic',
    state: { x: 0.05, y: 0.05, z: 0.05 },
    dt: 0.01,
    sumRule: -1,
    computed: {
      exponents: [0.1629552, 1e-7, -1.1629554],
      errors: [0.000306, 7.01e-6, 0.000307],
      time: 1200000,
    },
    verdict: 'chaotic',
  }),
  entry(sprottE, {
    id: 'sprottE',
    name: 'Sprott E',
    class: 'chaotic',
    state: { x: 0.05, y: 0.05, z: 0.05 },
    dt: 0.01,
    sumRule: -1,
    computed: {
      exponents: [0.0773041, -1.2e-6, -1.0773029],
      errors: [0.000133, 1.25e-5, 0.000134],
      time: 1200000,
    },
    verdict: 'chaotic',
  }),
  entry(sprottF, {
    id: 'sprottF',
    name: 'Sprott F',
    class: 'chaotic',
    state: { x: 0.05, y: 0.05, z: 0.05 },
    dt: 0.01,
    sumRule: -0.5,
    computed: {
      exponents: [0.1170604, 9e-7, -0.6170613],
      errors: [0.000204, 7.77e-6, 0.000204],
      time: 1200000,
    },
    verdict: 'chaotic',
  }),
  entry(sprottH, {
    id: 'sprottH',
    name: 'Sprott H',
    class: 'chaotic',
    state: { x: 0.05, y: 0.05, z: 0.05 },
    dt: 0.01,
    sumRule: -0.5,
    computed: {
      exponents: [0.1166835, -1e-7, -0.6166834],
      errors: [0.000177, 6.07e-6, 0.000177],
      time: 1200000,
    },
    verdict: 'chaotic',
  }),
  entry(sprottJ, {
    id: 'sprottJ',
    name: 'Sprott J',
    class: 'chaotic',
    state: { x: 0.05, y: 0.05, z: 0.05 },
    dt: 0.01,
    sumRule: -2,
    computed: {
      exponents: [0.0757446, 1e-7, -2.0757447],
      errors: [0.000167, 5.24e-6, 0.000166],
      time: 1200000,
    },
    verdict: 'chaotic',
  }),
  entry(sprottL, {
    id: 'sprottL',
    name: 'Sprott L',
    class: 'chaotic',
    state: { x: 0.05, y: 0.05, z: 0.05 },
    dt: 0.005,
    sumRule: -1,
    computed: {
      exponents: [0.0611071, 2e-7, -1.0611074],
      errors: [0.000133, 1.27e-5, 0.000134],
      time: 600000,
    },
    verdict: 'chaotic',
  }),
  entry(sprottM, {
    id: 'sprottM',
    name: 'Sprott M',
    class: 'chaotic',
    state: { x: 0.05, y: 0.05, z: 0.05 },
    dt: 0.01,
    sumRule: -1,
    computed: {
      exponents: [0.0434637, 9e-7, -1.0434645],
      errors: [0.000104, 1.1e-5, 0.000102],
      time: 1200000,
    },
    verdict: 'chaotic',
  }),
  entry(sprottN, {
    id: 'sprottN',
    name: 'Sprott N',
    class: 'chaotic',
    state: { x: 0.05, y: 0.05, z: 0.05 },
    dt: 0.01,
    sumRule: -2,
    computed: {
      exponents: [0.075568, -1e-7, -2.0755679],
      errors: [0.000166, 3.78e-6, 0.000166],
      time: 1200000,
    },
    verdict: 'chaotic',
  }),
  entry(sprottP, {
    id: 'sprottP',
    name: 'Sprott P',
    class: 'chaotic',
    state: { x: 0.05, y: 0.05, z: 0.05 },
    dt: 0.01,
    computed: {
      exponents: [0.0869633, -3e-7, -0.4811348],
      errors: [0.000223, 8.22e-6, 0.000203],
      time: 1200000,
    },
    verdict: 'chaotic',
  }),
  entry(sprottQ, {
    id: 'sprottQ',
    name: 'Sprott Q',
    class: 'chaotic',
    state: { x: 0.05, y: 0.05, z: 0.05 },
    dt: 0.01,
    sumRule: -0.5,
    computed: {
      exponents: [0.1087126, -4e-7, -0.6087122],
      errors: [0.000278, 8.07e-6, 0.000278],
      time: 1200000,
    },
    verdict: 'chaotic',
  }),
  entry(sprottS, {
    id: 'sprottS',
    name: 'Sprott S',
    class: 'chaotic',
    state: { x: 0.05, y: 0.05, z: 0.05 },
    dt: 0.01,
    sumRule: -1,
    computed: {
      exponents: [0.1875664, -1e-6, -1.1875654],
      errors: [0.000251, 7.83e-6, 0.000252],
      time: 1200000,
    },
    verdict: 'chaotic',
  }),
]
