// RK4 and Lorenz's rates as closures, in binary32 with the rule that what is below 2^-100 becomes
// +0 in a product. States are f32 values in a Float64Array, which engines read faster.

import type { Rates, Step } from './closures-f64.ts'

const round = Math.fround
const SMALLEST = 7.888609052210118e-31

function times(a: number, b: number): number {
  const r = round(a * b)
  return r > -SMALLEST && r < SMALLEST ? 0 : r
}

export function makeRk4F32(rates: Rates, n: number, step: number): Step {
  const k1 = new Float64Array(n)
  const k2 = new Float64Array(n)
  const k3 = new Float64Array(n)
  const k4 = new Float64Array(n)
  const stage = new Float64Array(n)
  const dt = round(step)
  const half = round(0.5 * dt)
  const sixth = round(dt / 6)
  return (s) => {
    rates(s, k1)
    for (let i = 0; i < n; i++) stage[i] = round(s[i] + times(half, k1[i]))
    rates(stage, k2)
    for (let i = 0; i < n; i++) stage[i] = round(s[i] + times(half, k2[i]))
    rates(stage, k3)
    for (let i = 0; i < n; i++) stage[i] = round(s[i] + times(dt, k3[i]))
    rates(stage, k4)
    for (let i = 0; i < n; i++) {
      const sum = round(round(k1[i] + times(2, k2[i])) + times(2, k3[i]))
      s[i] = round(s[i] + times(sixth, round(sum + k4[i])))
    }
  }
}

export function lorenzF32(param: number): Rates {
  const rho = round(param)
  const eightThirds = round(8 / 3)
  return (s, out) => {
    const x = s[0]
    const y = s[1]
    const z = s[2]
    out[0] = times(10, round(y - x))
    out[1] = round(times(x, round(rho - z)) - y)
    out[2] = round(times(x, y) - times(eightThirds, z))
  }
}
