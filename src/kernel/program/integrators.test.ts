import { describe, expect, test } from 'vitest'
import { INTEGRATORS, type Step } from './integrators.ts'

/** q'' = -q from q = 1, v = 0: q = cos t, v = -sin t. */
const oscillator = ([q, v]: number[]) => [v, -q]

function run(step: Step, steps: number, end: number, start = [1, 0]): number[] {
  let y = start
  let t = 0
  const dt = end / steps
  for (let i = 0; i < steps; i++) {
    y = step(y, oscillator, t, dt, 1)
    t += dt
  }
  return y
}

const error = ([q, v]: number[], t: number) => Math.hypot(q - Math.cos(t), v + Math.sin(t))

describe('the order of convergence on a harmonic oscillator', () => {
  const orders = { euler: 1, 'symplectic-euler': 1, leapfrog: 2, rk4: 4, dp5: 5 } as const
  for (const [name, order] of Object.entries(orders)) {
    test(`${name} is of order ${order}`, () => {
      const step = INTEGRATORS[name as keyof typeof orders]
      const coarse = error(run(step, 40, 3), 3)
      const fine = error(run(step, 80, 3), 3)
      expect(Math.log2(coarse / fine)).toBeGreaterThan(order - 0.1)
      expect(Math.log2(coarse / fine)).toBeLessThan(order + 0.25)
    })
  }
})

describe('a rate that depends on time', () => {
  // y' = 5 t^4 has y = t^5: exact in the stages' times alone, for a method of order 5.
  const quintic = (_: number[], t: number) => [5 * t * t * t * t]

  test('is asked at the right times of the stages', () => {
    const exact = (step: Step, dt: number) => step([0], quintic, 0, dt, 1)[0]
    expect(exact(INTEGRATORS.dp5, 1)).toBeCloseTo(1, 14)
    // Simpson's rule: (0 + 4 * 5/16 + 5) / 6.
    expect(exact(INTEGRATORS.rk4, 1)).toBeCloseTo(6.25 / 6, 14)
    expect(exact(INTEGRATORS.euler, 1)).toBe(0)
  })

  test('kicks at the start and at the end of a leapfrog step', () => {
    const kicked = INTEGRATORS.leapfrog([0, 0], ([, v], t) => [v, 2 * t], 3, 0.5, 1)
    expect(kicked).toEqual([0.5 * (0.25 * 6), 0.25 * 6 + 0.25 * 7])
  })
})

describe('energy', () => {
  const energy = ([q, v]: number[]) => 0.5 * (q * q + v * v)
  const worst = (step: Step) => {
    let y = [1, 0]
    let most = 0
    for (let i = 0; i < 100_000; i++) {
      y = step(y, oscillator, 0, 0.05, 1)
      most = Math.max(most, Math.abs(energy(y) - 0.5))
    }
    return most
  }

  test('stays within a band for the symplectic methods, however long they run', () => {
    // q^2 + v^2 - dt q v is kept exactly by symplectic Euler; leapfrog is off by dt^2 / 8.
    expect(worst(INTEGRATORS['symplectic-euler'])).toBeLessThan(0.5 * 0.05)
    expect(worst(INTEGRATORS.leapfrog)).toBeLessThan(0.05 ** 2 / 7)
  })

  test('grows without bound with Euler', () => {
    expect(worst(INTEGRATORS.euler)).toBeGreaterThan(1e100)
  })
})

test('leapfrog goes back where it came from when velocities are turned', () => {
  // A pendulum: forces that are not linear, so that the return is no accident.
  const pendulum = ([q, v]: number[]) => [v, -Math.sin(q)]
  const go = (y: number[], step: Step) => {
    for (let i = 0; i < 1000; i++) y = step(y, pendulum, 0, 0.1, 1)
    return y
  }
  const back = (step: Step) => {
    const [q, v] = go([1.2, 0.3], step)
    const [p, w] = go([q, -v], step)
    return Math.hypot(p - 1.2, w + 0.3)
  }
  expect(back(INTEGRATORS.leapfrog)).toBeLessThan(1e-11)
  expect(back(INTEGRATORS['symplectic-euler'])).toBeGreaterThan(1e-4)
})

test('a step leaves the state that it is given as it was', () => {
  for (const step of Object.values(INTEGRATORS)) {
    const y = [1, 2, 3, 4]
    step(y, (s) => s.map((x) => x * 2), 0, 0.1, 2)
    expect(y).toEqual([1, 2, 3, 4])
  }
})

describe('the operations as they are written', () => {
  const lorenz = ([x, y, z]: number[]) => [10 * (y - x), x * (28 - z) - y, x * y - (8 / 3) * z]

  test('of rk4 are x + dt/6 * (((k1 + 2 k2) + 2 k3) + k4), bit for bit', () => {
    const [dt, h2, dt6] = [0.01, 0.5 * 0.01, 0.01 / 6]
    let mine = [1, 1, 1]
    let written = [1, 1, 1]
    for (let n = 0; n < 1000; n++) {
      mine = INTEGRATORS.rk4(mine, lorenz, 0, dt, 3)
      const s = written
      const k1 = lorenz(s)
      const k2 = lorenz(s.map((x, i) => x + h2 * k1[i]))
      const k3 = lorenz(s.map((x, i) => x + h2 * k2[i]))
      const k4 = lorenz(s.map((x, i) => x + dt * k3[i]))
      written = s.map((x, i) => x + dt6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]))
    }
    expect(mine).toEqual(written)
  })

  test('of symplectic Euler are v + dt * a, then q + dt * v, bit for bit', () => {
    let [q, v] = [0.7, -0.2]
    let y = [q, v]
    for (let n = 0; n < 1000; n++) {
      y = INTEGRATORS['symplectic-euler'](y, ([a, b]) => [b, -a - 0.1 * b], 0, 0.01, 1)
      v = v + 0.01 * (-q - 0.1 * v)
      q = q + 0.01 * v
    }
    expect(y).toEqual([q, v])
  })
})
