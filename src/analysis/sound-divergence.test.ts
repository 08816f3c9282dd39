import { describe, expect, it } from 'vitest'
import { stepUlps } from '../math/ulps.ts'
import { lorenz, rungeKutta } from './plain-chaos.fixture.ts'
import { type DistanceCurve, soundDivergence } from './sound-divergence.ts'

interface Setting {
  field: Parameters<typeof rungeKutta>[0]
  from: number[]
  dt: number
  steps: number
  stride: number
  ulps: number
  start?: number
}

/** Distances of two plain rollouts, the second with its first component so many ulps away. */
function rollouts(setting: Setting): DistanceCurve {
  const { field, from, dt, steps, stride, start = 0 } = setting
  const a = Float64Array.from(from)
  const b = Float64Array.from(from)
  b[0] = stepUlps(b[0]!, setting.ulps)
  const step = rungeKutta(field, from.length)
  const distance = () => Math.hypot(...a.map((x, i) => x - b[i]!))
  const [times, distances]: [number[], number[]] = [[], []]
  const initial = distance()
  let scale = 0
  for (let k = 1; k <= steps; k++) {
    step(a, dt)
    step(b, dt)
    scale = Math.max(scale, ...a.map((x, i) => Math.abs(x - from[i]!)))
    if (k % stride !== 0) continue
    times.push(start + k * dt)
    distances.push(distance())
  }
  return { times, distances, start, initial, scale, nudged: true }
}

/** A curve of a given law, sampled 400 times. */
function drawn(distance: (t: number) => number, facts: Partial<DistanceCurve> = {}, dt = 0.1) {
  const start = facts.start ?? 0
  const steps = Array.from({ length: 400 }, (_, k) => (k + 1) * dt)
  return soundDivergence({
    times: steps.map((t) => start + t),
    distances: steps.map(distance),
    start,
    initial: 1e-14,
    scale: 10,
    nudged: true,
    ...facts,
  })
}

describe('where the seed was wrong', () => {
  it('an undamped pendulum is regular: its phase drifts, a power of time', () => {
    const pendulum: Setting['field'] = (s, into) => {
      into[0] = s[1]!
      into[1] = -9.81 * Math.sin(s[0]!)
    }
    for (const ulps of [16, 1_000_000]) {
      const found = soundDivergence(
        rollouts({ field: pendulum, from: [2, 0], dt: 0.002, steps: 20_000, stride: 20, ulps }),
      )
      expect(found.cause).toBe('regular')
      expect(found.model).toBe('power-law')
      expect(found.rate).toBe(Number.NaN)
    }
  })

  it('a nudge that is rounded away is absorbed, and not regular', () => {
    const decay: Setting['field'] = (_, into) => {
      into[0] = 1
      into[1] = 0
    }
    // One ulp of 1e-3 is far below the rounding of what the state grows to.
    const curve = rollouts({ field: decay, from: [1e-3, 0], dt: 1, steps: 100, stride: 1, ulps: 1 })
    expect(curve.initial).toBeGreaterThan(0)
    expect(soundDivergence(curve).cause).toBe('absorbed')
    expect(drawn(() => 0).cause).toBe('absorbed')
    expect(drawn(() => 0, { initial: 0 }).cause).toBe('absorbed')
  })

  it('Lorenz from (1, 1, 1): one ulp is absorbed, more give its rate within 5 %', () => {
    const at = (ulps: number) =>
      soundDivergence(
        rollouts({ field: lorenz, from: [1, 1, 1], dt: 0.005, steps: 12_000, stride: 20, ulps }),
      )
    expect(at(1).cause).toBe('absorbed')
    for (const ulps of [16, 1_000_000]) {
      const found = at(ulps)
      expect(found.cause).toBe('chaos')
      expect(Math.abs(found.rate / 0.9056 - 1)).toBeLessThan(0.05)
    }
  })

  it('Lorenz from 40 places: two errors cover its rate in 90 % and more, as one rise can', () => {
    let within = 0
    for (let k = 0; k < 40; k++) {
      const from = [5 + k / 10, 5 - k / 10, 20 + k / 8]
      const found = soundDivergence(
        rollouts({ field: lorenz, from, dt: 0.01, steps: 4500, stride: 10, ulps: 100_000 }),
      )
      expect(found.cause).toBe('chaos')
      if (Math.abs(found.rate - 0.9056) <= 2 * found.rateError) within += 1
    }
    expect(within).toBeGreaterThanOrEqual(36)
  })

  it('a rate that saturates at 0.02 is right, whether the scale is known or not', () => {
    const law = (t: number) => Math.min(1e-14 * Math.exp(3 * t), 0.02 + 1e-3 * Math.sin(t))
    for (const scale of [0.02, 10, Number.POSITIVE_INFINITY]) {
      const found = drawn(law, { scale })
      expect(found.cause).toBe('chaos')
      expect(Math.abs(found.rate - 3)).toBeLessThan(0.03)
    }
  })

  it('a curve from t = 1e6 on has the same rate as from 0', () => {
    const law = (t: number) => 1e-14 * Math.exp(0.7 * t)
    const found = drawn(law, { start: 1e6 })
    expect(found.rate).toBeCloseTo(0.7, 7)
    expect(found.doublingTime).toBeCloseTo(Math.LN2 / 0.7, 7)
    const power = (t: number) => 1e-14 * (1 + t) ** 2
    expect(drawn(power, { start: 1e6 }).degree).toBeCloseTo(drawn(power).degree, 7)
  })
})

describe('the law and the cause', () => {
  it('tell powers of time by their degree', () => {
    for (const degree of [1, 2, 3]) {
      const found = drawn((t) => 1e-14 * (1 + t) ** degree)
      expect(found).toMatchObject({ cause: 'regular', model: 'power-law' })
      expect(Math.abs(found.degree - degree)).toBeLessThan(0.15 * degree)
    }
  })

  it('find no rise in a flat or a falling curve', () => {
    expect(drawn(() => 1e-14)).toMatchObject({ cause: 'regular', model: undefined })
    expect(drawn((t) => 1e-14 * Math.exp(-t)).cause).toBe('regular')
    expect(drawn((t) => (t < 20 ? 1e-14 * Math.exp(-t) : 0)).cause).toBe('regular')
  })

  it('find a discrete event behind nothing, or behind a flat curve', () => {
    expect(drawn((t) => (t < 20 ? 0 : 0.1), { nudged: false, initial: 0 }).cause).toBe(
      'discrete-event',
    )
    expect(drawn((t) => (t < 20 ? 2e-14 : 0.1 + 0.01 * t)).cause).toBe('discrete-event')
    expect(drawn((t) => (t < 20 ? 2e-14 : 1e-3 * (t - 19))).cause).toBe('discrete-event')
  })

  it('find chaos between two rollouts that should have been the same', () => {
    const law = (t: number) => (t < 2 ? 0 : 1e-15 * Math.exp(t - 2))
    expect(drawn(law, { nudged: false, initial: 0 })).toMatchObject({ cause: 'chaos' })
  })

  it('tell a fault of the setup, and a side that differs from itself', () => {
    expect(drawn((t) => t, { nudged: false }).cause).toBe('setup')
    expect(drawn((t) => t, { selfDiffers: true }).cause).toBe('nondeterministic')
    expect(drawn(() => 0, { nudged: false, initial: 0 }).cause).toBe(undefined)
  })

  it('give the horizon in time and in binary digits', () => {
    const found = drawn((t) => 1e-14 * Math.exp(t), { scale: 10 })
    expect(found.horizon).toBeCloseTo(Math.log(1e14), 0)
    expect(found.horizonBits).toBeCloseTo(Math.log2(1e14), 0)
    expect(drawn((t) => 1e-14 * (1 + t)).horizon).toBe(Number.NaN)
  })

  it('do not depend on the unit of the distances', () => {
    const law = (t: number) => Math.min(1e-14 * Math.exp(t + Math.sin(t)), 3)
    const plain = drawn(law)
    const scaled = drawn((t) => 1024 * law(t), { initial: 1024e-14, scale: 10_240 })
    expect(scaled.rate).toBeCloseTo(plain.rate, 12)
    expect(scaled.rise).toEqual(plain.rise)
  })
})
