import { expect, test } from 'vitest'
import { createFakePool } from '../workers/fake.ts'
import type { Columns } from '../workers/protocol.ts'
import { createConflictBook } from './conflict-book.ts'
import { runSweep } from './coordinator.ts'
import { createMemoryJournal, type Journal } from './journal.ts'
import { sampleRun } from './sample.ts'
import { createSwingKernel, swingPlan } from './swing.fixture.ts'
import { type Difference, type VerifyOptions, verifySweep } from './verify.ts'

const plan = swingPlan()
const pool = () => createFakePool(createSwingKernel)

async function recorded(): Promise<Journal> {
  const journal = createMemoryJournal()
  const jobSize = { count: 10, batch: 4 }
  await runSweep({ plan, pool: pool(), journal, now: () => 0, jobSize })
  return journal
}

async function verify(journal: Journal, options: Partial<VerifyOptions> = {}) {
  const differences: Difference[] = []
  const difference = (found: Difference) => differences.push(found)
  const all = { plan, pool: pool(), journal, difference, ...options }
  return { result: await verifySweep(all), differences }
}

test('an honest journal is equal to the bit', async () => {
  const { result, differences } = await verify(await recorded())
  expect(result).toEqual({ checked: 45, differing: 0, undecided: 0, aborted: false })
  expect(differences).toEqual([])
})

/** Where to reach into the columns of rollout 23, and the field that then differs. */
const injuries: [string, (columns: Columns, i: number) => void][] = [
  [
    'status',
    ({ status }, i) => {
      status[i] = 4
    },
  ],
  [
    'steps',
    ({ steps }, i) => {
      steps[i] ^= 1
    },
  ],
  [
    'fingerprint',
    ({ fingerprint }, i) => {
      fingerprint[i] ^= 1n << 63n
    },
  ],
  [
    'end',
    ({ values }, i) => {
      values[8 * i] = -values[8 * i]
    },
  ],
  [
    'curve_rate',
    ({ values }, i) => {
      values[8 * i + 1] = 0
    },
  ],
  [
    'high',
    ({ values }, i) => {
      values[8 * i + 7] = 1
    },
  ],
  [
    'ladder at step 7',
    ({ ladder }, i) => {
      ladder[8 * i + 3] ^= 1n
    },
  ],
  [
    'curve at step 0',
    ({ curves }, i) => {
      curves[7 * i] = 9
    },
  ],
  [
    'curve at step 23',
    ({ curves }, i) => {
      curves[7 * i + 6] = 9
    },
  ],
]

test.each(injuries)('one changed bit is found and named: %s', async (field, injure) => {
  const journal = await recorded()
  const columns = journal.find(23)!
  injure(columns, 23 - columns.from)
  const { result, differences } = await verify(journal)
  expect(result).toMatchObject({ checked: 45, differing: 1 })
  expect(differences).toHaveLength(1)
  expect(differences[0]).toMatchObject({ rollout: 23, cell: 7, replica: 2, field })
  expect(differences[0].expected).not.toBe(differences[0].found)
})

test('bits are shown as they are', async () => {
  const journal = await recorded()
  const columns = journal.find(0)!
  columns.values[0] = -0
  columns.status[0] = 4
  const { differences } = await verify(journal)
  expect(differences.map(({ field, expected }) => [field, expected])).toEqual([
    ['status', 'threw'],
    ['end', '8000000000000000'],
  ])
  expect(differences[0].found).toBe('done')
  expect(differences[1].found).toMatch(/^[0-9a-f]{16}$/)
})

test('a sample is a fixed part of the rollouts, whatever is recorded around them', async () => {
  const chosen = async (journal: Journal, percent: number) => {
    const used = pool()
    const { result } = await verify(journal, { pool: used, percent })
    const rollouts = used.jobs.flatMap(({ from, count }) =>
      Array.from({ length: count }, (_, i) => from + i),
    )
    expect(result.checked).toBe(rollouts.length)
    return new Set(rollouts)
  }
  const whole = await recorded()
  const some = await chosen(whole, 30)
  expect(some.size).toBeGreaterThan(5)
  expect(some.size).toBeLessThan(25)
  expect(await chosen(whole, 30)).toEqual(some)
  const part = createMemoryJournal()
  for (const columns of whole.read()) if (columns.from >= 20) part.append(columns)
  expect(await chosen(part, 30)).toEqual(new Set([...some].filter((rollout) => rollout >= 20)))
  // However small the percentage, something is looked at.
  expect((await chosen(whole, 1e-9)).size).toBe(1)
})

test('a large sweep is sampled in runs of neighbours, of which there are some hundred', () => {
  expect(sampleRun(401, 1)).toBe(1)
  expect(sampleRun(39_999, 1)).toBe(1)
  expect(sampleRun(1_000_000, 1)).toBe(50)
  expect(sampleRun(1e9, 1)).toBe(64)
  expect(sampleRun(1e9, 1e-9)).toBe(1)
})

test('runs of neighbours are sampled whole, wherever what is recorded ends', async () => {
  const journal = await recorded()
  const used = pool()
  const { result } = await verify(journal, {
    plan: { ...plan, rollouts: 2000 },
    pool: used,
    percent: 50,
  })
  expect(sampleRun(2000, 50)).toBe(5)
  const chosen = used.jobs.flatMap(({ from, count }) =>
    Array.from({ length: count }, (_, i) => from + i),
  )
  expect(result.checked).toBe(chosen.length)
  const runs = new Set(chosen.map((rollout) => Math.floor(rollout / 5)))
  expect(chosen.length).toBe(5 * runs.size)
  expect(runs.size).toBeGreaterThan(1)
  expect(runs.size).toBeLessThan(9)
})

test('rollouts of an engine are run again one at a time, in the other order', async () => {
  const engine = { module: 'file:///swing.ts', code: '', scene: 'swing', engine: 'by hand' }
  const used = pool()
  const { result } = await verify(await recorded(), {
    plan: { ...plan, task: { ...plan.task, engine } },
    pool: used,
  })
  expect(result).toEqual({ checked: 45, differing: 0, undecided: 0, aborted: false })
  expect(used.jobs.map(({ from, count }) => [from, count])).toEqual(
    Array.from({ length: 45 }, (_, i) => [44 - i, 1]),
  )
})

test('an empty journal has nothing to verify, and an abort ends early', async () => {
  const { result } = await verify(createMemoryJournal())
  expect(result).toEqual({ checked: 0, differing: 0, undecided: 0, aborted: false })
  const controller = new AbortController()
  const progress = () => controller.abort()
  const stopped = await verify(await recorded(), { signal: controller.signal, progress })
  expect(stopped.result).toMatchObject({ differing: 0, undecided: 0, aborted: true })
  expect(stopped.result.checked).toBeGreaterThan(0)
})

test('an end that the machine decided is a difference of its own kind, told once', async () => {
  for (const status of [5, 6, 7]) {
    const journal = await recorded()
    const found = journal.find(23) as Columns
    found.status[23 - found.from] = status
    found.steps[23 - found.from] = 0
    found.fingerprint[23 - found.from] = 0n
    const { result, differences } = await verify(journal)
    expect(result).toMatchObject({ checked: 45, differing: 1, undecided: 1 })
    expect(differences).toMatchObject([{ rollout: 23, field: 'status', undecided: true }])
    const book = createConflictBook('verify')
    book.add(differences[0])
    expect(book.take()).toEqual([])
  }
})

test('of each rollout that differs the book keeps the first field, once', async () => {
  const journal = await recorded()
  for (const rollout of [22, 23]) {
    const found = journal.find(rollout) as Columns
    found.steps[rollout - found.from] ^= 1
    found.fingerprint[rollout - found.from] ^= 1n
  }
  const { differences } = await verify(journal)
  expect(differences).toHaveLength(4)
  const book = createConflictBook('audit')
  for (const one of differences) book.add(one)
  const fields = book.take().map(({ rollout, field, seen }) => [rollout, field, seen])
  expect(fields).toEqual([
    [22, 'steps', 'audit'],
    [23, 'steps', 'audit'],
  ])
  expect(book.take()).toEqual([])
})
