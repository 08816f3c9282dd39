// Many pools on one set of threads give what each would give alone.

import { afterAll, expect, it } from 'vitest'
import { compiler } from '../cli/compiler.ts'
import { runSweep } from '../farm/coordinator.ts'
import { createMemoryJournal } from '../farm/journal.ts'
import { merkleRoot } from '../farm/merkle.ts'
import { planSweep } from '../farm/plan.ts'
import type { Sweep } from '../farm/sweep.ts'
import { defineSweep, henon, last, linspace, logistic, lyapunov } from '../index.ts'
import { KERNELS } from './backends.ts'
import { createFakePool } from './fake.ts'
import { createSharedThreads } from './node-shared.ts'
import type { Pool } from './protocol.ts'

const sweeps: Sweep[] = Array.from({ length: 8 }, (_, i) =>
  i % 2 === 0
    ? defineSweep({
        scene: logistic,
        axes: { r: linspace(3, 4, 1 + 40 * i) },
        rollout: { steps: 500 + i },
        measures: { end: last('x') },
      })
    : defineSweep({ scene: henon, rollout: { steps: 900 + i }, measures: { rate: lyapunov() } }),
)

async function rootOf(sweep: Sweep, pool: Pool): Promise<string> {
  const plan = planSweep(sweep, compiler)
  const journal = createMemoryJournal()
  // Jobs of five rollouts, so that the sweeps' jobs come to the threads by turns.
  const jobSize = { count: 5, batch: 2 }
  await runSweep({ plan, pool, journal, now: () => 0, jobSize })
  await pool.close()
  return merkleRoot(plan.digest, plan.rollouts, journal.read()).root
}

const threads = createSharedThreads({ lanes: 2 })
afterAll(() => threads.close())

it('runs more sweeps at once than a thread keeps, each with the root of its own', async () => {
  const roots = await Promise.all(sweeps.map((sweep) => rootOf(sweep, threads.pool())))
  for (const [i, sweep] of sweeps.entries()) {
    const alone = await rootOf(sweep, createFakePool(KERNELS.js))
    expect(roots[i]).toBe(alone)
  }
})

it('a pool that is closed leaves the threads to the others', async () => {
  const closed = threads.pool()
  await closed.open(planSweep(sweeps[1], compiler).task)
  await closed.close()
  await expect(closed.run({ from: 0, count: 1, batch: 1, inputs: [] })).rejects.toThrow('not open')
  expect(await rootOf(sweeps[1], threads.pool())).toHaveLength(64)
})
