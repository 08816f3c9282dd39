import { expect, test } from 'vitest'
import { createFakePool } from '../workers/fake.ts'
import { type RunOptions, runSweep } from './coordinator.ts'
import { createMemoryJournal, type Journal } from './journal.ts'
import { merkleRoot } from './merkle.ts'
import { crashed, type Deaths } from './narrowing.ts'
import { STATUS_NAMES } from './status.ts'
import { createSwingKernel, swingPlan } from './swing.fixture.ts'

const plan = swingPlan()
const rootOf = (journal: Journal) => merkleRoot(plan.digest, plan.rollouts, journal.read()).root
const jobSize = { count: 10, batch: 4 }

async function run(deaths: Deaths | undefined, options: Partial<RunOptions> = {}) {
  const pool = createFakePool(createSwingKernel)
  const journal = options.journal ?? createMemoryJournal()
  const result = await runSweep({ plan, pool, journal, now: () => 0, jobSize, deaths, ...options })
  return { pool, journal, result, jobs: pool.jobs.map(({ from, count }) => [from, count]) }
}

test('suspects go first, one at a time, and the rest as ever, to the same bits', async () => {
  const plain = await run(undefined)
  const told: string[] = []
  const watch = {
    begun: ({ from, count }: { from: number; count: number }) => told.push(`${from}+${count}`),
    ended: ({ from }: { from: number }) => told.push(`end ${from}`),
    cleared: () => told.push('cleared'),
  }
  const { jobs, journal } = await run(
    { suspects: [{ from: 20, count: 3 }], crashed: [] },
    { watch },
  )
  const first = [20, 21, 22]
  expect(jobs.slice(0, 3)).toEqual(first.map((from) => [from, 1]))
  expect(told.slice(0, 7)).toEqual([...first.flatMap((n) => [`${n}+1`, `end ${n}`]), 'cleared'])
  expect(jobs.slice(3)).toEqual([
    [0, 10],
    [10, 10],
    [23, 10],
    [33, 10],
    [43, 2],
  ])
  expect(rootOf(journal)).toBe(rootOf(plain.journal))
})

test('a long suspect is run in a sixteenth at a time', async () => {
  const { jobs } = await run({ suspects: [{ from: 0, count: 40 }], crashed: [] })
  expect(jobs.slice(0, 3)).toEqual([
    [0, 3],
    [3, 3],
    [6, 3],
  ])
})

test('a rollout that crashed is recorded without being run, and the run goes on', async () => {
  const journal = createMemoryJournal()
  const deaths = { suspects: [{ from: 6, count: 3 }], crashed: [7] }
  const { jobs, result } = await run(deaths, { journal })
  expect(jobs.slice(0, 2)).toEqual([
    [6, 1],
    [8, 1],
  ])
  expect(result).toMatchObject({ done: 45, fresh: 45, failed: 1, aborted: false })
  expect(result.counts[STATUS_NAMES.indexOf('crashed')]).toBe(1)
  expect(journal.find(7)).toEqual(crashed(plan.task, 7))
  expect((await run(deaths, { journal })).result).toMatchObject({ done: 45, fresh: 0 })
})

test('suspects of another shard or past the end are left alone', async () => {
  const deaths = { suspects: [{ from: 40, count: 40 }], crashed: [99] }
  const { jobs, result } = await run(deaths, { shard: { index: 1, of: 2 } })
  expect(jobs.every(([from, count]) => from + count <= 24)).toBe(true)
  expect(result.done).toBe(result.total)
})

test('a pool that fails at a suspect ends the run, unless the run is ending anyway', async () => {
  const deaths = { suspects: [{ from: 20, count: 3 }], crashed: [] }
  const closed = new Error('the pool was closed')
  const failing = () => createFakePool(createSwingKernel, { outcome: () => ({ fail: closed }) })
  const broken = failing()
  await expect(run(deaths, { pool: broken })).rejects.toBe(closed)
  expect(broken.jobs).toHaveLength(1)
  const controller = new AbortController()
  const pool = failing()
  const watch = { begun: () => controller.abort(), ended() {}, cleared: () => told.push('cleared') }
  const told: string[] = []
  const { result } = await run(deaths, { pool, watch, signal: controller.signal })
  expect(result).toMatchObject({ done: 0, aborted: true })
  // The next suspect is not begun, and none is cleared.
  expect([pool.jobs.length, told]).toEqual([1, []])
})
