// What the run of a suite says, and where: text for people, or JSON events for machines.

import { count, counted, duration } from '../report/quantity.ts'
import { differencesIn, rateSummary, rateTable, type SystemRates } from '../report/rate-table.ts'
import { paintFor } from './paint.ts'
import { jsonReporter, type Reporter, type ReporterOptions, reporterFor } from './progress.ts'

export interface SuiteStart extends ReporterOptions {
  readonly suite: string
  readonly folder: string
  readonly digest: string
  readonly members: number
  readonly lanes: number
}

/** How a member came out of this run. */
export interface MemberEnd {
  readonly name: string
  readonly folder: string
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly mismatches: number
  /** Rollouts with two results, of this run and earlier ones. */
  readonly conflicts: number
  /** Undefined while rollouts are left. */
  readonly root: string | undefined
  readonly rates: SystemRates | undefined
  /** Why it could not be run. */
  readonly fault?: string
}

export interface SuiteEnd {
  readonly suite: string
  readonly folder: string
  readonly members: readonly MemberEnd[]
  readonly audited: number
  /** Of this run's work; undefined where nothing was left to do. */
  readonly seconds: number | undefined
  readonly lanes: number
  readonly root: string | undefined
}

export interface SuiteOutput {
  start(facts: SuiteStart): Reporter
  /** Each member as it ends, in any order. */
  member(member: MemberEnd): void
  end(facts: SuiteEnd): void
}

/** Progress on stderr; the table and the summary on stdout, whose last line is the root. */
export function suiteText(): SuiteOutput {
  let noun: ReporterOptions['noun'] = 'cell'
  return {
    start(facts) {
      noun = facts.noun
      if (facts.done > 0) {
        const all = counted(facts.total, noun)
        process.stderr.write(`resumed: ${count(facts.done)} of ${all} were done\n`)
      }
      return reporterFor(process.stderr, facts)
    },
    member() {},
    end(facts) {
      process.stdout.write(`${endLines(facts, noun).join('\n')}\n`)
    },
  }
}

function endLines(facts: SuiteEnd, noun: string): string[] {
  const { suite, folder, members, seconds, lanes, audited, root } = facts
  const paint = paintFor(process.stdout)
  const sum = (of: (member: MemberEnd) => number) => members.reduce((n, m) => n + of(m), 0)
  const [total, done, failed] = [sum((m) => m.total), sum((m) => m.done), sum((m) => m.failed)]
  const systems = members.flatMap(({ rates }) => rates ?? [])
  const table = systems.length > 0 ? [...rateTable(systems, { paint }), ''] : []
  const mismatches = sum((m) => m.mismatches)
  const equal = mismatches === 0 ? 'all equal' : paint.bad(`${count(mismatches)} DIFFER`)
  const tally = `${count(done - failed)} of ${counted(total, noun)} done, ${count(failed)} failed`
  const time = seconds === undefined ? 'nothing was left to do' : duration(seconds)
  const where = seconds === undefined ? '' : ` on ${counted(lanes, 'lane')}`
  const left = members.filter((member) => member.root === undefined)
  return [
    ...table,
    ...rateSummary(systems, paint),
    `${paint.strong(suite)}: ${counted(members.length, 'member')}, ${
      failed > 0 ? paint.bad(tally) : tally
    }, ${time}${where}`,
    ...members.flatMap(({ name, fault }) => (fault ? [paint.bad(`${name}: ${fault}`)] : [])),
    ...members.flatMap(({ folder, conflicts }) => {
      const which = `furrow status ${folder} tells which`
      const what = `${counted(conflicts, noun)} NONDETERMINISTIC; ${which}`
      return conflicts > 0 ? [paint.bad(what)] : []
    }),
    ...(audited > 0 ? [`audit: ${counted(audited, noun)} run again, ${equal}`] : []),
    `in ${folder}`,
    root === undefined
      ? `${counted(left.length, 'member')} left; the same command goes on from here`
      : `root ${root}`,
  ]
}

/**
 * One JSON object a line on stdout, each with its `event`. Counts are rollouts.
 *
 * - `start`: suite, folder, digest, members, total, done (by earlier runs), failed, lanes
 * - `progress` and `note`: as of a sweep (run-output.ts)
 * - `member`, as each ends: name, folder, total, done, failed, root (null while rollouts are left),
 *   fault (null, or why it could not be run), rates ({ rate, error, known, knownError, sigmas,
 *   within } each, the last four null where nothing is known), verdict, knownVerdict, agreement
 *   (`same`, `other`, `unsure` or null). Numbers that are not finite are texts, as "-Infinity".
 * - `end`, the last: suite, folder, members, finished, total, done, failed, differences (rates out
 *   of bounds and other verdicts than known), audit ({ rollouts, mismatches } or null), conflicts
 *   (rollouts with two results), seconds
 *   (null where nothing was left to do), root (null while a member is left)
 */
export function suiteJson(): SuiteOutput {
  const emit = (event: object) => process.stdout.write(`${JSON.stringify(event, spelled)}\n`)
  return {
    start(facts) {
      const { noun, ...rest } = facts
      emit({ event: 'start', ...rest })
      return jsonReporter(emit, facts)
    },
    member({ name, folder, total, done, failed, root = null, fault = null, rates: system }) {
      const rates = system?.rates.map(({ rate, error, known, comparison }) => {
        const { value = null, error: knownError = null } = known ?? {}
        const { sigmas = null, within = null } = comparison ?? {}
        return { rate, error, known: value, knownError, sigmas, within }
      })
      const { verdict = null, knownVerdict = null, agreement = null } = system ?? {}
      const judged = { rates: rates ?? [], verdict, knownVerdict, agreement }
      emit({ event: 'member', name, folder, total, done, failed, root, fault, ...judged })
    },
    end({ suite, folder, members, audited, seconds = null, root = null }) {
      const sum = (of: (member: MemberEnd) => number) => members.reduce((n, m) => n + of(m), 0)
      emit({
        event: 'end',
        suite,
        folder,
        members: members.length,
        finished: members.filter((member) => member.root !== undefined).length,
        total: sum((m) => m.total),
        done: sum((m) => m.done),
        failed: sum((m) => m.failed),
        differences: differencesIn(members.flatMap(({ rates }) => rates ?? [])),
        audit: audited > 0 ? { rollouts: audited, mismatches: sum((m) => m.mismatches) } : null,
        conflicts: sum((m) => m.conflicts),
        seconds,
        root,
      })
    },
  }
}

/** JSON has no NaN and no infinities. */
function spelled(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}
