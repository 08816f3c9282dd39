// Small sweeps of several scenes, and the roots that a pool gives for them: the same wherever it
// runs. Free of Node, so that a browser and Deno can load it too.

import { compiler } from '../cli/compiler.ts'
import { linspace } from '../farm/axes.ts'
import { runSweep } from '../farm/coordinator.ts'
import { createMemoryJournal } from '../farm/journal.ts'
import { divergence, last, lyapunov, max, mean } from '../farm/measures.ts'
import { merkleRoot } from '../farm/merkle.ts'
import { planSweep } from '../farm/plan.ts'
import { defineSweep } from '../farm/sweep.ts'
import { bouncingBall } from '../scenes/bouncing-ball.ts'
import { doublePendulum } from '../scenes/double-pendulum.ts'
import { henon } from '../scenes/henon.ts'
import { lorenz } from '../scenes/lorenz.ts'
import type { Pool, Task } from '../workers/protocol.ts'

const f32 = { precision: 'f32' } as const

export const SWEEPS = {
  lorenz: defineSweep({
    ...{ scene: lorenz, ...f32 },
    axes: { rho: linspace(0, 60, 37) },
    rollout: { steps: 300, discard: 20 },
    measures: {
      end: last('x'),
      peak: max('z'),
      middle: mean('x'),
      curve: divergence({ perturb: 'x', ulps: 1, stride: 50 }),
      rate: lyapunov(),
    },
    replicas: { count: 2, perturb: 'x', ulps: 1 },
  }),
  henon: defineSweep({
    ...{ scene: henon, ...f32 },
    axes: { a: linspace(0.8, 1.5, 67) },
    rollout: { steps: 700 },
    measures: { end: last('x') },
    stop: ({ x }) => x < -1.2,
  }),
  doublePendulum: defineSweep({
    ...{ scene: doublePendulum, ...f32 },
    axes: { a: linspace(0.5, 3, 40) },
    rollout: { steps: 60 },
    measures: { end: last('b') },
  }),
  bouncingBall: defineSweep({
    ...{ scene: bouncingBall, ...f32 },
    axes: { q: linspace(0.5, 3, 65) },
    rollout: { steps: 900 },
    measures: { peak: max('q') },
  }),
}
export type SweepName = keyof typeof SWEEPS

/** The root of one of them on a pool, which is closed. */
export async function rootOn(name: SweepName, makePool: (task: Task) => Pool): Promise<string> {
  const plan = planSweep(SWEEPS[name], compiler)
  const journal = createMemoryJournal()
  const pool = makePool(plan.task)
  try {
    await runSweep({ plan, pool, journal, now: () => performance.now() })
    return merkleRoot(plan.digest, plan.rollouts, journal.read()).root
  } finally {
    await pool.close()
  }
}
