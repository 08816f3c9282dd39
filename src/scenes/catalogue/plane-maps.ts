// Maps of the plane that contract, or contract on the whole.

import { henon } from '../henon.ts'
import { defineScene } from '../scene.ts'
import { type CatalogueEntry, entry, SPROTT } from './entry.ts'

// Hénon's map with an edge: (1 - a |x| + y, b x). R. Lozi, J. Phys. Colloq. 39 (1978).
const lozi = defineScene({
  name: 'lozi',
  state: { x: -0.1, y: 0.1 },
  params: { a: 1.4, b: 0.3 },
  next({ x, y }, { a, b }) {
    return { x: 1 - a * Math.abs(x) + y, y: b * x }
  },
})

// Growth limited by the last generation but one: (A x (1 - y), x).
// D. G. Aronson et al., Commun. Math. Phys. 83 (1982).
const delayedLogistic = defineScene({
  name: 'delayed-logistic',
  state: { x: 0.001, y: 0.001 },
  params: { A: 2.27 },
  next({ x, y }, { A }) {
    return { x: A * x * (1 - y), y: x }
  },
})

// (x^2 - y^2 + a x + b y, 2 x y + c x + d y).
// H. E. Nusse, J. A. Yorke, Dynamics: Numerical Explorations (1994).
const tinkerbell = defineScene({
  name: 'tinkerbell',
  state: { x: 0, y: 0.5 },
  params: { a: 0.9, b: -0.6, c: 2, d: 0.5 },
  next({ x, y }, { a, b, c, d }) {
    return { x: x * x - y * y + a * x + b * y, y: 2 * x * y + c * x + d * y }
  },
})

// (a x - y^2, b y + x y). R. R. Whitehead, N. Macdonald, Physica D 13 (1984).
const burgers = defineScene({
  name: 'burgers',
  state: { x: -0.1, y: 0.1 },
  params: { a: 0.75, b: 1.75 },
  next({ x, y }, { a, b }) {
    return { x: a * x - y * y, y: b * y + x * y }
  },
})

// (y, -b x + d y - y^3). P. Holmes, Phil. Trans. R. Soc. A 292 (1979).
const holmesCubic = defineScene({
  name: 'holmes-cubic',
  state: { x: 1.6, y: 0 },
  params: { b: 0.2, d: 2.77 },
  next({ x, y }, { b, d }) {
    return { x: y, y: -b * x + d * y - y * y * y }
  },
})

// (2 x mod 1, a y + cos 4 pi x): the exponents are ln 2 and ln a.
// J. L. Kaplan, J. A. Yorke, Lecture Notes in Mathematics 730 (1979).
const kaplanYorke = defineScene({
  name: 'kaplan-yorke',
  state: { x: 0.6180339, y: 0.4 },
  params: { a: 0.2 },
  next({ x, y }, { a }) {
    const doubled = 2 * x
    return { x: doubled - Math.floor(doubled), y: a * y + Math.cos(4 * Math.PI * x) }
  },
})

// (x + y + d cos 2 pi y, x + 2 y), both mod 1. Ya. G. Sinai, Russ. Math. Surv. 27 (1972).
const sinai = defineScene({
  name: 'sinai',
  state: { x: 0.5, y: 0.5 },
  params: { d: 0.1 },
  next({ x, y }, { d }) {
    const u = x + y + d * Math.cos(2 * Math.PI * y)
    const v = x + 2 * y
    return { x: u - Math.floor(u), y: v - Math.floor(v) }
  },
})

export const PLANE_MAPS: readonly CatalogueEntry[] = [
  entry(henon, {
    id: 'henon_1.4_0.3',
    name: 'Hénon',
    class: 'chaotic',
    params: { a: 1.4, b: 0.3 },
    state: { x: 0, y: 0 },
    published: { exponents: [0.41922, -1.62319], source: SPROTT },
    sumRule: -1.2039728043259361,
    computed: { exponents: [0.4191801, -1.6231529], errors: [5.15e-5, 5.15e-5], time: 60000000 },
    verdict: 'chaotic',
    note: 'The start (0, 0.9) that some tables list belongs to other axes and escapes here.',
  }),
  entry(lozi, {
    id: 'lozi_1.4_0.3',
    name: 'Lozi, tkf default',
    class: 'chaotic',
    params: { a: 1.4, b: 0.3 },
    state: { x: -0.1, y: 0.1 },
    sumRule: -1.2039728043259361,
    computed: { exponents: [0.1939766, -1.3979495], errors: [1.76e-5, 1.76e-5], time: 60000000 },
    verdict: 'chaotic',
  }),
  entry(delayedLogistic, {
    id: 'delayed_logistic_2.27',
    name: 'Delayed logistic',
    class: 'chaotic',
    params: { A: 2.27 },
    state: { x: 0.001, y: 0.001 },
    computed: { exponents: [0.1830862, -1.2417747], errors: [3.7e-5, 0.000274], time: 60000000 },
    verdict: 'chaotic',
  }),
  entry(tinkerbell, {
    id: 'tinkerbell_0.9_-0.6_2_0.5',
    name: 'Tinkerbell',
    class: 'chaotic',
    params: { a: 0.9, b: -0.6, c: 2, d: 0.5 },
    state: { x: 0, y: 0.5 },
    computed: { exponents: [0.1899549, -0.52104], errors: [3.25e-5, 0.000125], time: 60000000 },
    verdict: 'chaotic',
  }),
  entry(tinkerbell, {
    id: 'tinkerbell_0.9_-0.6013_2_0.5',
    name: 'Tinkerbell, b=-0.6013',
    class: 'chaotic',
    params: { a: 0.9, b: -0.6013, c: 2, d: 0.5 },
    state: { x: -0.72, y: -0.64 },
    computed: { exponents: [0.1997747, -0.5001948], errors: [3.6e-5, 0.00012], time: 60000000 },
    verdict: 'chaotic',
  }),
  entry(burgers, {
    id: 'burgers_0.75_1.75',
    name: 'Burgers map',
    class: 'chaotic',
    params: { a: 0.75, b: 1.75 },
    state: { x: -0.1, y: 0.1 },
    computed: { exponents: [0.1208306, -0.2213474], errors: [3.42e-5, 4.94e-5], time: 60000000 },
    verdict: 'chaotic',
  }),
  entry(holmesCubic, {
    id: 'holmes_cubic_0.2_2.77',
    name: 'Holmes cubic',
    class: 'chaotic',
    params: { b: 0.2, d: 2.77 },
    state: { x: 1.6, y: 0 },
    sumRule: -1.6094379124341003,
    computed: { exponents: [0.5945342, -2.2039721], errors: [5.22e-5, 5.22e-5], time: 60000000 },
    verdict: 'chaotic',
  }),
  entry(kaplanYorke, {
    id: 'kaplan_yorke_2_0.2_collapse',
    name: 'Kaplan–Yorke',
    class: 'chaotic',
    params: { a: 0.2 },
    state: { x: 0.6180339, y: 0.4 },
    exact: [Math.LN2, -1.6094379124341003],
    computed: { exponents: [0.6931472, -1.6094379], errors: [6.34e-17, 3.17e-17], time: 3000000 },
    verdict: 'collapsed',
    note: 'x is doubled until no bit is left; dysts takes it modulo 0.99995 for this reason.',
  }),
  entry(sinai, {
    id: 'sinai_0.1',
    name: 'Sinai map',
    class: 'chaotic',
    params: { d: 0.1 },
    state: { x: 0.5, y: 0.5 },
    computed: { exponents: [0.9594544, -1.077035], errors: [9.55e-6, 7.14e-5], time: 60000000 },
    verdict: 'chaotic',
  }),
]
