// The eight small systems of the reference, in the operation order in which it states them.

import type { ProgramSource, SourceFunction } from '../kernel/source.ts'
import { portableSin } from '../math/portable.ts'
import { simSinCos } from '../math/sim-sin-cos.ts'

interface V {
  readonly [name: string]: number
}

function toy(
  name: string,
  state: readonly string[],
  velocities: readonly string[],
  dt: number,
  step: SourceFunction,
  given: Partial<ProgramSource> = {},
): ProgramSource {
  return {
    name,
    precision: 'f64',
    state: Object.fromEntries(state.map((entry) => [entry, 0])),
    velocities,
    params: {},
    dt,
    body: { shape: 'step', source: step },
    use: {},
    stop: undefined,
    observed: [],
    ...given,
  }
}

/** By name. The initial states are those of the reference, where a state names positions first. */
export const toys: Record<string, ProgramSource> = {
  lorenz: toy(
    'lorenz',
    ['x', 'y', 'z'],
    [],
    0.005,
    ({ x, y, z }: V, _: V, _t: number, dt: number) => {
      const dx = 10 * (y - x)
      const dy = x * (28 - z) - y
      const dz = x * y - (8 / 3) * z
      return { x: x + dt * dx, y: y + dt * dy, z: z + dt * dz }
    },
  ),

  henon_heiles: toy(
    'henon_heiles',
    ['x', 'y', 'vx', 'vy'],
    ['vx', 'vy'],
    0.01,
    ({ x, y, vx, vy }: V, _: V, _t: number, dt: number) => {
      const ax = -x - 2 * x * y
      const ay = -y - x * x + y * y
      const wx = vx + dt * ax
      const wy = vy + dt * ay
      return { x: x + dt * wx, y: y + dt * wy, vx: wx, vy: wy }
    },
  ),

  damped_oscillator: toy(
    'damped_oscillator',
    ['q', 'v'],
    ['v'],
    0.01,
    ({ q, v }: V, _: V, _t: number, dt: number) => {
      const a = -4 * q - 0.5 * v
      const w = v + dt * a
      return { q: q + dt * w, v: w }
    },
  ),

  logistic_3_9: toy('logistic_3_9', ['q'], [], 1, ({ q }: V) => ({ q: 3.9 * q * (1 - q) })),

  bouncing_ball: toy(
    'bouncing_ball',
    ['q', 'v'],
    ['v'],
    0.001,
    (state: V, _: V, _t: number, dt: number) => {
      let v = state.v + dt * -9.81
      let q = state.q + dt * v
      if (q < 0) {
        q = 0
        v = -0.8 * v
      }
      return { q, v }
    },
  ),

  pendulum_f32_sim_math: toy(
    'pendulum_f32_sim_math',
    ['q', 'v'],
    ['v'],
    0.01,
    ({ q, v }: V, _: V, _t: number, dt: number) => {
      const [sine] = simSinCos(q)
      const w = v - dt * (9.81 * sine)
      return { q: q + dt * w, v: w }
    },
    { precision: 'f32', use: { simSinCos } },
  ),

  pendulum_f32_tgi_math: toy(
    'pendulum_f32_tgi_math',
    ['q', 'v'],
    ['v'],
    0.01,
    ({ q, v }: V, _: V, _t: number, dt: number) => {
      const w = v - dt * (9.81 * portableSin(q))
      return { q: q + dt * w, v: w }
    },
    { precision: 'f32', use: { portableSin } },
  ),

  double_pendulum_f32: toy(
    'double_pendulum_f32',
    ['a', 'b', 'u', 'w'],
    ['u', 'w'],
    0.002,
    // g is a parameter, since a product of literals alone would be rounded once instead of twice.
    ({ a, b, u, w }: V, { g }: V, _t: number, dt: number) => {
      const [sd, cd] = simSinCos(a - b)
      const [sa, ca] = simSinCos(a)
      const [s2] = simSinCos(a - 2 * b)
      const den = 3 - (2 * cd * cd - 1)
      const na = -g * 3 * sa - g * s2 - 2 * sd * (w * w + u * u * cd)
      const nb = 2 * sd * (2 * u * u + 2 * g * ca + w * w * cd)
      const nu = u + dt * (na / den)
      const nw = w + dt * (nb / den)
      return { a: a + dt * nu, b: b + dt * nw, u: nu, w: nw }
    },
    { precision: 'f32', params: { g: 9.81 }, use: { simSinCos } },
  ),
}
