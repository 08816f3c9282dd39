import { expect, test } from 'vitest'
import { chooseSample, splitSample } from './sample.ts'
import { swingPlan } from './swing.fixture.ts'

const plan = { ...swingPlan(), rollouts: 3000 }
const covered = [
  { from: 0, count: 1000 },
  { from: 1500, count: 1500 },
]
const chosenOf = ({ chosen }: { chosen(rollout: number): boolean }) =>
  covered.flatMap(({ from, count }) =>
    Array.from({ length: count }, (_, i) => from + i).filter((rollout) => chosen(rollout)),
  )

test.each([1e-9, 0.5, 1, 10, 100])('two parts of a sample of %s %% make it up', (percent) => {
  const whole = chooseSample(plan, covered, percent)
  const { few, rest } = splitSample(plan, covered, percent, 0.125)
  const [all, fewer, others] = [whole, few, rest].map(chosenOf)
  expect([...fewer, ...others].sort((a, b) => a - b)).toEqual(all)
  expect([whole.count, few.count, rest.count]).toEqual([all.length, fewer.length, others.length])
  expect(few.count).toBeGreaterThan(0)
  if (percent >= 10) expect(few.count / whole.count).toBeCloseTo(0.125, 1)
})

test('a part of nothing has one rollout, a part of all has all, and nothing has none', () => {
  expect(splitSample(plan, covered, 50, 0).few.count).toBe(1)
  expect(splitSample(plan, covered, 50, 1).rest.count).toBe(0)
  expect(splitSample(plan, [], 50, 0.5)).toMatchObject({ few: { count: 0 }, rest: { count: 0 } })
})
