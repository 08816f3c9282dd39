import { expect, test } from 'vitest'
import { createFakePool, type Script } from '../workers/fake.ts'
import { type RunOptions, runSweep } from './coordinator.ts'
import { bitsOf } from './journal.cases.ts'
import { createMemoryJournal, type Journal, JournalError } from './journal.ts'
import type { Plan } from './plan.ts'
import { createSwingKernel, swingPlan } from './swing.fixture.ts'

const plan = swingPlan()
const pool = (script: Script = {}) => createFakePool(createSwingKernel, script)
const jobSize = { count: 10, batch: 4 }

/** A clock that moves on by one at each look. */
function ticking() {
  let time = 0
  return () => time++
}

function run(options: Partial<RunOptions> & { plan?: Plan } = {}) {
  const journal = options.journal ?? createMemoryJournal()
  return runSweep({ plan, pool: pool(), journal, now: ticking(), jobSize, ...options })
}

test('a run records every rollout once and counts how they ended', async () => {
  const journal = createMemoryJournal()
  const seen: number[] = []
  const result = await run({ journal, progress: ({ done }) => seen.push(done) })
  expect(journal.covered()).toEqual([{ from: 0, count: 45 }])
  expect(seen).toEqual([0, 10, 20, 30, 40, 45])
  expect(result).toMatchObject({ total: 45, done: 45, fresh: 45, failed: 0, aborted: false })
  expect(result.counts).toEqual(journal.counts())
  expect(result.counts.reduce((a, b) => a + b)).toBe(45)
  // The scene's inputs are such that all three ways to end occur.
  expect(result.counts.slice(1, 4).every((count) => count > 0)).toBe(true)
})

test('every rollout of a job has the inputs of its cell', async () => {
  const used = pool()
  await run({ pool: used, jobSize: { count: 7, batch: 2 } })
  for (const { from, count, inputs } of used.jobs) {
    for (let i = 0; i < count; i++) {
      const cell = plan.cells.at(Math.floor((from + i) / plan.replicas))
      expect(inputs.map((column) => column[i])).toEqual(cell)
    }
  }
  expect(used.jobs.map(({ count }) => count)).toEqual([7, 7, 7, 7, 7, 7, 3])
})

test('a second run over the same journal opens no pool and changes nothing', async () => {
  const journal = createMemoryJournal()
  const first = await run({ journal })
  const before = bitsOf(journal.read())
  const idle = pool()
  const second = await run({ journal, pool: idle })
  expect(second).toMatchObject({ done: 45, fresh: 0, aborted: false, counts: first.counts })
  expect(idle.jobs).toEqual([])
  expect(bitsOf(journal.read())).toEqual(before)
})

test('a shard runs its own rollouts alone', async () => {
  const journal = createMemoryJournal()
  expect(await run({ journal, shard: { index: 2, of: 2 } })).toMatchObject({ total: 21, done: 21 })
  expect(journal.covered()).toEqual([{ from: 24, count: 21 }])
  expect(await run({ journal, shard: { index: 1, of: 2 } })).toMatchObject({ total: 24, fresh: 24 })
  expect(journal.covered()).toEqual([{ from: 0, count: 45 }])
})

test('the window of jobs is kept full, and never exceeded', async () => {
  const running = { now: 0, most: 0 }
  const narrow = pool({ window: 3, delay: () => 5 })
  const answer = narrow.run.bind(narrow)
  narrow.run = async (job) => {
    running.most = Math.max(running.most, ++running.now)
    try {
      return await answer(job)
    } finally {
      running.now -= 1
    }
  }
  await run({ pool: narrow })
  expect(running).toEqual({ now: 0, most: 3 })
})

test('an abort begins no further job and records those under way', async () => {
  const journal = createMemoryJournal()
  const controller = new AbortController()
  const { signal } = controller
  const progress = ({ done }: { done: number }) => {
    if (done >= 10) controller.abort()
  }
  const stopped = await run({ journal, signal, progress })
  // One job was recorded when the signal came, and the window's other one was under way.
  expect(stopped).toMatchObject({ done: 20, aborted: true })
  expect(journal.covered()).toEqual([{ from: 0, count: 20 }])
  expect(await run({ journal, signal })).toMatchObject({ done: 20, fresh: 0, aborted: true })
  expect(await run({ journal })).toMatchObject({ done: 45, fresh: 25, aborted: false })
})

test('a failing pool rejects after the other jobs have ended and were recorded', async () => {
  const journal = createMemoryJournal()
  const fault = new Error('lane 1 is gone')
  const failing = pool({
    window: 3,
    outcome: (job) => (job === 1 ? { fail: fault } : job === 2 ? { late: 1 } : 'answer'),
  })
  await expect(run({ journal, pool: failing })).rejects.toBe(fault)
  expect(journal.covered()).toEqual([
    { from: 0, count: 10 },
    { from: 20, count: journal.covered()[1].count },
  ])
  expect(await run({ journal })).toMatchObject({ done: 45, aborted: false })
  const fresh = createMemoryJournal()
  await run({ journal: fresh, jobSize: { count: 45, batch: 45 } })
  expect(journal.counts()).toEqual(fresh.counts())
})

test('an answer that belongs to another job is counted, and the job is asked again', async () => {
  const journal = createMemoryJournal()
  const confused = pool({ window: 1, outcome: (job) => (job === 1 ? { repeat: 0 } : 'answer') })
  const result = await run({ pool: confused, journal })
  expect(result).toMatchObject({ done: 45, fresh: 45, duplicates: 10, conflicts: 0 })
  expect(confused.jobs.map(({ from }) => from)).toEqual([0, 10, 10, 20, 30, 40])
  const clean = createMemoryJournal()
  await run({ journal: clean })
  expect(bitsOf(journal.read())).toEqual(bitsOf(clean.read()))
})

test('a pool that never answers a job is not asked for ever', async () => {
  const deaf = pool({ window: 1, outcome: (job) => (job === 0 ? 'answer' : { repeat: 0 }) })
  await expect(run({ pool: deaf })).rejects.toThrow('the pool did not answer job 10+10')
  expect(deaf.jobs).toHaveLength(4)
})

test('an answer with rollouts that the sweep lacks is refused', async () => {
  const strange = pool()
  const answer = strange.run.bind(strange)
  strange.run = async (job) => ({ ...(await answer(job)), from: 40 })
  await expect(run({ pool: strange })).rejects.toThrow('answered job 0+10 with rollouts that are')
})

test('when the journal fails nothing more is recorded, and what is there stays', async () => {
  const journal = createMemoryJournal()
  let appended = 0
  const full: Journal = {
    ...journal,
    append(columns) {
      if (++appended === 3) throw new JournalError('full', 'the disk is full')
      return journal.append(columns)
    },
  }
  await expect(run({ journal: full })).rejects.toThrow('the disk is full')
  expect(appended).toBe(3)
  expect(journal.covered()).toEqual([{ from: 0, count: 20 }])
  expect(await run({ journal })).toMatchObject({ done: 45, fresh: 25 })
})

test('a sweep of 10^9 cells begins at once, and its jobs are as small as any', async () => {
  const axis = { kind: 'linspace', from: 0, to: 1, count: 31623 } as const
  const huge = swingPlan({ axes: { gain: axis, v: axis }, replicas: undefined })
  expect(huge.rollouts).toBe(31623 ** 2)
  const controller = new AbortController()
  const last = createMemoryJournal()
  const progress = ({ done }: { done: number }) => {
    if (done > 0) controller.abort()
  }
  const options = { plan: huge, journal: last, signal: controller.signal, progress }
  const result = await run({ ...options, shard: { index: 31623, of: 31623 } })
  expect(result).toMatchObject({ total: 31623, done: 20, aborted: true })
  expect(last.covered()).toEqual([{ from: 31622 * 31623, count: 20 }])
})
