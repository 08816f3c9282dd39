// What a spectrum says of itself, for every system of the catalogue whose whole spectrum is short:
// its sum is the mean divergence or log-determinant, and a flow's zero exponent is 0.

import { describe, expect, it } from 'vitest'
import { type CatalogueEntry, catalogue, defineSweep, sceneOfEntry, spectrum } from '../index.ts'
import { measured } from './measured.fixture.ts'

const STEPS = 30_000
const sizeOf = ({ scene }: CatalogueEntry) => Object.values(scene.state).flat().length
const entries = catalogue.filter((entry) => sizeOf(entry) <= 10)

function whole(entry: CatalogueEntry, steps: number, rest: object = {}) {
  const size = sizeOf(entry)
  return defineSweep({
    scene: sceneOfEntry(entry),
    rollout: { steps, discard: Math.floor(steps / 10) },
    measures: { all: spectrum(size) },
    ...rest,
  } as Parameters<typeof defineSweep>[0])
}

const found = entries.map((entry) => {
  const [{ all_sum, all_sum_residual, all_zero, all_zero_error }] = measured(whole(entry, STEPS))
  const residual = all_sum_residual
  return { entry, sum: all_sum, residual, zero: all_zero, error: all_zero_error }
})

describe('the sum of all exponents', () => {
  it.each(found.filter(({ entry }) => entry.kind === 'flow'))(
    'of $entry.id is the mean divergence, up to what rk4 errs',
    ({ entry, sum, residual }) => {
      // The most: 2e-6 of 25, hyperchaotic Rössler, whose fourth exponent is -25.
      expect(Math.abs(residual)).toBeLessThan(5e-6 * (1 + Math.abs(sum)))
      if (entry.sumRule !== undefined) expect(sum - residual).toBeCloseTo(entry.sumRule, 11)
    },
  )

  it.each(found.filter(({ entry }) => entry.kind === 'map'))(
    'of $entry.id is the mean log-determinant, but for rounding',
    ({ entry, sum, residual }) => {
      if (entry.class === 'superstable') {
        expect([sum, residual]).toEqual([Number.NEGATIVE_INFINITY, Number.NaN])
        return
      }
      expect(Math.abs(residual)).toBeLessThan(1e-14 * (1 + Math.abs(sum)))
      if (entry.sumRule !== undefined) expect(sum).toBeCloseTo(entry.sumRule, 13)
    },
  )

  it('comes nearer with the fourth power of dt', () => {
    const lorenz = entries.find(({ id }) => id === 'lorenz63')!
    const [far, near] = [1, 2].map((parts) => {
      const rollout = { steps: 20_000 * parts, discard: 2000 * parts, dt: 0.01 / parts }
      return measured(whole(lorenz, 0, { rollout }))[0].all_sum_residual
    })
    expect(far / near).toBeGreaterThan(14)
    expect(far / near).toBeLessThan(36)
  })
})

describe('the zero exponent', () => {
  const isFree = ({ kind, driven, class: c }: CatalogueEntry) =>
    kind === 'flow' && !driven && c !== 'fixed_point'

  it('is told of flows that are left alone and end in no fixed point', () => {
    for (const { entry, zero } of found)
      expect([entry.id, !Number.isNaN(zero)]).toEqual([entry.id, isFree(entry)])
  })

  it('is within two errors of 0 for at least 28 systems, and within four for all', () => {
    const free = found.filter(({ entry }) => isFree(entry))
    // The harmonic oscillator has no fluctuation; rk4 damps it by 7e-13.
    const within = (errors: number, floor: number) =>
      free.filter(({ zero, error }) => Math.abs(zero) <= errors * error + floor)
    expect(free.length).toBeGreaterThanOrEqual(31)
    expect(within(2, 1e-9).length).toBeGreaterThanOrEqual(28)
    expect(free.filter((one) => !within(4, 1e-9).includes(one))).toEqual([])
  })
})

it.each([
  'lorenz84_0.25_4_8_1',
  'henon_1.4_0.3',
  'duffing_chaostools301_d0.2_f0.3',
  'folded_towel',
])('the columns of %s have the same bits on js and wasm, in f64 and f32', (id) => {
  const entry = entries.find((one) => one.id === id)!
  const perturb = Object.keys(entry.scene.state)[0]!
  for (const precision of ['f64', 'f32'] as const) {
    const sweep = whole(entry, 500, { precision, replicas: { count: 3, perturb, ulps: 1e5 } })
    const js = measured(sweep, 'js')
    expect(measured(sweep, 'wasm')).toEqual(js)
    for (const { all_sum, all_sum_residual } of js) {
      const allowed = precision === 'f64' ? 1e-6 : 1e-3
      expect(Math.abs(all_sum_residual)).toBeLessThan(allowed * (1 + Math.abs(all_sum)))
    }
  }
})
