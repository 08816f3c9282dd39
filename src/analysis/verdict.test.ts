import { describe, expect, it } from 'vitest'
import { GrowthSeries } from './growth-series.ts'
import { lyapunov } from './lyapunov.ts'
import { autoregression, henonLengths, lorenzLengths } from './plain-chaos.fixture.ts'
import { describeVerdict, VERDICTS, verdictOf } from './verdict.ts'

function verdict(lengths: number[], facts: { escaped?: boolean; repeated?: boolean } = {}) {
  const series = new GrowthSeries(1, 1)
  for (const length of lengths) series.add(0, [length])
  const estimate = lyapunov(series, 0, 0, 1)
  return verdictOf({
    estimate,
    escaped: facts.escaped ?? false,
    repeated: facts.repeated ?? false,
  })
}

/** Lengths after each interval of a vector whose length at time t is given. */
const along = (count: number, length: (t: number) => number) =>
  Array.from({ length: count }, (_, k) => length(k + 1) / length(k))

/** Lengths of a tangent of x -> r x (1 - x). */
function logistic(r: number, x: number, count: number): number[] {
  for (let k = 0; k < 1000; k++) x = r * x * (1 - x)
  return Array.from({ length: count }, () => {
    const length = Math.abs(r * (1 - 2 * x))
    x = r * x * (1 - x)
    return length
  })
}

describe('the verdict', () => {
  it('is stored as numbers that do not change', () => {
    expect(Object.fromEntries(VERDICTS.map((name, code) => [name, code]))).toEqual({
      chaotic: 0,
      regular: 1,
      contracting: 2,
      superstable: 3,
      collapsed: 4,
      escaped: 5,
      'not-converged': 6,
    })
  })

  it('is chaotic for Henon, Lorenz and the logistic map at 3.9', () => {
    expect(verdict(henonLengths(1, 500))).toBe('chaotic')
    expect(verdict(lorenzLengths(1, 100))).toBe('chaotic')
    expect(verdict(logistic(3.9, 0.3, 1000))).toBe('chaotic')
  })

  it('is contracting for fixed points and cycles of maps', () => {
    for (const r of [2.5, 3.2, 3.5, 3.83])
      expect(verdict(logistic(r, 0.3, 2000)), `r = ${r}`).toBe('contracting')
    expect(verdict(along(200, (t) => Math.exp(-0.2 * t) * (2 + Math.sin(3 * t))))).toBe(
      'contracting',
    )
  })

  it('is regular for bounded growth and power laws, however long', () => {
    for (const count of [20, 100, 1000, 100_000]) {
      expect(verdict(along(count, (t) => 2 + Math.sin(2.3 * t))), `bounded ${count}`).toBe(
        'regular',
      )
      for (const degree of [1, 2, 3])
        for (const unit of [0.1, 1, 10])
          expect(
            verdict(along(count, (t) => (1 + t / unit) ** degree)),
            `t^${degree} / ${unit}, ${count}`,
          ).toBe('regular')
    }
  })

  it('is not-converged where a rate is lost in its error, or a run too short', () => {
    const lost = autoregression(7, 10_000, 0).map((x) => Math.exp(x + 1e-3))
    expect(verdict(lost)).toBe('not-converged')
    expect(verdict(Array(20).fill(Math.exp(0.3)))).toBe('not-converged')
    expect(verdict([2, 2, 2])).toBe('not-converged')
    expect(verdict([])).toBe('not-converged')
  })

  it('is not regular where growth happened to come to little, but may not again', () => {
    // Twenty nats up and down, in which a rate of 0.05 an interval is lost.
    for (let seed = 1; seed <= 200; seed++) {
      const lost = autoregression(seed, 200, 0).map((x) => Math.exp(2 * x + 0.05))
      expect(verdict(lost), `seed ${seed}`).not.toBe('regular')
    }
  })

  it('is collapsed where a state repeats although neighbours part', () => {
    expect(verdict(Array(200).fill(2), { repeated: true })).toBe('collapsed')
    expect(verdict(logistic(3.2, 0.3, 2000), { repeated: true })).toBe('contracting')
    expect(
      verdict(
        along(1000, (t) => 2 + Math.sin(t)),
        { repeated: true },
      ),
    ).toBe('regular')
  })

  it('is superstable for a length of 0, and escaped for a state that is not finite', () => {
    expect(verdict([1, 0, 1])).toBe('superstable')
    expect(verdict(logistic(2, 0.5, 50))).toBe('superstable')
    expect(verdict(Array(100).fill(2), { escaped: true })).toBe('escaped')
  })

  it('has a sentence for people', () => {
    const sentences = VERDICTS.map((name) => describeVerdict(name, 'map'))
    expect(new Set(sentences).size).toBe(VERDICTS.length)
    expect(describeVerdict('contracting', 'flow')).toBe('falls to a fixed point')
  })
})
