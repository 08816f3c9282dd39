import { expect, test } from 'vitest'
import { compareRate, compareVerdict } from './reference.ts'

test('a rate is within four combined standard errors and 1e-4', () => {
  expect(compareRate(1, 0.03, 1.2, 0.04)).toEqual({ sigmas: expect.closeTo(4, 12), within: true })
  expect(compareRate(1, 0.03, 1.201, 0.04).within).toBe(false)
  // The integrator's own error counts where there is no other.
  expect(compareRate(1, 0, 1.00009, 0)).toEqual({ sigmas: Number.NaN, within: true })
  expect(compareRate(1, 0, 1.00011, 0).within).toBe(false)
  expect(compareRate(1, Number.NaN, 1.2, 0.05)).toEqual({
    sigmas: expect.closeTo(4, 12),
    within: true,
  })
})

test('an infinite rate is equal or out of bounds, and NaN never within', () => {
  const { NEGATIVE_INFINITY: none, NaN: nan } = Number
  expect(compareRate(none, nan, none, 0)).toEqual({ sigmas: 0, within: true })
  expect(compareRate(-3, 0.1, none, 0).within).toBe(false)
  expect(compareRate(none, nan, -3, 0.1).within).toBe(false)
  expect(compareRate(nan, nan, 1, 0.1).within).toBe(false)
})

test('a run too short to tell is no other verdict', () => {
  expect(compareVerdict('chaotic', 'chaotic', 0.1, 0.9)).toBe('same')
  expect(compareVerdict('not-converged', 'chaotic', 0.1, 0.9)).toBe('unsure')
  expect(compareVerdict('regular', 'chaotic', 0.1, 0.9)).toBe('other')
  expect(compareVerdict('regular', 'chaotic', 0.4, 0.9)).toBe('unsure')
  expect(compareVerdict('contracting', 'chaotic', 0.4, 0.9)).toBe('other')
  expect(compareVerdict('regular', 'collapsed', 0.1, undefined)).toBe('other')
})
