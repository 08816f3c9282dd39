// RK4 and the rates of the two systems as closures, in binary64.

import { cos, sin } from '../../src/math/sin-cos.ts'

export type Step = (state: Float64Array) => void
export type Rates = (state: Float64Array, out: Float64Array) => void

export function makeRk4(rates: Rates, n: number, dt: number): Step {
  const k1 = new Float64Array(n)
  const k2 = new Float64Array(n)
  const k3 = new Float64Array(n)
  const k4 = new Float64Array(n)
  const stage = new Float64Array(n)
  const half = 0.5 * dt
  const sixth = dt / 6
  return (s) => {
    rates(s, k1)
    for (let i = 0; i < n; i++) stage[i] = s[i] + half * k1[i]
    rates(stage, k2)
    for (let i = 0; i < n; i++) stage[i] = s[i] + half * k2[i]
    rates(stage, k3)
    for (let i = 0; i < n; i++) stage[i] = s[i] + dt * k3[i]
    rates(stage, k4)
    for (let i = 0; i < n; i++) s[i] = s[i] + sixth * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i])
  }
}

export const lorenz =
  (rho: number): Rates =>
  (s, out) => {
    const x = s[0]
    const y = s[1]
    const z = s[2]
    out[0] = 10 * (y - x)
    out[1] = x * (rho - z) - y
    out[2] = x * y - (8 / 3) * z
  }

export const pendulum =
  (m2: number): Rates =>
  (s, out) => {
    const g = 9.81
    const M = 1 + m2
    const a = s[0]
    const b = s[1]
    const u = s[2]
    const w = s[3]
    const d = b - a
    const sd = sin(d)
    const cd = cos(d)
    const s1 = sin(a)
    const s2 = sin(b)
    const uu = u * u
    const ww = w * w
    const den = M - m2 * cd * cd
    out[0] = u
    out[1] = w
    out[2] = (m2 * uu * sd * cd + m2 * g * s2 * cd + m2 * ww * sd - M * g * s1) / den
    out[3] = (M * (g * s1 * cd - uu * sd - g * s2) - m2 * ww * sd * cd) / den
  }
