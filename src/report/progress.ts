// How far a run is, as one line of text.

import { count, counted, duration, percent, rate } from './quantity.ts'
import type { Tally } from './summary.ts'
import { wrap } from './table.ts'

export interface Progress {
  readonly noun: Tally['noun']
  /** Recorded, the failed ones included. */
  readonly done: number
  readonly failed: number
  readonly total: number
  /** Rollouts a second, or undefined before any are known. */
  readonly perSecond: number | undefined
}

/** Seconds that the rest will take at this rate; undefined when no rate is known. */
export function secondsLeft({ done, total, perSecond }: Progress): number | undefined {
  if (done >= total) return 0
  return perSecond !== undefined && perSecond > 0 ? (total - done) / perSecond : undefined
}

/** One line: `1,200 of 4,000 cells (30 %), 0 failed, 512 cells/s, 5.47 s left`. */
export function progressLine(progress: Progress, width = 80): string {
  const { noun, done, failed, total, perSecond } = progress
  const left = secondsLeft(progress)
  return fitted(', ', width, [
    [0, `${count(done)} of ${counted(total, noun)} (${percent(done, total)})`],
    [1, `${count(failed)} failed`],
    [3, perSecond === undefined ? '' : rate(perSecond, `${noun}s/s`)],
    [2, left === undefined || left === 0 ? '' : `${duration(left)} left`],
  ])
}

const BAR = 10

/** For a terminal: `###....... 30 %  1,200/4,000 cells  512/s  5.47 s left`. */
export function progressBar(progress: Progress, width: number): string {
  const { noun, done, failed, total, perSecond } = progress
  const full = total === 0 ? BAR : Math.floor((done / total) * BAR)
  const left = secondsLeft(progress)
  return fitted('  ', width, [
    [0, `${'#'.repeat(full)}${'.'.repeat(BAR - full)} ${percent(done, total)}`],
    [3, `${count(done)}/${count(total)} ${noun}s`],
    [1, failed === 0 ? '' : `${count(failed)} failed`],
    [4, perSecond === undefined ? '' : rate(perSecond, '/s')],
    [2, left === undefined || left === 0 ? '' : `${duration(left)} left`],
  ])
}

/** Whole parts alone, since a number that was cut is another number: the last by rank go first. */
function fitted(gap: string, width: number, parts: readonly (readonly [number, string])[]): string {
  let kept = parts.filter(([, text]) => text !== '')
  const line = () => kept.map(([, text]) => text).join(gap)
  while (kept.length > 1 && line().length > width) {
    const last = Math.max(...kept.map(([rank]) => rank))
    kept = kept.filter(([rank]) => rank < last)
  }
  return line().slice(0, width)
}

/** What a user's own code says, as lines that cannot disturb a terminal or a log. */
export function noteLines(text: string, width = 80): string[] {
  const quiet = text.replace(/\p{Cc}\[[\d;?]*[A-Za-z]/gu, '').replace(/\p{Cc}/gu, ' ')
  return wrap(quiet.trim(), width)
}
