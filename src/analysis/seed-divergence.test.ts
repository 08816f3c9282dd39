import { describe, expect, it } from 'vitest'
import { readText } from '../math/reference.fixture.ts'
import { columnDistance } from '../math/separation.ts'
import {
  type DivergenceSample,
  divergence,
  doublingTime,
  fitLyapunov,
  fitRise,
  type MutableState,
  stateDistance,
  timeAbove,
} from './seed-divergence.ts'

const INF = Number.POSITIVE_INFINITY
const state = (q: number[], v: number[] = []) => ({ q, v, time: 0 })

/** Samples of a curve at times start + k * dt, k from 1 on. */
const curve = (count: number, dt: number, distance: (t: number) => number, start = 0) =>
  Array.from({ length: count }, (_, k): DivergenceSample => {
    const t = (k + 1) * dt
    return { step: k + 1, time: start + t, distance: distance(t) }
  })

describe('fitLyapunov, as the seed tests it', () => {
  it('recovers a known rate', () => {
    const rate = fitLyapunov(
      1e-16,
      curve(400, 0.01, (t) => 1e-16 * Math.exp(3 * t)),
    )
    expect(Math.abs(rate! - 3)).toBeLessThan(1e-9)
  })

  it('finds no rate in a flat curve', () => {
    expect(
      fitLyapunov(
        1e-16,
        curve(400, 0.01, () => 1e-16),
      ),
    ).toBe(undefined)
  })

  it('works on columns, from any place in them', () => {
    const samples = curve(100, 0.1, (t) => 1e-12 * Math.exp(t))
    const times = Float64Array.from(samples, (s) => s.time)
    const row = Float64Array.from([7, 7, 7, ...samples.map((s) => s.distance), Number.NaN])
    expect(fitRise(1e-12, times, row, 3)).toBe(fitLyapunov(1e-12, samples))
    expect(fitRise(1e-12, times, row, 3, 50)).toBe(fitLyapunov(1e-12, samples.slice(0, 50)))
  })
})

describe('the faults of fit_lyapunov', () => {
  const grow = (t: number) => 1e-12 * Math.exp(3 * t)

  it('uncentred sums: a rate of 3 from t = 1e6 on becomes another number', () => {
    const late = fitLyapunov(
      1e-12,
      curve(400, 1e-3, (t) => 1e-12 * Math.exp(30 * t), 1e6),
    )
    expect(Math.abs(late! - 30)).toBeGreaterThan(0.3)
    const names: { index: number; name: string; musl: string | null }[] = JSON.parse(
      readText('phyz_fit_lyapunov_names.json'),
    )
    // A case of the reference whose rate is 3; src/seeds.test.ts runs its row.
    expect(names[19]).toMatchObject({
      name: 'large time offset 1e6, dt 1e-3',
      musl: '-1.29564208984375e0',
    })
  })

  it('an absolute ceiling: the same curve in other units has another rate', () => {
    const saturating = (unit: number) => curve(400, 0.05, (t) => unit * Math.min(grow(t), 0.02))
    const metres = fitLyapunov(1e-12, saturating(1))
    const hundreds = fitLyapunov(1e-10, saturating(100))
    expect(Math.abs(hundreds! - 3)).toBeLessThan(1e-9)
    expect(metres).toBeLessThan(1)
  })

  it('a band that may be left and entered again: a fall counts as part of the rise', () => {
    const rise = curve(100, 0.05, grow)
    const fall = rise.map((s) => ({ ...s, time: 10.1 - s.time }))
    expect(Math.abs(fitLyapunov(1e-12, [...rise, ...fall])!)).toBeLessThan(1e-9)
  })

  it('linear growth counts as a rate', () => {
    expect(
      fitLyapunov(
        1e-16,
        curve(1000, 0.01, (t) => 1e-16 * (1 + 10 * t)),
      ),
    ).toBeGreaterThan(0.1)
  })

  it('a nudge that was rounded away gives what no growth gives: undefined', () => {
    expect(
      fitLyapunov(
        1e-16,
        curve(100, 0.01, () => 0),
      ),
    ).toBe(undefined)
  })
})

describe('the distance of states', () => {
  it('is Euclidean over positions and velocities', () => {
    expect(stateDistance(state([0, 3], [0]), state([0, 0], [4]))).toBe(5)
    expect(stateDistance(state([]), state([]))).toBe(0)
  })

  it('is infinite where something is not finite', () => {
    expect(stateDistance(state([Number.NaN]), state([0]))).toBe(INF)
    expect(stateDistance(state([INF]), state([INF]))).toBe(INF)
    expect(stateDistance(state([0], [-INF]), state([0], [0]))).toBe(INF)
  })

  it('refuses states of different sizes', () => {
    const wider = () => stateDistance(state([1]), state([1, 2]))
    expect(wider).toThrow('states have different nq: 1 and 2')
    expect(() => stateDistance(state([1], [1]), state([1]))).toThrow('different nv: 1 and 0')
  })

  it('is the same between members of columns', () => {
    const columns = [[1, 4], Float64Array.of(2, 6), Float32Array.of(0, Number.NaN)]
    expect(columnDistance(columns.slice(0, 2), 0, columns.slice(0, 2), 1)).toBe(5)
    expect(columnDistance(columns, 0, columns, 1)).toBe(INF)
    expect(columnDistance(columns, 1, [[7], [2], [0]], 0)).toBe(INF)
  })
})

/** Doubles the distance to 0 at every step. */
const double = (_: number, s: MutableState) => {
  s.q[0] *= 2
  s.time += 1
}

describe('divergence', () => {
  it('runs both rollouts from copies and says which one it steps', () => {
    const start = state([1])
    const calls: number[] = []
    const found = divergence(1, start, 0, 3, 4, 2, (which, s) => {
      calls.push(which)
      double(which, s)
    })
    expect(start).toEqual(state([1]))
    expect(calls).toEqual([0, 1, 0, 1, 0, 1, 0, 1])
    expect(found.ulps).toBe(3n)
    expect(found.initial).toBe(3 * 2 ** -52)
    expect(found.samples).toEqual([
      { step: 2, time: 2, distance: 12 * 2 ** -52 },
      { step: 4, time: 4, distance: 48 * 2 ** -52 },
    ])
    expect(found.threshold).toBe(1e-3)
  })

  it('samples the last step also where the stride does not meet it', () => {
    const found = divergence(1, state([1]), 0, 1, 5, 2, double)
    expect(found.samples.map((s) => s.step)).toEqual([2, 4, 5])
  })

  it('finds rate, doubling time, crossing and final distance of exponential growth', () => {
    const found = divergence(1, state([1]), 0, 1n, 60, 1, double)
    expect(found.lyapunov).toBeCloseTo(Math.LN2, 12)
    expect(found.doublingTime()).toBeCloseTo(1, 12)
    // 2^-52 * 2^43 is the first above 1e-3.
    expect(found.timeToThreshold).toBe(43)
    expect(found.finalDistance()).toBe(2 ** 8)
  })

  it('ends at a distance that is not finite', () => {
    const found = divergence(1, state([1e300]), 0, 1, 100, 1, (_, s) => {
      s.q[0] *= s.q[0]
      s.time += 1
    })
    expect(found.samples).toEqual([{ step: 1, time: 1, distance: INF }])
    expect(found.timeToThreshold).toBe(1)
    expect(found.lyapunov).toBe(undefined)
    expect(found.doublingTime()).toBe(undefined)
  })

  it('refuses an index without a coordinate and a stride that is none', () => {
    expect(() => divergence(1, state([1]), 1, 1, 1, 1, double)).toThrow('qIndex 1 out of range')
    expect(() => divergence(1, state([1]), 0, 1, 1, 0, double)).toThrow('stride must be')
  })
})

describe('the faults of divergence', () => {
  it('a start above the threshold is reported a stride late', () => {
    const ulps = 2n ** 52n / 100n
    const found = divergence(1, state([1]), 0, ulps, 20, 10, double)
    expect(found.initial).toBeGreaterThan(found.threshold)
    expect(found.timeToThreshold).toBe(10)
  })

  it('no steps give final distance 0', () => {
    const found = divergence(1, state([1]), 0, 1, 0, 1, double)
    expect(found.initial).toBe(2 ** -52)
    expect(found.finalDistance()).toBe(0)
  })
})

describe('the pieces for a farm', () => {
  it('timeAbove gives the first sample above, in a stretch of a column', () => {
    const times = [1, 2, 3]
    const row = [9, 0, 1e-3, INF, 5]
    expect(timeAbove(1e-3, times, row, 1)).toBe(3)
    expect(timeAbove(1e-3, times, row, 1, 2)).toBe(undefined)
    expect(timeAbove(1e-3, times, row)).toBe(1)
    expect(timeAbove(1, [1], [Number.NaN])).toBe(undefined)
  })

  it('doublingTime is there for growth alone', () => {
    expect(doublingTime(Math.LN2)).toBe(1)
    expect([undefined, 0, -1, Number.NaN].map(doublingTime)).toEqual(Array(4).fill(undefined))
  })
})
