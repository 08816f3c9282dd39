// `furrow verify`: recorded rollouts once more, compared bit for bit.

import { verifySweep } from '../farm/verify.ts'
import { count, counted } from '../report/quantity.ts'
import { differenceLine } from './audit.ts'
import { INTERRUPTED, listenForInterruption } from './interruption.ts'
import { checkEngine } from './load-engine.ts'
import { createPool, type PoolChoice } from './pool.ts'
import { reporterFor } from './progress.ts'
import { openResult } from './result-folder.ts'
import { nounFor } from './tally.ts'

export interface VerifyOptions extends PoolChoice {
  /** Percent of the recorded rollouts. */
  readonly sample: number
}

const TOLD_MAX = 20

/** Prints each difference (the first 20) and the count; 1 if there is any. */
export async function verify(folder: string, options: VerifyOptions): Promise<number> {
  const { pool, backendOf } = createPool(options)
  const { plan, journal } = openResult(folder)
  try {
    if (plan.task.engine) checkEngine(plan.task.engine)
    backendOf(plan.task)
  } catch (error) {
    journal.close()
    throw error
  }
  const noun = nounFor(plan.replicas)
  const interruption = listenForInterruption(() => {})
  let told = 0
  let reporter: ReturnType<typeof reporterFor> | undefined
  try {
    const { checked, differing, aborted } = await verifySweep({
      plan,
      pool,
      journal,
      percent: options.sample,
      signal: interruption.signal,
      difference: (found) => {
        told += 1
        if (told <= TOLD_MAX) process.stdout.write(`${differenceLine(found, plan.replicas)}\n`)
      },
      progress: ({ total, checked }) => {
        reporter ??= reporterFor(process.stderr, { noun, total, done: 0, failed: 0 })
        reporter.update(checked, 0)
      },
    })
    reporter?.end()
    if (told > TOLD_MAX) process.stdout.write(`(and ${count(told - TOLD_MAX)} more differences)\n`)
    const verdict = differing === 0 ? 'all equal' : `${count(differing)} DIFFER`
    process.stdout.write(`${counted(checked, noun)} run again: ${verdict}\n`)
    return differing > 0 ? 1 : aborted ? INTERRUPTED : 0
  } finally {
    reporter?.end()
    interruption.release()
    await pool.close()
    journal.close()
  }
}
