import { expect, it } from 'vitest'
import { createStepTimes } from './step-times.ts'

it('adds the time step once a step, rounding each time', () => {
  const timeOf = createStepTimes(0.1)
  expect(timeOf(0)).toBe(0)
  expect(timeOf(3)).toBe(0.1 + 0.1 + 0.1)
  // Ten tenths are less than one when they are added one by one.
  expect(timeOf(10)).toBe(0.9999999999999999)
})

it('gives the same time in whatever order steps are asked for', () => {
  const times = [0]
  for (let step = 1; step <= 2000; step++) times.push(times[step - 1] + 0.01)
  const timeOf = createStepTimes(0.01)
  for (const step of [1999, 0, 255, 256, 257, 512, 2000, 1]) expect(timeOf(step)).toBe(times[step])
  for (let step = 0; step <= 2000; step++) expect(timeOf(step)).toBe(times[step])
})
