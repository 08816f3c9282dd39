import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { linspace, values } from '../farm/axes.ts'
import { runSweep } from '../farm/coordinator.ts'
import { code, compiler, outcome, statuses } from '../farm/engine-sweep.fixture.ts'
import { bitsOf } from '../farm/journal.cases.ts'
import { createMemoryJournal } from '../farm/journal.ts'
import { divergence, last, lyapunov, max } from '../farm/measures.ts'
import { planSweep } from '../farm/plan.ts'
import { defineSweep, type Sweep } from '../farm/sweep.ts'
import { flow, ODD } from './process-engine.fixture.ts'
import { createProcessPool, type ProcessPoolOptions } from './process-pool.ts'
import type { Fault, Pool } from './protocol.ts'

const loader = new URL('./process-engine.fixture.ts', import.meta.url)
const now = () => performance.now()
const measures = {
  end: last('p[0]'),
  top: max('x'),
  curve: divergence({ perturb: 'x', stride: 9 }),
}
const rollout = { steps: 60, ladder: { every: 17 } }
const pools: Pool[] = []

afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

function poolOf(options: Partial<ProcessPoolOptions> = {}) {
  const pool = createProcessPool({ loader, now, lanes: 2, ...options })
  pools.push(pool)
  return pool
}

/** What a sweep gives on processes, in jobs of 8. */
async function found(sweep: Sweep, options: Partial<ProcessPoolOptions> = {}) {
  const plan = planSweep(sweep, compiler, code)
  const journal = createMemoryJournal()
  const faults: Fault[] = []
  const sums = { retries: 0 }
  const retried = () => {
    sums.retries += 1
  }
  const pool = poolOf({ ...options, retried, tell: (fault) => faults.push(fault) })
  await runSweep({ plan, pool, journal, now, jobSize: { count: 8, batch: 3 } })
  return { columns: [...journal.read()], faults, retries: sums.retries }
}

const odd = (...kinds: (keyof typeof ODD)[]) =>
  defineSweep({
    scene: flow,
    axes: { odd: values(kinds.map((kind) => ODD[kind])) },
    rollout,
    measures,
  })

it('gives the bits of the same scene on this thread, with every column', async () => {
  const sweep = defineSweep({
    ...{ scene: flow, rollout, measures },
    axes: { sigma: linspace(5, 2000, 9), x: values([1, -2]) },
    replicas: { count: 2, perturb: 'x' },
  })
  const here = await outcome(sweep)
  const there = await found(sweep)
  expect(bitsOf(there.columns)).toEqual(bitsOf(here.columns))
  expect(new Set(statuses(there.columns))).toEqual(new Set(['done', 'escaped']))
})

it('tries a rollout whose process died once more, and gives it up when it dies again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-mark-'))
  vi.stubEnv('FURROW_TEST_MARK', join(folder, 'mark'))
  const { columns, faults, retries } = await found(odd('never', 'crashesOnce', 'exits', 'never'))
  rmSync(folder, { recursive: true })
  expect(statuses(columns)).toEqual(['done', 'done', 'crashed', 'done'])
  // The one that ended well is counted too.
  expect(retries).toBe(2)
  const message = 'the process ended with code 3'
  expect(faults).toEqual([{ cell: 2, replica: 0, step: 7, cause: 'crashed', retries: 1, message }])
  const sound = (await found(odd('never', 'never', 'never', 'never'))).columns[0]
  expect(columns[0].fingerprint[1]).toBe(sound.fingerprint[1])
  const [{ fingerprint, steps, values: numbers, curves, ladder }] = columns
  const row = <T>(all: ArrayLike<T>) => Array.from(all).slice(all.length / 2, (all.length / 4) * 3)
  expect([fingerprint[2], steps[2]]).toEqual([0n, 0])
  expect(row(numbers).concat(row(curves)).every(Number.isNaN)).toBe(true)
  expect(row(ladder).every((hash) => hash === 0n)).toBe(true)
})

it('ends a rollout that hangs, with the step in which it was', async () => {
  const { columns, faults } = await found(odd('hangs', 'never'), { timeout: { seconds: 2 } })
  expect(statuses(columns)).toEqual(['timeout', 'done'])
  const words = { cause: 'timeout', retries: 1, step: 7, message: 'took longer than 2 s' }
  expect(faults).toEqual([expect.objectContaining(words)])
})

it('says why it cannot be opened', async () => {
  const { task } = planSweep(odd('never'), compiler, code)
  vi.stubEnv('FURROW_TEST_LOAD', 'throw')
  await expect(poolOf().open(task)).rejects.toThrow(
    'a lane could not be made ready: its `load` threw: no engine here',
  )
  vi.stubEnv('FURROW_TEST_LOAD', 'exit')
  await expect(poolOf().open(task)).rejects.toThrow(
    'a lane could not be made ready: the process ended with code 4',
  )
  const large = { ...task, engine: { ...code, scene: '', engine: '', bytes: 1e12 } }
  await expect(poolOf().open(large)).rejects.toThrow('a world and its twins take 1907349 MB')
})

it('rejects what is under way when it is closed, and is opened once', async () => {
  const { task, cells } = planFor(odd('hangs', 'hangs', 'never'))
  const pool = poolOf()
  const job = { from: 0, count: 3, batch: 1, inputs: cells }
  await expect(pool.run(job)).rejects.toThrow('the pool is not open')
  await pool.open(task)
  await expect(pool.open(task)).rejects.toThrow('a pool is opened once')
  expect((await pool.run({ ...job, count: 0 })).count).toBe(0)
  const result = pool.run(job)
  const closing = pool.close()
  await expect(result).rejects.toThrow('the pool was closed')
  await closing
  await expect(pool.run(job)).rejects.toThrow('the pool is not open')
})

it('puts another process in the place of one that died after its work', async () => {
  const { task, cells } = planFor(odd('never', 'diesLater', 'never'))
  const pool = poolOf({ lanes: 1 })
  await pool.open(task)
  const one = (i: number) => ({ from: i, count: 1, batch: 1, inputs: [cells[0].slice(i, i + 1)] })
  const answers = []
  for (const i of [1, 0, 1, 2]) answers.push(await pool.run(one(i)))
  expect(statuses(answers)).toEqual(['done', 'done', 'done', 'done'])
})

it('runs rates by two trajectories, and tells of worlds that cannot be restored', async () => {
  const rate = lyapunov({ method: 'two-trajectory' })
  const { columns, faults } = await found(
    defineSweep({ scene: flow, axes: { sigma: values([1, 2]) }, rollout, measures: { rate } }),
  )
  expect(statuses(columns)).toEqual(['threw', 'threw'])
  expect(faults[0]).toMatchObject({ cause: 'threw', retries: 0 })
})

function planFor(sweep: Sweep) {
  const plan = planSweep(sweep, compiler, code)
  return { task: plan.task, cells: plan.cells.columns(0, plan.rollouts, plan.replicas) }
}
