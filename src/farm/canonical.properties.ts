import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linspace, values } from './axes.ts'
import { floatOfText, floatText } from './canonical.ts'
import { changedField } from './changed-field.ts'
import { swingPlan } from './swing.fixture.ts'

test('a number comes back from its text with the same bits, and NaN has one text', () => {
  fc.assert(
    fc.property(fc.double(), (x) => {
      expect(floatOfText(floatText(x))).toBe(x)
      expect(floatText(x)).toMatch(/^f64:[0-9a-f]{16}$/)
    }),
  )
  expect(floatText(-0)).toBe('f64:8000000000000000')
  expect(floatText(Number.NaN)).toBe('f64:7ff8000000000000')
  expect(floatOfText('3ff0000000000000')).toBeUndefined()
})

const settings = fc.record({
  steps: fc.integer({ min: 30, max: 40 }),
  dt: fc.double({ min: 1e-300, max: 1, noNaN: true }),
  discard: fc.integer({ min: 0, max: 3 }),
})
const axes = fc.record({
  v: fc.tuple(fc.integer(), fc.integer(), fc.integer({ min: 1, max: 9 })),
  gain: fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), {
    minLength: 1,
    maxLength: 3,
  }),
})
const sweep = fc.tuple(settings, axes, fc.constantFrom('a', 'b'))

function formOf([rollout, { v, gain }, seed]: typeof sweep extends fc.Arbitrary<infer T>
  ? T
  : never) {
  const plan = swingPlan({ rollout, axes: { v: linspace(...v), gain: values(gain) }, seed })
  return plan.canonical
}

test('a form survives JSON, and equal settings have equal forms', () => {
  fc.assert(
    fc.property(sweep, (settings) => {
      const form = formOf(settings)
      expect(JSON.stringify(JSON.parse(form))).toBe(form)
      expect(formOf(structuredClone(settings))).toBe(form)
    }),
    { numRuns: 50 },
  )
})

test('two forms differ exactly when a changed field can be named', () => {
  fc.assert(
    fc.property(sweep, sweep, (a, b) => {
      const change = changedField(formOf(a), formOf(b))
      const text = (settings: unknown) =>
        JSON.stringify(settings, (_, x) => (Object.is(x, -0) ? '-0' : x))
      if (text(a) === text(b)) expect(change).toBeUndefined()
      else expect(change).toMatch(/^(rollout|axes|seed)/)
    }),
    { numRuns: 100 },
  )
})
