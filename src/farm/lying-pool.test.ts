// A compiled scene's pool that lies in one bit of one rollout: who finds it, and what is kept.

import { expect, test } from 'vitest'
import { createFakePool, type Script } from '../workers/fake.ts'
import { createConflictBook } from './conflict-book.ts'
import { runSweep } from './coordinator.ts'
import { bitsOf } from './journal.cases.ts'
import { createMemoryJournal } from './journal.ts'
import { bendingPool, wanderingPool } from './lying-pool.fixture.ts'
import { createSwingKernel, swingPlan } from './swing.fixture.ts'
import { verifySweep } from './verify.ts'

const plan = swingPlan()
const honest = (script: Script = {}) => createFakePool(createSwingKernel, script)
const jobSize = { count: 10, batch: 4 }
const now = () => 0

test.each(['status', 'steps', 'fingerprint', 'values', 'ladder', 'curves'] as const)(
  'a lie that was recorded is caught by running again on honest lanes: %s',
  async (column) => {
    const journal = createMemoryJournal()
    await runSweep({ plan, pool: bendingPool(honest(), 23, column), journal, now, jobSize })
    const before = bitsOf(journal.read())
    const book = createConflictBook('audit')
    const result = await verifySweep({ plan, pool: honest(), journal, difference: book.add })
    journal.note(book.take())
    expect(result).toMatchObject({ checked: 45, differing: 1 })
    expect([...journal.conflicts()]).toMatchObject([{ rollout: 23, seen: 'audit' }])
    expect(journal.conflicting()).toBe(1)
    expect(bitsOf(journal.read())).toEqual(before)
  },
)

test('a second answer with another bit is a conflict, and the clean row stands', async () => {
  const [clean, journal] = [createMemoryJournal(), createMemoryJournal()]
  await runSweep({ plan, pool: honest(), journal: clean, now, jobSize })
  const inputsOf = (from: number, count: number) => plan.cells.columns(from, count, plan.replicas)
  // The third job is answered with rollouts 3 to 7 once more, the fifth one of them bent.
  const detours = [undefined, undefined, { from: 3, count: 5, bent: [7] }]
  const pool = wanderingPool(honest({ window: 1 }), inputsOf, detours)
  const result = await runSweep({ plan, pool, journal, now, jobSize })
  expect(result).toMatchObject({ done: 45, fresh: 45, duplicates: 4, conflicts: 1 })
  expect([...journal.conflicts()]).toMatchObject([
    { rollout: 7, field: 'fingerprint', seen: 'duplicate' },
  ])
  const rows = (chunks: typeof clean) => [...chunks.read()].flatMap((c) => [...c.fingerprint])
  expect(rows(journal)).toEqual(rows(clean))
})

test('rollouts whose end the machine decides are left out where that is asked', async () => {
  const journal = createMemoryJournal()
  await runSweep({ plan, pool: bendingPool(honest(), 23, 'status'), journal, now, jobSize })
  const bent = journal.find(23)?.status[3]
  const difference = () => {}
  const skips = (status: number) => status === bent
  const result = await verifySweep({ plan, pool: honest(), journal, difference, skips })
  expect(result).toMatchObject({ differing: 0, aborted: false })
  expect(result.checked).toBeLessThan(45)
})

test('a pool that never answers its job, or with rollouts not there, ends the run', async () => {
  const inputsOf = (from: number, count: number) => plan.cells.columns(from, count, plan.replicas)
  const answering = (from: number, count: number) => {
    const pool = honest({ window: 1 })
    const inputs = inputsOf(from, Math.min(count, 45 - from))
    const run = async () => {
      const columns = await pool.run({ from, count: inputs[0].length, batch: 4, inputs })
      return { ...columns, count }
    }
    return { lanes: 1, window: 1, open: pool.open.bind(pool), run, close: () => pool.close(), pool }
  }
  const deaf = answering(0, 5)
  const journal = createMemoryJournal()
  const failed = runSweep({ plan, pool: deaf, journal, now, jobSize })
  await expect(failed).rejects.toThrow('the pool did not answer job')
  expect(deaf.pool.jobs.length).toBeLessThan(20)
  const beyond = runSweep({ plan, pool: answering(40, 6), journal, now, jobSize })
  await expect(beyond).rejects.toThrow('with rollouts that are not there')
})
