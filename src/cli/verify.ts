// `furrow verify`: recorded rollouts once more, compared bit for bit; of a suite, all members'.

import { join } from 'node:path'
import { createConflictBook } from '../farm/conflict-book.ts'
import { openJournal } from '../farm/journal-sqlite.ts'
import type { Conflict } from '../farm/meeting.ts'
import type { Plan } from '../farm/plan.ts'
import { drawMembers } from '../farm/suite.ts'
import { isUserError } from '../farm/user-error.ts'
import { verifySweep } from '../farm/verify.ts'
import { count, counted } from '../report/quantity.ts'
import type { Tally } from '../report/summary.ts'
import { differenceLine } from './audit.ts'
import { inParallel } from './in-parallel.ts'
import { INTERRUPTED, listenForInterruption } from './interruption.ts'
import { checkEngine } from './load-engine.ts'
import { choosePool, createPool, createThreads, type PoolChoice } from './pool.ts'
import { type Reporter, reporterFor } from './progress.ts'
import { journalIn, openResult, type Result } from './result-folder.ts'
import { readSuite, type SuiteRecord } from './suite-folder.ts'

export interface VerifyOptions extends PoolChoice {
  /** Percent of the recorded rollouts. */
  readonly sample: number
}

const TOLD_MAX = 20

/** Prints each difference (the first 20) and the count; 1 if there is any. */
export async function verify(folder: string, options: VerifyOptions): Promise<number> {
  const suite = readSuite(folder)
  const own = options.backend === 'gpu' && !suite ? await choosePool(options) : undefined
  const threads = createThreads(own ? {} : options)
  const members = suite ? membersOf(folder, suite) : [{ folder, prefix: '' }]
  const results = openAll(members.map((member) => member.folder))
  const plans = results.map(({ plan }) => plan)
  const engine = own ?? engineThreads(results, options)
  const noun = plans.every(({ replicas }) => replicas === 1) ? 'cell' : 'rollout'
  const percents = suite
    ? drawMembers(
        suite.digest,
        plans.map(({ rollouts }) => rollouts),
        options.sample,
      )
    : [options.sample]
  const interruption = listenForInterruption(() => {})
  const told = tellDifferences()
  const conflicts = results.map(() => createConflictBook('verify'))
  const total = createTotals(noun, results, percents)
  const sums = { checked: 0, differing: 0, aborted: false }
  try {
    await inParallel(threads.lanes, results.length, async (i) => {
      if (percents[i] === 0) return
      const found = await verifySweep({
        ...results[i],
        pool: (engine ?? threads.pool()).pool,
        percent: percents[i],
        signal: interruption.signal,
        difference: (one) => {
          conflicts[i].add(one)
          told.tell(members[i].prefix + differenceLine(one, plans[i].replicas))
        },
        progress: (now) => total.update(i, now),
      })
      sums.checked += found.checked
      sums.differing += found.differing
      sums.aborted ||= found.aborted
    })
    total.end()
    told.end()
    for (const [i, { folder }] of members.entries()) {
      noteConflicts(folder, plans[i], conflicts[i].take())
    }
    const verdict = sums.differing === 0 ? 'all equal' : `${count(sums.differing)} DIFFER`
    process.stdout.write(`${counted(sums.checked, noun)} run again: ${verdict}\n`)
    return sums.differing > 0 ? 1 : sums.aborted ? INTERRUPTED : 0
  } finally {
    total.end()
    interruption.release()
    await engine?.pool.close()
    await threads.close()
    for (const { journal } of results) journal.close()
  }
}

function membersOf(folder: string, { members }: SuiteRecord) {
  return members.map(({ name, folder: own }) => {
    return { folder: join(folder, own), prefix: `${name}: ` }
  })
}

/** All or none: what was opened before a fault is closed again. */
function openAll(folders: readonly string[]): Result[] {
  const results: Result[] = []
  try {
    for (const folder of folders) results.push(openResult(folder))
    return results
  } catch (error) {
    for (const { journal } of results) journal.close()
    throw error
  }
}

/** An engine scene has threads of its own, if its code is still there; it is in no suite. */
function engineThreads(results: readonly Result[], options: PoolChoice) {
  const [{ plan, journal }] = results
  const { task } = plan
  if (!task.engine) return undefined
  try {
    checkEngine(task.engine)
    const chosen = createPool(options)
    chosen.backendOf(task)
    return chosen
  } catch (error) {
    journal.close()
    throw error
  }
}

/** So that whoever looks at the folder later hears of them. It may lie where none can write. */
function noteConflicts(folder: string, plan: Plan, conflicts: readonly Conflict[]): void {
  if (conflicts.length === 0) return
  try {
    const journal = openJournal(journalIn(folder), plan)
    journal.note(conflicts)
    journal.close()
  } catch (error) {
    if (!isUserError(error)) throw error
    process.stderr.write(`the differences could not be kept in the journal: ${error.message}\n`)
  }
}

function tellDifferences() {
  let told = 0
  return {
    tell(line: string) {
      told += 1
      if (told <= TOLD_MAX) process.stdout.write(`${line}\n`)
    },
    end() {
      if (told > TOLD_MAX)
        process.stdout.write(`(and ${count(told - TOLD_MAX)} more differences)\n`)
    },
  }
}

/** One progress of all sweeps. One alone says how many it draws; of several that is reckoned. */
function createTotals(
  noun: Tally['noun'],
  results: readonly Result[],
  percents: readonly number[],
) {
  const checked = results.map(() => 0)
  const drawn = results.map(({ journal }, i) => {
    const recorded = journal.counts().reduce((sum, n) => sum + n, 0)
    return percents[i] === 0 ? 0 : Math.max(1, Math.round((recorded * percents[i]) / 100))
  })
  const sum = (counts: readonly number[]) => counts.reduce((all, n) => all + n, 0)
  let reporter: Reporter | undefined
  return {
    update(i: number, now: { total: number; checked: number }) {
      checked[i] = now.checked
      const total = results.length === 1 ? now.total : sum(drawn)
      reporter ??= reporterFor(process.stderr, { noun, total, done: 0, failed: 0 })
      reporter.update(sum(checked), 0)
    },
    end() {
      reporter?.end()
      reporter = undefined
    },
  }
}
