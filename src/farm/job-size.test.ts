import { expect, test } from 'vitest'
import { createJobSizer, type JobSize } from './job-size.ts'

/** Simulates a pool that needs `costMs` of a lane for each rollout, one job after another. */
function simulate(costMs: number, lanes: number, rolloutBytes: number, jobs: number) {
  let time = 0
  const sizer = createJobSizer({ lanes, rolloutBytes, now: () => time })
  const sizes: JobSize[] = []
  for (let i = 0; i < jobs; i++) {
    const size = sizer.next()
    sizes.push(size)
    time += (size.count * costMs) / lanes
    sizer.finished(size.count)
  }
  return sizes
}

test('the first job has one rollout a lane, and sizes grow eightfold at most', () => {
  const sizes = simulate(0.1, 4, 50, 12)
  expect(sizes[0]).toEqual({ count: 4, batch: 1 })
  for (let i = 1; i < sizes.length; i++) {
    expect(sizes[i].count).toBeLessThanOrEqual(8 * sizes[i - 1].count)
  }
})

test('jobs come to take about 200 ms, and batches at least 10 ms of a lane', () => {
  for (const costMs of [0.1, 2, 15]) {
    for (const lanes of [1, 2, 8]) {
      const { count, batch } = simulate(costMs, lanes, 50, 12).at(-1)!
      expect((count * costMs) / lanes).toBeGreaterThan(150)
      expect((count * costMs) / lanes).toBeLessThan(250)
      expect(batch * costMs).toBeGreaterThanOrEqual(10)
      // No lane is left without a batch.
      expect(batch).toBeLessThanOrEqual(Math.ceil(count / lanes))
    }
  }
})

test('batches and jobs are whole groups of what a kernel steps at once', () => {
  for (const [costMs, group] of [
    [0.01, 24],
    [0.0723, 24],
    [0.3, 24],
    [3, 24],
    [20, 4],
  ]) {
    for (const lanes of [1, 2, 8]) {
      const { count, batch } = simulate(costMs, lanes, 5, 12).at(-1)!
      expect(batch % group).toBe(0)
      // A job of few batches rather has a ragged one than lasts less.
      if (count >= 8 * batch) expect(count % batch).toBe(0)
    }
  }
})

test('rollouts of an hour go out one a lane', () => {
  expect(simulate(3_600_000, 4, 50, 5).at(-1)).toEqual({ count: 4, batch: 1 })
})

test('a job never holds more than 1 MiB or 32768 rollouts, and at least one', () => {
  expect(simulate(1e-6, 2, 30, 20).at(-1)?.count).toBe(2 ** 15)
  const { count } = simulate(1e-3, 2, 40_000, 20).at(-1)!
  expect(count * 40_000).toBeLessThanOrEqual(2 ** 20)
  expect(simulate(1, 2, 1e9, 3).at(-1)?.count).toBe(1)
})

test('a clock that stands still keeps the sizes small', () => {
  const sizer = createJobSizer({ lanes: 2, rolloutBytes: 50, now: () => 7 })
  sizer.finished(2)
  sizer.finished(2)
  expect(sizer.next()).toEqual({ count: 2, batch: 1 })
})
