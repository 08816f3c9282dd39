// `furrow status`: how far a result is, also while a run is going on there.

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Progress, secondsLeft } from '../report/progress.ts'
import { count, counted, duration, percent, rate } from '../report/quantity.ts'
import { recorded } from '../report/summary.ts'
import { findingLines } from './findings.ts'
import { readManifest } from './manifest.ts'
import { journalIn, openResult, type Result, recordedIn } from './result-folder.ts'
import { totalOf } from './run-facts.ts'
import { type Holder, holderOf, processOf } from './run-lock.ts'
import { readSuite, type SuiteRecord } from './suite-folder.ts'
import { tallyOf } from './tally.ts'

/** What there is to see in a result folder at a moment. */
export interface Look {
  readonly lines: readonly string[]
  readonly progress: Progress
  readonly running: boolean
}

/** Prints the state of the result in `folder`; nothing is locked or written. */
export async function printStatus(folder: string, options: { watch?: boolean }): Promise<number> {
  const look = (perSecond?: number) => lookAt(folder, perSecond)
  if (options.watch) return (await import('./watch.ts')).watch(look)
  process.stdout.write(`${look().lines.join('\n')}\n`)
  return 0
}

/** `perSecond`: the rate, from one who knows it better than the manifest. */
function lookAt(folder: string, perSecond: number | undefined): Look {
  const suite = readSuite(folder)
  if (suite !== undefined) return lookAtSuite(folder, suite, perSecond)
  const result = openResult(folder)
  try {
    return lookAtSweep(folder, result, perSecond)
  } finally {
    result.journal.close()
  }
}

function lookAtSweep(
  folder: string,
  { manifest, plan, journal }: Result,
  known: number | undefined,
): Look {
  const total = totalOf(manifest)
  const tally = tallyOf(journal.counts(), total, plan.replicas)
  const all = recorded(tally)
  const { noun, failed } = tally
  const holder = holderOf(folder)
  const running = holder !== undefined
  const perSecond = known ?? rateOf(folder, { manifest, plan, journal }, all, running)
  const progress = { noun, done: all, failed, total, perSecond }
  const left = secondsLeft(progress)
  const lines = [
    `sweep   ${plan.name}${manifest.shard === undefined ? '' : `, shard ${manifest.shard}`}`,
    `state   ${stateOf(holder, all === total)}`,
    `done    ${count(all - failed)} of ${count(total)} ${noun}s (${percent(all - failed, total)})`,
    `failed  ${count(failed)}`,
    `left    ${count(total - all)}`,
    `rate    ${perSecond === undefined ? 'unknown' : rate(perSecond, `${noun}s/s`)}`,
    `eta     ${left === undefined ? 'unknown' : left === 0 ? 'none' : duration(left)}`,
    ...findingLines(folder, plan, journal),
  ]
  return { lines, progress, running }
}

function stateOf(holder: Holder | undefined, finished: boolean): string {
  if (holder) return `running (process ${processOf(holder)} on ${holder.host})`
  return finished ? 'finished' : 'not finished; the same `furrow run` goes on from here'
}

/** Of a suite: its members, and their rollouts together. */
function lookAtSuite(folder: string, suite: SuiteRecord, perSecond: number | undefined): Look {
  const members = suite.members.map(({ folder: own }) => join(folder, own))
  const sums = { total: 0, all: 0, failed: 0, finished: 0, known: 0 }
  for (const member of members) {
    const manifest = readManifest(member)
    const { done, failed } = recordedIn(member)
    sums.total += manifest?.plan.rollouts ?? 0
    sums.known += manifest === undefined ? 0 : 1
    sums.all += done
    sums.failed += failed
    sums.finished += manifest !== undefined && done === manifest.plan.rollouts ? 1 : 0
  }
  const { length } = members
  const { total, all, failed, finished, known } = sums
  // Of a member that has not begun only its name is known.
  const more = known < length ? ' and those of members that have not begun' : ''
  const holder = holderOf(folder)
  const lines = [
    `suite   ${suite.name}`,
    `state   ${stateOf(holder, finished === length)}`,
    `members ${count(finished)} of ${count(length)} finished (${percent(finished, length)})`,
    `done    ${count(all - failed)} of ${counted(total, 'rollout')}${more}`,
    `failed  ${count(failed)}`,
    `left    ${counted(length - finished, 'member')}, ${counted(total - all, 'rollout')}${more}`,
  ]
  const progress: Progress = { noun: 'rollout', done: all, failed, total, perSecond }
  return { lines, progress, running: holder !== undefined }
}

/**
 * Rollouts a second of the run that goes on, or of the last one. A run that was killed has left no
 * end of its own: then the journal's last change stands for it.
 */
function rateOf(
  folder: string,
  { manifest }: Result,
  all: number,
  running: boolean,
): number | undefined {
  const last = manifest.runs.at(-1)
  if (last === undefined) return undefined
  if (last.ended !== null) return last.added > 0 ? last.added / last.seconds : undefined
  const end = running ? Date.now() : lastChange(folder)
  const seconds = (end - Date.parse(last.started)) / 1000
  return seconds > 0 && all > last.before ? (all - last.before) / seconds : undefined
}

function lastChange(folder: string): number {
  const times = ['', '-wal'].map(
    (ending) => statSync(journalIn(folder) + ending, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  )
  return Math.max(...times)
}
