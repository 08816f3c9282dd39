import { expect, it } from 'vitest'
import { Extent } from './extent.ts'

/** The scale of one member whose states are these rows. */
function scaleOf(states: readonly (readonly number[])[], periods?: readonly number[]): number {
  const extent = new Extent(1, states[0].length, 1000, periods)
  const columns = (state: readonly number[]) => state.map((x) => Float64Array.of(x))
  extent.begin(columns(states[0]), 1)
  for (const state of states.slice(1)) extent.look(columns(state), 0)
  return extent.scale(0)
}

it('is the diagonal of the box that holds the states', () => {
  expect(
    scaleOf([
      [1, 2],
      [4, 0],
      [2, 6],
    ]),
  ).toBe(Math.hypot(3, 6))
  expect(
    scaleOf([
      [0, 0],
      [Number.NaN, 3],
      [4, Number.POSITIVE_INFINITY],
    ]),
  ).toBe(5)
})

it('takes an angle for no farther than half of its period', () => {
  expect(scaleOf([[0], [1000]], [6])).toBe(3)
  expect(scaleOf([[0], [2]], [6])).toBe(2)
})

it('is the length of a state that stays, and 1 at the origin', () => {
  expect(
    scaleOf([
      [3, 4],
      [3, 4],
    ]),
  ).toBe(5)
  expect(
    scaleOf([
      [0, 0],
      [0, 0],
    ]),
  ).toBe(1)
})

it('looks some 64 times in a rollout', () => {
  expect(new Extent(1, 1, 6400).every).toBe(100)
  expect(new Extent(1, 1, 3).every).toBe(1)
})
