// What the benchmark runs: W1 is Lorenz's system, W2 a double pendulum, both by RK4 in f64. The
// table of a workload's starts is the same for every contender.

import type { ProgramSource } from '../src/kernel/source.ts'
import * as trigonometry from './fast-trigonometry.ts'

export interface Workload {
  readonly name: 'W1' | 'W2'
  readonly title: string
  readonly source: ProgramSource
  readonly dt: number
  /** State components; the first `positions` are positions. */
  readonly size: number
  readonly positions: number
  /** Writes member m's start into `state` and gives its parameter. */
  readonly start: (m: number, state: Float64Array) => number
  /** Rates as a closure over a parameter, for hand-written contenders. */
  readonly rates: (param: number) => (state: Float64Array, out: Float64Array) => void
}

const { fastCos, fastSin } = trigonometry

export const MEMBERS = 1024
export const STEPS = 1000

const common = { precision: 'f64', stop: undefined, observed: [] } as const

interface Lorenz {
  x: number
  y: number
  z: number
}

const lorenz: Workload = {
  name: 'W1',
  title: 'Lorenz, RK4, dt 0.01, rho from 20 to 40',
  dt: 0.01,
  size: 3,
  positions: 3,
  source: {
    ...common,
    ...{ name: 'lorenz', state: { x: 1, y: 1, z: 1 }, velocities: [], params: { rho: 28 } },
    ...{ dt: 0.01, use: {} },
    body: {
      ...{ shape: 'rates', integrator: 'rk4' },
      source: ({ x, y, z }: Lorenz, { rho }: { rho: number }) => ({
        x: 10 * (y - x),
        y: x * (rho - z) - y,
        z: x * y - (8 / 3) * z,
      }),
    },
  },
  start(m, state) {
    state.fill(1)
    return 20 + m * (20 / MEMBERS)
  },
  rates: (rho) => (s, out) => {
    const x = s[0]
    const y = s[1]
    const z = s[2]
    out[0] = 10 * (y - x)
    out[1] = x * (rho - z) - y
    out[2] = x * y - (8 / 3) * z
  },
}

interface Arms {
  a: number
  b: number
  u: number
  w: number
}

const pendulum: Workload = {
  name: 'W2',
  title: 'double pendulum, RK4, dt 0.005, the second angle from 1 to 5',
  dt: 0.005,
  size: 4,
  positions: 2,
  source: {
    ...common,
    ...{ name: 'double-pendulum', state: { a: 2, b: 1, u: 0, w: 0 }, velocities: ['u', 'w'] },
    ...{ params: { m2: 1 }, dt: 0.005, use: { ...trigonometry } },
    body: {
      ...{ shape: 'rates', integrator: 'rk4' },
      source: ({ a, b, u, w }: Arms, { m2 }: { m2: number }) => {
        const g = 9.81
        const M = 1 + m2
        const d = b - a
        const sd = fastSin(d)
        const cd = fastCos(d)
        const s1 = fastSin(a)
        const s2 = fastSin(b)
        const uu = u * u
        const ww = w * w
        const den = M - m2 * cd * cd
        const p = (m2 * uu * sd * cd + m2 * g * s2 * cd + m2 * ww * sd - M * g * s1) / den
        const q = (M * (g * s1 * cd - uu * sd - g * s2) - m2 * ww * sd * cd) / den
        return { a: u, b: w, u: p, w: q }
      },
    },
  },
  start(m, state) {
    state.set([2, 1 + m * (4 / MEMBERS), 0, 0])
    return 1
  },
  rates: (m2) => (s, out) => {
    const g = 9.81
    const M = 1 + m2
    const a = s[0]
    const b = s[1]
    const u = s[2]
    const w = s[3]
    const d = b - a
    const sd = fastSin(d)
    const cd = fastCos(d)
    const s1 = fastSin(a)
    const s2 = fastSin(b)
    const uu = u * u
    const ww = w * w
    const den = M - m2 * cd * cd
    out[0] = u
    out[1] = w
    out[2] = (m2 * uu * sd * cd + m2 * g * s2 * cd + m2 * ww * sd - M * g * s1) / den
    out[3] = (M * (g * s1 * cd - uu * sd - g * s2) - m2 * ww * sd * cd) / den
  },
}

export const WORKLOADS: readonly Workload[] = [lorenz, pendulum]
