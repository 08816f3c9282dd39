// `furrow status`: how far a result is, also while a run is going on there.

import { statSync } from 'node:fs'
import { secondsLeft } from '../report/progress.ts'
import { count, duration, percent, rate } from '../report/quantity.ts'
import { recorded } from '../report/summary.ts'
import { journalIn, openResult, type Result } from './result-folder.ts'
import { totalOf } from './run-facts.ts'
import { holderOf } from './run-lock.ts'
import { tallyOf } from './tally.ts'

/** Prints the state of the result in `folder`; nothing is locked or written. */
export function printStatus(folder: string): number {
  const result = openResult(folder)
  try {
    process.stdout.write(`${statusLines(folder, result).join('\n')}\n`)
    return 0
  } finally {
    result.journal.close()
  }
}

function statusLines(folder: string, { manifest, plan, journal }: Result): string[] {
  const total = totalOf(manifest)
  const tally = tallyOf(journal.counts(), total, plan.replicas)
  const all = recorded(tally)
  const { noun, failed } = tally
  const holder = holderOf(folder)
  const running = holder !== undefined
  const perSecond = rateOf(folder, { manifest, plan, journal }, all, running)
  const left = secondsLeft({ noun, done: all, failed, total, perSecond })
  const state = running
    ? `running (process ${holder.pid} on ${holder.host})`
    : all === total
      ? 'finished'
      : 'not finished; the same `furrow run` goes on from here'
  return [
    `sweep   ${plan.name}${manifest.shard === undefined ? '' : `, shard ${manifest.shard}`}`,
    `state   ${state}`,
    `done    ${count(all - failed)} of ${count(total)} ${noun}s (${percent(all - failed, total)})`,
    `failed  ${count(failed)}`,
    `left    ${count(total - all)}`,
    `rate    ${perSecond === undefined ? 'unknown' : rate(perSecond, `${noun}s/s`)}`,
    `eta     ${left === undefined ? 'unknown' : left === 0 ? 'none' : duration(left)}`,
  ]
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
