import { describe, expect, it } from 'vitest'
import { Repetition } from './repetition.ts'

/** What is found of x <- next(x), looked at every `stride` steps. */
function watch(start: number, next: (x: number) => number, steps: number, stride = 1) {
  const watched = new Repetition(2, 1)
  let x = start
  for (let step = 0; step <= steps; step++) {
    if (step % stride === 0) watched.look([Float64Array.of(0.5, x)], 1, step)
    x = next(x)
  }
  return watched
}

/** A tail of `tail` states, then a circle of `period`. */
const rho = (tail: number, period: number) => (x: number) => (x + 1 < tail + period ? x + 1 : tail)

describe('Repetition', () => {
  it('finds the period of every tail and circle, soon enough', () => {
    for (const tail of [0, 1, 2, 5, 17, 100])
      for (const period of [1, 2, 3, 7, 64, 100]) {
        const steps = 4 * Math.max(tail, period) + period
        const found = watch(0, rho(tail, period), steps)
        expect(found.period(1), `${tail}, ${period}`).toBe(period)
        expect(found.since(1)).toBeGreaterThanOrEqual(tail)
        expect(found.period(0)).toBe(0)
      }
  })

  it('counts in looks where these are several steps apart', () => {
    expect(watch(0, rho(3, 6), 200, 4).period(1)).toBe(12)
    expect(watch(0, rho(3, 5), 200, 4).period(1)).toBe(20)
  })

  it('finds a fixed point, and the collapse of the tent map to 0', () => {
    const tent = (x: number) => (x < 0.5 ? 2 * x : 2 - 2 * x)
    const found = watch(0.3, tent, 300)
    expect(found.period(1)).toBe(1)
    expect(found.since(1)).toBeLessThan(256)
  })

  it('finds nothing where nothing comes back', () => {
    expect(watch(0, (x) => x + 1, 5000).period(1)).toBe(0)
    expect(watch(0, (x) => x + 1, 5000).since(1)).toBe(Number.POSITIVE_INFINITY)
    expect(watch(Number.NaN, (x) => x, 100).period(1)).toBe(0)
  })

  it('tells -0 from 0, and compares every component', () => {
    expect(watch(0, (x) => -x, 20).period(1)).toBe(2)
    const watched = new Repetition(1, 2)
    for (let step = 0; step < 50; step++)
      watched.look([Float64Array.of(step % 2), Float32Array.of(step % 3)], 0, step)
    expect(watched.period(0)).toBe(6)
  })

  it('forgets when it is reset', () => {
    const found = watch(0, rho(1, 2), 40)
    found.reset()
    expect(found.period(1)).toBe(0)
  })
})
