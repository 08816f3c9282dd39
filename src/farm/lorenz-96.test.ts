// All 40 exponents of Lorenz-96: 40 tangent vectors of 40 places, some 56,000 operations a step.

import { expect, it } from 'vitest'
import { catalogue, defineSweep, sceneOfEntry, spectrum } from '../index.ts'
import { measured } from './measured.fixture.ts'

const SIZE = 40
const entry = catalogue.find(({ id }) => id === 'lorenz96_N40_F8_spectrum')!
const scene = sceneOfEntry(entry)

/** A neighbour starts 2e-6 away in one place, which is forgotten after some 10 units of time. */
const sweep = (count: number, rollout: { steps: number; discard: number }, every: number) =>
  defineSweep({
    scene,
    rollout,
    replicas: { count, perturb: 'x[3]', ulps: 2 ** 30 },
    measures: { all: spectrum(SIZE, { every }) },
  } as Parameters<typeof defineSweep>[0])

it('has 40 exponents with sum -40, 13 of them positive, and dimension 27', () => {
  const runs = measured(sweep(4, { steps: 3000, discard: 1000 }, 20))
  const mean = (name: string) => runs.reduce((sum, run) => sum + run[name], 0) / runs.length
  const error = (name: string) =>
    Math.sqrt(runs.reduce((sum, run) => sum + run[`${name}_error`] ** 2, 0)) / runs.length
  // The field's divergence is -40 everywhere; the sum of the exponents differs by what rk4 errs.
  for (const { all_sum, all_sum_residual } of runs) {
    expect(all_sum - all_sum_residual).toBeCloseTo(-40, 11)
    expect(Math.abs(all_sum_residual)).toBeLessThan(4e-5)
  }
  const { exponents, errors } = entry.computed!
  for (const [j, known] of exponents.entries()) {
    const allowed = 4 * Math.hypot(error(`all_${j + 1}`), errors[j]!) + 1e-4
    expect(Math.abs(mean(`all_${j + 1}`) - known), `exponent ${j + 1}`).toBeLessThan(allowed)
  }
  // E. N. Lorenz, K. A. Emanuel, J. Atmos. Sci. 55 (1998): a fractal dimension of 27.1.
  expect(Math.abs(mean('all_dimension') - 27.1)).toBeLessThan(4 * error('all_dimension'))
  expect(error('all_dimension')).toBeLessThan(0.5)
  expect(Math.abs(mean('all_1') - 1.69)).toBeLessThan(0.15)
  for (let j = SIZE / 2; j < SIZE; j++) expect(mean(`all_${j + 1}`)).toBeLessThan(0)
  expect(Math.abs(mean('all_zero'))).toBeLessThan(2 * error('all_zero') + 1e-9)
})

it('has the same bits on js', () => {
  const short = sweep(1, { steps: 40, discard: 0 }, 4)
  const [js] = measured(short, 'js')
  expect([js]).toEqual(measured(short, 'wasm'))
  expect(js.all_sum).toBeCloseTo(-40, 3)
})
