// One step of a flow. These are sources in the scene language: the compiler reads their text, and
// every backend runs these operations in this order. They run as plain functions as well.
//
// `y` holds positions, then velocities; `rates(y, t)` gives their time derivatives; `positions` is
// how many positions there are. The result is the state at t + dt. Sums run from left to right.

export type Rates = (y: number[], t: number) => number[]
export type Step = (y: number[], rates: Rates, t: number, dt: number, positions: number) => number[]

/** Euler's method: y + dt * y'. Order 1. Euler, Institutiones calculi integralis I (1768), 650. */
export function euler(y: number[], rates: Rates, t: number, dt: number): number[] {
  const k = rates(y, t)
  const next = y.slice()
  for (let i = 0; i < y.length; i++) next[i] = y[i] + dt * k[i]
  return next
}

/**
 * Semi-implicit Euler: v' = v + dt * a(q, v), then q' = q + dt * (the rate of q at q and v').
 * Order 1, symplectic where a depends on q alone and the rate of q on v alone.
 * Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), I.1.2.
 */
export function symplecticEuler(
  y: number[],
  rates: Rates,
  t: number,
  dt: number,
  positions: number,
): number[] {
  const k = rates(y, t)
  const next = y.slice()
  for (let i = positions; i < y.length; i++) next[i] = y[i] + dt * k[i]
  const drift = rates(next, t)
  for (let i = 0; i < positions; i++) next[i] = y[i] + dt * drift[i]
  return next
}

/**
 * Leapfrog, or velocity Verlet: half a kick, a drift, half a kick at t + dt. Order 2; symplectic
 * and reversible where a depends on q alone and the rate of q on v alone.
 * Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), I.1.4.
 */
export function leapfrog(
  y: number[],
  rates: Rates,
  t: number,
  dt: number,
  positions: number,
): number[] {
  const half = 0.5 * dt
  const kick = rates(y, t)
  const next = y.slice()
  for (let i = positions; i < y.length; i++) next[i] = y[i] + half * kick[i]
  const drift = rates(next, t)
  for (let i = 0; i < positions; i++) next[i] = y[i] + dt * drift[i]
  const last = rates(next, t + dt)
  for (let i = positions; i < y.length; i++) next[i] = next[i] + half * last[i]
  return next
}

/**
 * The classical Runge-Kutta method: y + dt/6 * (((k1 + 2 k2) + 2 k3) + k4). Order 4.
 * Kutta, Z. Math. Phys. 46 (1901), 435.
 */
export function rk4(y: number[], rates: Rates, t: number, dt: number): number[] {
  const half = 0.5 * dt
  const sixth = dt / 6
  const k1 = rates(y, t)
  const stage = y.slice()
  for (let i = 0; i < y.length; i++) stage[i] = y[i] + half * k1[i]
  const k2 = rates(stage, t + half)
  for (let i = 0; i < y.length; i++) stage[i] = y[i] + half * k2[i]
  const k3 = rates(stage, t + half)
  for (let i = 0; i < y.length; i++) stage[i] = y[i] + dt * k3[i]
  const k4 = rates(stage, t + dt)
  const next = y.slice()
  for (let i = 0; i < y.length; i++) {
    next[i] = y[i] + sixth * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i])
  }
  return next
}

/**
 * Dormand and Prince's RK5(4)7M with a fixed step: six stages and the weights of order 5.
 * Dormand, Prince, J. Comp. Appl. Math. 6 (1980), 19, table 2.
 */
export function dp5(y: number[], rates: Rates, t: number, dt: number): number[] {
  const k1 = rates(y, t)
  const s = y.slice()
  for (let i = 0; i < y.length; i++) s[i] = y[i] + dt * ((1 / 5) * k1[i])
  const k2 = rates(s, t + (1 / 5) * dt)
  for (let i = 0; i < y.length; i++) s[i] = y[i] + dt * ((3 / 40) * k1[i] + (9 / 40) * k2[i])
  const k3 = rates(s, t + (3 / 10) * dt)
  for (let i = 0; i < y.length; i++) {
    s[i] = y[i] + dt * ((44 / 45) * k1[i] - (56 / 15) * k2[i] + (32 / 9) * k3[i])
  }
  const k4 = rates(s, t + (4 / 5) * dt)
  for (let i = 0; i < y.length; i++) {
    const old = (19372 / 6561) * k1[i] - (25360 / 2187) * k2[i]
    s[i] = y[i] + dt * (old + (64448 / 6561) * k3[i] - (212 / 729) * k4[i])
  }
  const k5 = rates(s, t + (8 / 9) * dt)
  for (let i = 0; i < y.length; i++) {
    const old = (9017 / 3168) * k1[i] - (355 / 33) * k2[i] + (46732 / 5247) * k3[i]
    s[i] = y[i] + dt * (old + (49 / 176) * k4[i] - (5103 / 18656) * k5[i])
  }
  const k6 = rates(s, t + dt)
  const next = y.slice()
  for (let i = 0; i < y.length; i++) {
    const old = (35 / 384) * k1[i] + (500 / 1113) * k3[i] + (125 / 192) * k4[i]
    next[i] = y[i] + dt * (old - (2187 / 6784) * k5[i] + (11 / 84) * k6[i])
  }
  return next
}

type Name = 'euler' | 'symplectic-euler' | 'leapfrog' | 'rk4' | 'dp5'

/** Each integrator under the name that scenes give it. */
export const INTEGRATORS: Readonly<Record<Name, Step>> = {
  euler,
  'symplectic-euler': symplecticEuler,
  leapfrog,
  rk4,
  dp5,
}
