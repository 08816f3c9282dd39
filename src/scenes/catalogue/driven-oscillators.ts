// Oscillators under a periodic force. Time is no state entry here, so that a flow of two variables
// has two exponents; with the phase as a third there would be one more, exactly 0.

import { defineScene } from '../scene.ts'
import { type CatalogueEntry, entry } from './entry.ts'

// x'' = -x^3 - k x' + B sin t. Y. Ueda, J. Stat. Phys. 20 (1979).
const ueda = defineScene({
  name: 'ueda',
  state: { x: 2.5, y: 0 },
  velocities: ['y'],
  params: { k: 0.05, B: 7.5 },
  dt: Math.PI / 1000,
  integrator: 'rk4',
  rates({ x, y }, { k, B }, t) {
    return { x: y, y: -x * x * x - k * y + B * Math.sin(t) }
  },
})

// x'' = f cos(omega t) - beta x - x^3 - d x', with two wells where beta < 0.
// G. Duffing, Erzwungene Schwingungen (1918); constants of ChaosTools.jl, issue 301.
const duffing = defineScene({
  name: 'duffing',
  state: { x: 0.1, y: 0.25 },
  velocities: ['y'],
  params: { f: 0.3, beta: -1, d: 0.2, omega: 1 },
  dt: Math.PI / 500,
  integrator: 'rk4',
  rates({ x, y }, { f, beta, d, omega }, t) {
    return { x: y, y: f * Math.cos(omega * t) - beta * x - x * x * x - d * y }
  },
})

// x'' = -x - d (x^2 - 1) x' + a cos(w t).
// K. Geist, U. Parlitz, W. Lauterborn, Prog. Theor. Phys. 83 (1990).
const drivenVanDerPol = defineScene({
  name: 'driven-van-der-pol',
  state: { x: 0.1, y: 0.1 },
  velocities: ['y'],
  params: { d: 5, a: 5, w: 2.466 },
  dt: Math.PI / (2000 * 2.466),
  integrator: 'rk4',
  rates({ x, y }, { d, a, w }, t) {
    return { x: y, y: -x - d * (x * x - 1) * y + a * Math.cos(w * t) }
  },
})

// x' = x + w y - r^2 x - A sin(w t), y' = -w x + y - r^2 y: a limit cycle driven at its own
// frequency, and entrained. As in ChaosTools.jl, issue 348.
const stuartLandau = defineScene({
  name: 'driven-stuart-landau',
  state: { x: 0, y: 1 },
  params: { w: 2 * Math.PI, A: 3 },
  dt: 0.0025,
  integrator: 'rk4',
  rates({ x, y }, { w, A }, t) {
    const square = x * x + y * y
    return { x: x + w * y - square * x - A * Math.sin(w * t), y: -w * x + y - square * y }
  },
})

export const DRIVEN_OSCILLATORS: readonly CatalogueEntry[] = [
  entry(ueda, {
    id: 'ueda_0.05_7.5',
    name: 'Ueda oscillator',
    class: 'chaotic',
    driven: true,
    params: { k: 0.05, B: 7.5 },
    state: { x: 2.5, y: 0 },
    dt: 0.0031415926535897933,
    sumRule: -0.05,
    computed: {
      exponents: [0.1031526, -0.1531526],
      errors: [0.000312, 0.000312],
      time: 1199998.86,
    },
    verdict: 'chaotic',
  }),
  entry(duffing, {
    id: 'duffing_chaostools301_d0.2_f0.3',
    name: 'Duffing of ChaosTools.jl#301',
    class: 'chaotic',
    driven: true,
    params: { f: 0.3, beta: -1, d: 0.2, omega: 1 },
    state: { x: 0.1, y: 0.25 },
    dt: 0.006283185307179587,
    published: { exponents: [0.15894, -0.35894], source: 'ChaosTools.jl, issue 301' },
    sumRule: -0.2,
    computed: {
      exponents: [0.1576229, -0.3576229],
      errors: [0.000344, 0.000344],
      time: 1199997.29,
    },
    verdict: 'chaotic',
    note: 'Per period of the force 2 pi times as large, so near 1; ChaosTools.jl gave 2.343.',
  }),
  entry(drivenVanDerPol, {
    id: 'vdp_forced_geist_5_5_2.466',
    name: 'Driven van der Pol',
    class: 'chaotic',
    driven: true,
    params: { d: 5, a: 5, w: 2.466 },
    state: { x: 0.1, y: 0.1 },
    dt: 0.0006369814788300472,
    published: {
      exponents: [0.085, -6.7],
      source: 'Geist, Parlitz, Lauterborn 1990, read off figure 6 by LyapunovExponents.jl',
    },
    computed: { exponents: [0.0983169, -6.8391431], errors: [0.000238, 0.00118], time: 599999.927 },
    verdict: 'chaotic',
    note: 'Rather stiff. The published pair was read off a figure and is off by 15 %.',
  }),
  entry(stuartLandau, {
    id: 'stuart_landau_forced_CT348_nonautonomous',
    name: 'Forced Stuart–Landau of ChaosTools.jl#348',
    class: 'periodic',
    driven: true,
    params: { w: 2 * Math.PI, A: 3 },
    state: { x: 0, y: 1 },
    dt: 0.0025,
    computed: { exponents: [-1.0539247, -5.1104833], errors: [2.05e-15, 5.08e-14], time: 30000 },
    verdict: 'contracting',
    note: 'Entrained, so both exponents are negative although the orbit is a cycle.',
  }),
]
