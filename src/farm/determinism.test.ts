// The promise of the house: one root, however the work was scheduled.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFakePool, type Script } from '../workers/fake.ts'
import type { Columns } from '../workers/protocol.ts'
import { runSweep } from './coordinator.ts'
import { bitsOf } from './journal.cases.ts'
import { createMemoryJournal, type Journal } from './journal.ts'
import { merkleRoot } from './merkle.ts'
import { shardOf } from './shard.ts'
import { createSwingKernel, swingPlan } from './swing.fixture.ts'

// 49 cells with 3 replicas: 147 rollouts.
const axis = { kind: 'linspace', from: 0.5, to: 1.2, count: 7 } as const
const plan = swingPlan({ axes: { gain: axis, v: axis } })
const now = () => 0

const rootOf = ({ read }: Journal) => merkleRoot(plan.digest, plan.rollouts, read()).root

async function runOnce(journal: Journal, script: Script, count: number, batch: number) {
  const pool = createFakePool(createSwingKernel, script)
  await runSweep({ plan, pool, journal, now, jobSize: { count, batch } })
}

/** All results in one row a rollout, so that the ladder, which no root covers, is compared too. */
const rowsOf = (journal: Journal) =>
  bitsOf(journal.read()).reduce(
    (all, chunk) => {
      for (const [name, hex] of Object.entries(chunk)) all[name] = (all[name] ?? '') + hex
      return all
    },
    {} as Record<string, string>,
  )

const straight = createMemoryJournal()
await runOnce(straight, { lanes: 1, window: 1 }, plan.rollouts, plan.rollouts)
const root = rootOf(straight)
const { from: _, count: __, ...rows } = rowsOf(straight)

function expectSame(journal: Journal) {
  expect(rootOf(journal)).toBe(root)
  expect(rowsOf(journal)).toMatchObject(rows)
}

/** A permutation of 0 to n - 1 that differs from job to job. */
function shuffled(n: number, job: number): number[] {
  const order = Array.from({ length: n }, (_, i) => i)
  return order.sort(
    (a, b) => ((a * 7919 + job * 31) % 101) - ((b * 7919 + job * 31) % 101) || a - b,
  )
}

test('batches of 1, 7, 64 and all, shuffled, on 1 to 8 lanes, give one root', async () => {
  for (const batch of [1, 7, 64, plan.rollouts]) {
    for (const lanes of [1, 2, 3, 5, 8]) {
      const journal = createMemoryJournal()
      const lane = (b: number, job: number) => (b * 3 + job) % lanes
      await runOnce(journal, { lanes, window: 2, order: shuffled, lane }, 50, batch)
      expectSame(journal)
    }
  }
})

test('results that come out of order, and late, give the same root', async () => {
  const journal = createMemoryJournal()
  const chunks: number[] = []
  const append = (columns: Columns) => {
    chunks.push(columns.from)
    return journal.append(columns)
  }
  const script: Script = {
    window: 4,
    outcome: (job) => (job % 4 === 0 ? { late: 2 } : 'answer'),
  }
  await runOnce({ ...journal, append }, script, 10, 3)
  expect(chunks).not.toEqual([...chunks].sort((a, b) => a - b))
  expectSame(journal)
})

test('a run that was interrupted at any place and went on gives the same root', async () => {
  const size = fc.integer({ min: 1, max: 60 })
  const stops = fc.array(fc.integer({ min: 0, max: 146 }), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(stops, size, size, fc.integer({ min: 1, max: 4 }), async (stops, a, b, n) => {
      const journal = createMemoryJournal()
      for (const stop of stops) {
        const controller = new AbortController()
        const pool = createFakePool(createSwingKernel, { window: n })
        const progress = ({ done }: { done: number }) => {
          if (done >= stop) controller.abort()
        }
        const jobSize = { count: a, batch: b }
        await runSweep({ plan, pool, journal, now, jobSize, progress, signal: controller.signal })
      }
      await runOnce(journal, { window: n }, b, a)
      expectSame(journal)
    }),
    { numRuns: 15 },
  )
})

test('shards that ran apart hold together what one run holds', async () => {
  const whole = createMemoryJournal()
  for (const index of [3, 1, 2]) {
    const part = createMemoryJournal()
    const pool = createFakePool(createSwingKernel)
    const shard = { index, of: 3 }
    await runSweep({ plan, pool, journal: part, now, shard })
    expect(part.covered()).toEqual([shardOf(shard, plan.cells.count, plan.replicas)])
    for (const columns of part.read()) whole.append(columns)
  }
  expectSame(whole)
})
