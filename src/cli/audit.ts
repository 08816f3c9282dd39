// The audit at the end of a run: a part of the rollouts once more, on lanes of the same pool.

import type { RunResult } from '../farm/coordinator.ts'
import type { Journal } from '../farm/journal.ts'
import { type Difference, verifySweep } from '../farm/verify.ts'
import type { AuditRecord } from './manifest.ts'
import type { Reporter } from './progress.ts'
import type { Session } from './run-session.ts'

const TOLD_MAX = 10

/**
 * Runs the audit of a finished run, and tells the differences that it finds. Undefined where none
 * is wanted or rollouts are left.
 */
export async function auditRun(
  { plan, chosen, auditPercent }: Session,
  journal: Journal,
  { aborted }: RunResult,
  signal: AbortSignal,
  reporter: Reporter,
): Promise<AuditRecord | undefined | 'interrupted'> {
  if (aborted || auditPercent === 0) return undefined
  let told = 0
  const result = await verifySweep({
    plan,
    pool: chosen.pool,
    journal,
    percent: auditPercent,
    signal,
    difference: (difference) => {
      told += 1
      if (told <= TOLD_MAX) reporter.note(`audit: ${differenceLine(difference, plan.replicas)}`)
    },
  })
  if (result.aborted) return 'interrupted'
  return { percent: auditPercent, rollouts: result.checked, mismatches: result.differing }
}

/** `cell 12, fingerprint: recorded 0123456789abcdef, now fedcba9876543210`. */
export function differenceLine(found: Difference, replicas: number): string {
  const replica = replicas === 1 ? '' : ` replica ${found.replica}`
  const place = `cell ${found.cell}${replica}, ${found.field}`
  return `${place}: recorded ${found.expected}, now ${found.found}`
}
