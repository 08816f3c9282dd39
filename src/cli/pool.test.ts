// The pools that the command line chooses.

import { subscribe } from 'node:diagnostics_channel'
import { expect, test } from 'vitest'
import { defineSweep } from '../farm/sweep.ts'
import { logistic } from '../scenes/logistic.ts'
import { planLoaded } from './plan-file.ts'
import { createThreads } from './pool.ts'

test('the audit of a member of a suite has threads that have not run the sweep', async () => {
  const plan = await planLoaded(defineSweep({ scene: logistic, rollout: { steps: 3 } }), 'here')
  const threads = createThreads({ workers: 1 })
  const chosen = threads.pool()
  const job = { from: 0, count: 1, batch: 1, inputs: plan.cells.columns(0, 1, 1) }
  let started = 0
  subscribe('worker_threads', () => {
    started += 1
  })
  await chosen.pool.open(plan.task)
  const first = await chosen.pool.run(job)
  expect(started).toBe(1)
  const other = chosen.another('same', 1)
  await other.open(plan.task)
  expect((await other.run(job)).fingerprint).toEqual(first.fingerprint)
  expect(started).toBe(2)
  await threads.close()
})
