// `furrow run` of a suite: its members side by side on one set of threads, each into an ordinary
// result folder of its own.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plan } from '../farm/plan.ts'
import { countFailed } from '../farm/status.ts'
import { drawMembers, type Known, type Suite, suiteRoot } from '../farm/suite.ts'
import { isUserError, UserError } from '../farm/user-error.ts'
import { differencesIn } from '../report/rate-table.ts'
import { inParallel } from './in-parallel.ts'
import { abandonLate, INTERRUPTED, listenForInterruption } from './interruption.ts'
import { planLoaded } from './plan-file.ts'
import { type ChosenThreads, createThreads } from './pool.ts'
import type { Reporter } from './progress.ts'
import { isFull, journalIn, lockFolder, openResult, recordedIn } from './result-folder.ts'
import type { RunOptions } from './run.ts'
import { runPlan } from './run-plan.ts'
import { STOPPING } from './run-session.ts'
import { checkSuiteFolder, type SuiteRecord, suiteRecord, writeSuite } from './suite-folder.ts'
import { type MemberEnd, type SuiteOutput, suiteJson, suiteText } from './suite-output.ts'
import { createSuiteProgress, type SuiteProgress } from './suite-progress.ts'
import { ratesOf } from './suite-rates.ts'

interface SuiteRun {
  readonly path: string
  readonly suite: Suite
  readonly plans: readonly Plan[]
  readonly record: SuiteRecord
  readonly folder: string
  readonly threads: ChosenThreads
  readonly output: SuiteOutput
  readonly auditPercent: number
}

/** Runs what is left of the suite that the file at `path` holds, and returns the exit code. */
export async function runSuite(path: string, suite: Suite, options: RunOptions): Promise<number> {
  if (options.shard !== undefined)
    throw new UserError(
      `--shard: ${path} is a suite; leave --shard out, or shard the file of one sweep`,
    )
  const threads = createThreads(options)
  // All of them before anything runs: a member that cannot be compiled is refused with the rest.
  const plans: Plan[] = []
  for (const [i, { sweep }] of suite.members.entries()) {
    plans.push(await planLoaded(sweep, `${path}: members[${i}]`))
  }
  const record = suiteRecord(suite.name, plans)
  const folder = options.out ?? join('results', `${suite.name}-${record.digest.slice(0, 8)}`)
  checkSuiteFolder(folder, record)
  const lock = lockFolder(folder)
  const output = options.json ? suiteJson() : suiteText()
  try {
    const run = { path, suite, plans, record, folder, threads, output, auditPercent: options.audit }
    return await runMembers(run)
  } finally {
    await threads.close()
    lock.release()
  }
}

async function runMembers(run: SuiteRun): Promise<number> {
  const { plans, record, folder, threads, output } = run
  writeSuite(folder, record)
  const before = record.members.map((member) => recordedIn(join(folder, member.folder)))
  const progress = createSuiteProgress(before)
  let reporter: Reporter | undefined
  const interruption = listenForInterruption(() => reporter?.note(STOPPING))
  const punctual = abandonLate(interruption.signal, () => void threads.close())
  const started = performance.now()
  try {
    reporter = output.start({
      suite: record.name,
      folder,
      digest: record.digest,
      members: plans.length,
      lanes: threads.lanes,
      noun: plans.every(({ replicas }) => replicas === 1) ? 'cell' : 'rollout',
      total: plans.reduce((sum, { rollouts }) => sum + rollouts, 0),
      ...progress.sum(),
    })
    const audits = drawMembers(
      record.digest,
      plans.map(({ rollouts }) => rollouts),
      run.auditPercent,
    )
    const ends: MemberEnd[] = []
    const order = longestFirst(plans)
    await inParallel(threads.lanes, plans.length, async (nth) => {
      const i = order[nth]
      const listens = [progress, reporter as Reporter, interruption.signal] as const
      ends[i] = await runMember(run, i, audits[i], ...listens)
    })
    reporter.end()
    const worked = progress.sum().done > before.reduce((sum, { done }) => sum + done, 0)
    const seconds = worked ? (performance.now() - started) / 1000 : undefined
    return close(run, ends, progress.audited, seconds, interruption.signal.aborted)
  } catch (error) {
    reporter?.end()
    throw error
  } finally {
    punctual()
    interruption.release()
  }
}

/** Places of the plans in the order in which they are begun: so no long one is left at the end. */
function longestFirst(plans: readonly Plan[]): number[] {
  const work = ({ rollouts, task }: Plan) => rollouts * task.steps
  return plans.map((_, i) => i).sort((a, b) => work(plans[b]) - work(plans[a]) || a - b)
}

async function runMember(
  { path, suite, plans, record, folder, threads, output }: SuiteRun,
  i: number,
  auditPercent: number,
  progress: SuiteProgress,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<MemberEnd> {
  const plan = plans[i]
  const own = join(folder, record.members[i].folder)
  let fault: string | undefined
  try {
    // After Ctrl-C the members that have not begun are only looked at.
    if (!signal.aborted)
      await runPlan({
        plan,
        path,
        axes: suite.members[i].sweep.axes ?? {},
        folder: own,
        shard: undefined,
        chosen: threads.pool(),
        auditPercent,
        output: progress.outputOf(i, plan.name, reporter),
        signal,
      })
  } catch (error) {
    // A full disk is no fault of the member, and the next one would meet it too.
    if (isFull(error)) throw error
    fault = faultOf(error)
    reporter.note(`${plan.name}: ${fault}`)
  }
  const end = memberEnd(own, plan, suite.members[i].known, fault)
  output.member(end)
  return end
}

/** What stands in a member's folder now; what cannot be read there is the fault, if none is yet. */
function memberEnd(
  folder: string,
  plan: Plan,
  known: Known | undefined,
  fault: string | undefined,
): MemberEnd {
  const nothing = {
    done: 0,
    failed: 0,
    mismatches: 0,
    conflicts: 0,
    root: undefined,
    rates: undefined,
  }
  const named = { name: plan.name, folder, total: plan.rollouts, ...(fault && { fault }) }
  if (!existsSync(journalIn(folder))) return { ...named, ...nothing }
  try {
    const { manifest, journal } = openResult(folder)
    try {
      const counts = journal.counts()
      const { root, audit } = manifest
      return {
        ...named,
        done: counts.reduce((sum, n) => sum + n, 0),
        failed: countFailed(counts),
        mismatches: audit?.mismatches ?? 0,
        conflicts: journal.conflicting(),
        root,
        rates: plan.rollouts === 1 ? ratesOf(plan, journal, known) : undefined,
      }
    } finally {
      journal.close()
    }
  } catch (error) {
    return { ...named, ...nothing, fault: fault ?? faultOf(error) }
  }
}

const faultOf = (error: unknown) =>
  isUserError(error) ? error.message.split('\n')[0] : String(error)

/** The books of the suite, the last words, and the exit code. */
function close(
  { record, folder, threads, output }: SuiteRun,
  members: readonly MemberEnd[],
  audited: number,
  seconds: number | undefined,
  interrupted: boolean,
): number {
  const roots = members.flatMap(({ root }, i) =>
    root === undefined ? [] : [{ digest: record.members[i].digest, root }],
  )
  const root = roots.length === members.length ? suiteRoot(roots) : undefined
  if (root !== undefined) writeSuite(folder, { ...record, root })
  const { name: suite } = record
  output.end({ suite, folder, members, audited, seconds, lanes: threads.lanes, root })
  if (interrupted && root === undefined) return INTERRUPTED
  const wrong = members.some(
    ({ failed, mismatches, conflicts, fault }) =>
      failed + mismatches + conflicts > 0 || fault !== undefined,
  )
  return wrong || differencesIn(members.flatMap(({ rates }) => rates ?? [])) > 0 ? 1 : 0
}
