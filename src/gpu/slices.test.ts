import { expect, test } from 'vitest'
import { createSlices, SLICE_MS } from './slices.ts'

/** Steps and milliseconds of each slice on a device that takes `ms` for so many steps. */
function script(members: number, slices: number, ms: (steps: number, at: number) => number) {
  const sizes = createSlices()
  return Array.from({ length: slices }, (_, at) => {
    const steps = sizes.next(members)
    const took = ms(steps, at)
    sizes.took(members, steps, took)
    return { steps, ms: took }
  })
}

test.each([
  ['a slow device', 1e3, 5e-3],
  ['a fast one', 1e4, 1e-7],
])('slices on %s come to last what is aimed at', (_, members, perStep) => {
  const { ms, steps } = script(members, 20, (n) => n * members * perStep).at(-1)!
  if (steps > 1) expect(ms).toBeGreaterThan(SLICE_MS / 2)
  expect(ms).toBeLessThanOrEqual(Math.max(SLICE_MS, members * perStep))
})

test('the first slices are short, and none is more than four times the one before', () => {
  const found = script(1e3, 12, () => 0)
  expect(found[0].steps).toBe(16)
  for (const [i, { steps }] of found.entries())
    if (i > 0) expect(steps / found[i - 1].steps).toBeLessThanOrEqual(4.1)
})

test('one slice that took too long is followed by one that will not', () => {
  const found = script(1e3, 12, (n, at) => (at < 8 ? 1e-3 : 1) * n)
  const [quick, slow, next] = found.slice(7)
  expect(quick.ms).toBeLessThan(SLICE_MS + 1)
  expect(slow.ms).toBeGreaterThan(100 * SLICE_MS)
  expect(next.ms).toBeLessThanOrEqual(SLICE_MS)
})

test('a slice takes a step at least, and a batch of nobody is no division by zero', () => {
  const sizes = createSlices()
  expect(sizes.next(1e9)).toBe(1)
  expect(sizes.next(0)).toBeLessThan(Number.POSITIVE_INFINITY)
  sizes.took(1e9, 1, 1e9)
  expect(sizes.next(1e9)).toBe(1)
})
