// Whatever a pool answers, and in whatever order: the rows of the clean run, and each lie by name.

import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { createFakePool, type Script } from '../workers/fake.ts'
import type { Columns, Pool } from '../workers/protocol.ts'
import { runSweep } from './coordinator.ts'
import { bitsOf } from './journal.cases.ts'
import { createMemoryJournal, type Journal } from './journal.ts'
import { bend, type Detour, wanderingPool } from './lying-pool.fixture.ts'
import { cut } from './meeting.ts'
import { createSwingKernel, swingPlan } from './swing.fixture.ts'

const plan = swingPlan()
const pool = (script: Script = {}) => createFakePool(createSwingKernel, script)
const inputsOf = (from: number, count: number) => plan.cells.columns(from, count, plan.replicas)

function run(journal: Journal, used: Pool = pool(), count = 10) {
  const jobSize = { count, batch: Math.min(4, count) }
  return runSweep({ plan, pool: used, journal, now: () => 0, jobSize })
}

/** The rows one by one, so that it does not matter in which chunks they lie. */
const rowsOf = (journal: Journal) =>
  bitsOf(
    [...journal.read()].flatMap((chunk) =>
      Array.from({ length: chunk.count }, (_, i) => cut(chunk, { from: chunk.from + i, count: 1 })),
    ),
  )

const clean = createMemoryJournal()
let rows: ReturnType<typeof rowsOf>
beforeAll(async () => {
  await run(clean)
  rows = rowsOf(clean)
})

const stretches = fc
  .tuple(fc.integer({ min: 0, max: 44 }), fc.integer({ min: 1, max: 45 }))
  .map(([from, count]) => ({ from, count: Math.min(count, 45 - from) }))
const lies = fc.array(fc.integer({ min: 0, max: 44 }), { maxLength: 6 })

/** A part of the clean run as an answer of its own, some of its rollouts bent. */
function answer({ from, count, bent = [] }: Detour): Columns {
  const whole = [...clean.read()]
  const each = (name: keyof Omit<Columns, 'from' | 'count'>) =>
    whole.flatMap((chunk) => [...chunk[name]]) as never[]
  const all: Columns = {
    from: 0,
    count: 45,
    status: Uint8Array.from(each('status')),
    steps: Uint32Array.from(each('steps')),
    fingerprint: BigUint64Array.from(each('fingerprint')),
    values: Float64Array.from(each('values')),
    ladder: BigUint64Array.from(each('ladder')),
    curves: Float64Array.from(each('curves')),
  }
  const inside = bent.filter((rollout) => from <= rollout && rollout < from + count)
  return cut(
    [...new Set(inside)].reduce((columns, rollout) => bend(columns, rollout, 'fingerprint'), all),
    { from, count },
  )
}

test('a journal keeps what comes first, and names exactly what differs from it', () => {
  const told = fc.array(fc.record({ ...{ at: stretches }, bent: lies }), { maxLength: 12 })
  fc.assert(
    fc.property(told, (answers) => {
      const journal = createMemoryJournal()
      const first = new Map<number, boolean>()
      const expected = new Set<number>()
      const sums = { answered: 0, duplicates: 0, fresh: 0, conflicts: 0 }
      for (const { at, bent } of answers) {
        const found = journal.append(answer({ ...at, bent }))
        for (let rollout = at.from; rollout < at.from + at.count; rollout++) {
          const lied = bent.includes(rollout)
          if (!first.has(rollout)) first.set(rollout, lied)
          else if (first.get(rollout) !== lied) expected.add(rollout)
        }
        sums.answered += at.count
        sums.duplicates += found.duplicates
        sums.conflicts += found.conflicts.length
        sums.fresh += found.fresh.reduce((sum, { count }) => sum + count, 0)
      }
      expect([...journal.conflicts()].map(({ rollout }) => rollout)).toEqual(
        [...expected].sort((a, b) => a - b),
      )
      expect(sums.fresh + sums.duplicates + sums.conflicts).toBe(sums.answered)
      expect(sums.fresh).toBe(first.size)
      const recorded = rowsOf(journal)
      expect(recorded).toEqual(
        recorded.map(({ from }) => {
          const bent = first.get(from) ? [from] : []
          return bitsOf([answer({ from, count: 1, bent })])[0]
        }),
      )
    }),
    { numRuns: 60 },
  )
})

test('however a pool wanders, a run records the clean rows and names the lies', async () => {
  const detours = fc.array(
    fc.option(fc.record({ at: stretches, bent: lies }), { nil: undefined }),
    {
      maxLength: 8,
    },
  )
  await fc.assert(
    fc.asyncProperty(
      detours,
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 6 }),
      async (detours, count, window, late) => {
        const journal = createMemoryJournal()
        const scripted = pool({ window, delay: (_, job) => late[job % late.length] })
        const wandering = wanderingPool(
          scripted,
          inputsOf,
          detours.map((detour) => detour && { ...detour.at, bent: detour.bent }),
        )
        const result = await run(journal, wandering, count)
        expect(result).toMatchObject({ done: 45, aborted: false })
        expect(rowsOf(journal)).toEqual(rows)
        expect(new Set([...journal.conflicts()].map(({ rollout }) => rollout))).toEqual(
          new Set(wandering.lies),
        )
      },
    ),
    { numRuns: 40 },
  )
})
