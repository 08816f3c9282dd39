// What the benchmark runs: W1 is Lorenz's system, W2 a double pendulum with sines and cosines of
// our own, W3 is W1 in binary32, all by RK4. A row is a workload, with or without the fingerprint.

import type { Precision } from '../src/kernel/ir.ts'
import type { ProgramSource } from '../src/kernel/source.ts'

export const MEMBERS = 1024

export interface Workload {
  readonly name: string
  readonly title: string
  readonly system: 'lorenz' | 'pendulum'
  readonly precision: Precision
  readonly dt: number
  /** State components; the first `positions` are positions. */
  readonly size: number
  readonly positions: number
  /** Member m has the value first + m * increment. */
  readonly swept: { readonly first: number; readonly increment: number }
  readonly source: ProgramSource
}

export interface Row {
  readonly name: string
  readonly workload: Workload
  readonly fingerprint: boolean
}

/** Writes member m's start into `state` and gives its parameter. */
export function startOf({ system, swept }: Workload, m: number, state: Float64Array): number {
  const value = swept.first + m * swept.increment
  if (system === 'lorenz') {
    state.fill(1)
    return value
  }
  state.set([2, value, 0, 0])
  return 1
}

const plain = { stop: undefined, observed: [], use: {} } as const

function lorenz(name: string, precision: Precision): Workload {
  const dt = 0.01
  return {
    ...{ name, precision, dt, system: 'lorenz', size: 3, positions: 3 },
    title: `Lorenz, RK4, ${precision}, dt ${dt}, rho from 20 to 40`,
    swept: { first: 20, increment: 20 / MEMBERS },
    source: {
      ...{ ...plain, name: 'lorenz', precision, dt, velocities: [] },
      ...{ state: { x: 1, y: 1, z: 1 }, params: { rho: 28 } },
      body: { shape: 'rates', integrator: 'rk4', source: lorenzRates },
    },
  }
}

type Of<K extends string> = Record<K, number>

function lorenzRates({ x, y, z }: Of<'x' | 'y' | 'z'>, { rho }: Of<'rho'>) {
  return { x: 10 * (y - x), y: x * (rho - z) - y, z: x * y - (8 / 3) * z }
}

function pendulum(name: string): Workload {
  const dt = 0.005
  return {
    ...{ name, precision: 'f64', dt, system: 'pendulum', size: 4, positions: 2 },
    title: `double pendulum, RK4, f64, dt ${dt}, the second angle from 1 to 5`,
    swept: { first: 1, increment: 4 / MEMBERS },
    source: {
      ...{ ...plain, name: 'double-pendulum', precision: 'f64', dt, velocities: ['u', 'w'] },
      ...{ state: { a: 2, b: 1, u: 0, w: 0 }, params: { m2: 1 } },
      body: { shape: 'rates', integrator: 'rk4', source: pendulumRates },
    },
  }
}

function pendulumRates({ a, b, u, w }: Of<'a' | 'b' | 'u' | 'w'>, { m2 }: Of<'m2'>) {
  const g = 9.81
  const M = 1 + m2
  const d = b - a
  const sd = Math.sin(d)
  const cd = Math.cos(d)
  const s1 = Math.sin(a)
  const s2 = Math.sin(b)
  const uu = u * u
  const ww = w * w
  const den = M - m2 * cd * cd
  const p = (m2 * uu * sd * cd + m2 * g * s2 * cd + m2 * ww * sd - M * g * s1) / den
  const q = (M * (g * s1 * cd - uu * sd - g * s2) - m2 * ww * sd * cd) / den
  return { a: u, b: w, u: p, w: q }
}

export const WORKLOADS: readonly Workload[] = [
  lorenz('W1', 'f64'),
  pendulum('W2'),
  lorenz('W3', 'f32'),
]

export const ROWS: readonly Row[] = WORKLOADS.flatMap((workload) => [
  { name: workload.name, workload, fingerprint: false },
  { name: `${workload.name}+H`, workload, fingerprint: true },
])
