import fc from 'fast-check'
import { expect, it } from 'vitest'
import { soundDivergence } from './sound-divergence.ts'

const COUNT = 300
const rates = fc.double({ min: 0.5, max: 2, noNaN: true })

/** c exp(rate t), with a fixed wobble of a few percent as real curves have, 30 units of time. */
function curve(initial: number, rate: number, shift = 0, unit = 1) {
  const times = Array.from({ length: COUNT }, (_, k) => (k + 1) / 10)
  const distances = times.map((t) => {
    const wobble = 1 + 0.03 * Math.sin(7.3 * t)
    return unit * Math.min(initial * Math.exp(rate * t) * wobble, 20)
  })
  const facts = { start: shift, initial: unit * initial, scale: unit * 20, nudged: true }
  return soundDivergence({ ...facts, times: times.map((t) => shift + t), distances })
}

it('gives the rate of c exp(rate t), within its error and a little', () => {
  fc.assert(
    fc.property(rates, fc.integer({ min: -16, max: -8 }), (rate, power) => {
      const found = curve(10 ** power, rate)
      expect(found).toMatchObject({ cause: 'chaos', model: 'exponential' })
      expect(Math.abs(found.rate - rate)).toBeLessThan(4 * found.rateError + 0.01 * rate)
    }),
  )
})

it('does not depend on when the rollouts began', () => {
  fc.assert(
    fc.property(rates, fc.integer({ min: -1024, max: 1024 }), (rate, shift) => {
      const [a, b] = [curve(1e-4, rate), curve(1e-4, rate, shift)]
      expect(b.cause).toBe(a.cause)
      expect(Math.abs(b.rate - a.rate)).toBeLessThan(1e-9)
      expect(Math.abs(b.horizon - a.horizon)).toBeLessThan(1e-9)
    }),
  )
})

it('does not depend on the unit of distance', () => {
  fc.assert(
    fc.property(rates, fc.integer({ min: -100, max: 100 }), (rate, power) => {
      const [a, b] = [curve(1e-4, rate), curve(1e-4, rate, 0, 2 ** power)]
      expect(b.cause).toBe(a.cause)
      expect(b.rise).toEqual(a.rise)
      expect(Math.abs(b.rate - a.rate)).toBeLessThan(1e-9)
      expect(b.horizon).toBe(a.horizon)
    }),
  )
})
