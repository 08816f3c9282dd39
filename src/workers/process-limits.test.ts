import { describe, expect, it } from 'vitest'
import { defaultMemory, refuseLargeWorlds, TimeLimit } from './process-limits.ts'
import { rotor } from './rotor.fixture.ts'

const having = (times: readonly number[], limit: TimeLimit) => {
  for (const ms of times) limit.finished(ms)
  return limit
}

describe('the time of a rollout', () => {
  it('is unlimited where nothing is said, as long as it shows signs of life', () => {
    const limit = new TimeLimit(undefined)
    expect(limit.overdue(1e9, 59_999)).toBeUndefined()
    expect(limit.overdue(60_001, 60_001)).toBe('took no step for 60 s; --timeout may allow more')
    // Ten times the median where that is more.
    having(Array(9).fill(12_000), limit)
    expect(limit.overdue(1e9, 119_000)).toBeUndefined()
    expect(limit.overdue(1e9, 121_000)).toContain('no step for 120 s')
  })

  it('is that of the whole rollout where seconds are said', () => {
    const limit = new TimeLimit({ seconds: 0.5 })
    expect(limit.overdue(499, 499)).toBeUndefined()
    expect(limit.overdue(501, 0)).toBe('took longer than 0.5 s')
    expect(new TimeLimit({ seconds: 1e4 }).overdue(61_000, 61_000)).toBeUndefined()
  })

  it('is relative to the median of those that finished, once there are eight', () => {
    const limit = having([9e9, 1, 4000, 4000, 4000, 4000, 2], new TimeLimit({ percent: 300 }))
    expect(limit.overdue(59_000, 59_000)).toBeUndefined()
    // A rollout among the first eight may hang as well.
    expect(limit.overdue(61_000, 61_000)).toContain('no step for 60 s')
    limit.finished(4000)
    expect(limit.overdue(12_001, 0)).toBe('took longer than 12 s')
    expect(limit.overdue(11_999, 11_999)).toBeUndefined()
  })

  it('takes the middle one of those that finished, and forgets all but the latest 255', () => {
    const limit = having([1, 2, 3, 4, 5, 6, 7, 8, 9], new TimeLimit(undefined))
    expect(limit.median).toBe(5)
    // All but 200 of the latest are long ago.
    expect(having([...Array(400).fill(1), ...Array(200).fill(50)], limit).median).toBe(50)
  })

  it('is never relative below a second, and follows the latest rollouts', () => {
    const limit = having(Array(9).fill(0.1), new TimeLimit({ percent: 200 }))
    expect(limit.overdue(999, 0)).toBeUndefined()
    expect(limit.overdue(1001, 0)).toBe('took longer than 1 s')
    having(Array(300).fill(5000), limit)
    expect(limit.median).toBe(5000)
  })
})

describe('the memory of a lane', () => {
  it('is an equal part of half of the machine, at most 4 GiB', () => {
    expect(defaultMemory(1)).toBeLessThanOrEqual(4096)
    expect(defaultMemory(1024)).toBeLessThanOrEqual(defaultMemory(1) / 2)
  })

  it('must hold the worlds of a rollout, where their size is declared', () => {
    const engine = { module: '', code: '', scene: 'large', engine: '', bytes: 100 * 2 ** 20 }
    const twin = { metric: 'sound', component: 0, ulps: 1, stride: 1 } as const
    const task = { ...rotor, engine, divergences: [], rescalings: [] }
    expect(() => refuseLargeWorlds(task, 100)).not.toThrow()
    expect(() => refuseLargeWorlds(task, 99)).toThrow(
      'a world takes 100 MB, and a lane has 99 MB; give it more by --memory 100, or use fewer',
    )
    const twins = { ...task, divergences: [twin], rescalings: [{ distance: 1, every: 1 }] }
    expect(() => refuseLargeWorlds(twins, 299)).toThrow('a world and its twins take 300 MB')
    expect(() => refuseLargeWorlds({ ...task, engine: undefined }, 1)).not.toThrow()
  })
})
