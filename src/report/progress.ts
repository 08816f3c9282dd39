// How far a run is, as one line of text.

import { count, counted, duration, percent, rate } from './quantity.ts'
import type { Tally } from './summary.ts'

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

/** One line: `1,200 of 4,000 cells (30 %), 0 failed, 512 cells/s, 5.5 s left`. */
export function progressLine(progress: Progress): string {
  const { noun, done, failed, total, perSecond } = progress
  const left = secondsLeft(progress)
  return [
    `${count(done)} of ${counted(total, noun)} (${percent(done, total)})`,
    `${count(failed)} failed`,
    ...(perSecond === undefined ? [] : [rate(perSecond, `${noun}s/s`)]),
    ...(left === undefined || left === 0 ? [] : [`${duration(left)} left`]),
  ].join(', ')
}

const BAR = 10

/** For a terminal: `###....... 30 %  1,200/4,000 cells  512/s  5.5 s left`, cut to the width. */
export function progressBar(progress: Progress, width: number): string {
  const { noun, done, failed, total, perSecond } = progress
  const full = total === 0 ? BAR : Math.floor((done / total) * BAR)
  const left = secondsLeft(progress)
  const parts = [
    `${'#'.repeat(full)}${'.'.repeat(BAR - full)} ${percent(done, total)}`,
    `${count(done)}/${count(total)} ${noun}s`,
    ...(failed === 0 ? [] : [`${count(failed)} failed`]),
    ...(perSecond === undefined ? [] : [rate(perSecond, '/s')]),
    ...(left === undefined || left === 0 ? [] : [`${duration(left)} left`]),
  ]
  return parts.join('  ').slice(0, width)
}
