// How long a rollout may take and how much memory a lane, where the caller says it and where not.

import { totalmem } from 'node:os'
import { MEGABYTE } from './process-signs.ts'
import type { Task } from './protocol.ts'

/** The time of a whole rollout: so many seconds, or percent of the median of finished ones. */
export type Timeout = { readonly seconds: number } | { readonly percent: number }

/** Relative limits count when so many rollouts have finished, and are never shorter than this. */
const FINISHED_MIN = 8
const RELATIVE_MIN_MS = 1_000
/** Without a limit of the caller's: time without a sign of life. */
const STILL_MIN_MS = 60_000
const STILL_PERCENT = 1_000
/** Times that are kept: the latest. */
const KEPT = 255

const MEMORY_MAX_MB = 4_096

/** The times of finished rollouts, and what follows from them. */
export class TimeLimit {
  readonly #timeout: Timeout | undefined
  readonly #times: number[] = []
  #count = 0
  #median: number | undefined

  constructor(timeout: Timeout | undefined) {
    this.#timeout = timeout
  }

  finished(ms: number): void {
    this.#times[this.#count % KEPT] = ms
    this.#count += 1
    this.#median = undefined
  }

  /** Milliseconds; undefined until enough rollouts have finished. */
  get median(): number | undefined {
    if (this.#count < FINISHED_MIN) return undefined
    this.#median ??= this.#times.toSorted((a, b) => a - b)[this.#times.length >> 1]
    return this.#median
  }

  /** Why a rollout must end that has run for `whole` ms and shown no sign of life for `still`. */
  overdue(whole: number, still: number): string | undefined {
    const { median } = this
    const asked = this.#timeout && limitOf(this.#timeout, median)
    if (asked !== undefined) return whole > asked ? `took longer than ${shown(asked)}` : undefined
    const limit = Math.max(STILL_MIN_MS, ((median ?? 0) * STILL_PERCENT) / 100)
    return still > limit ? `took no step for ${shown(limit)}; --timeout may allow more` : undefined
  }
}

function limitOf(timeout: Timeout, median: number | undefined): number | undefined {
  if ('seconds' in timeout) return timeout.seconds * 1000
  if (median === undefined) return undefined
  return Math.max(RELATIVE_MIN_MS, (median * timeout.percent) / 100)
}

const shown = (ms: number) => `${Number((ms / 1000).toPrecision(3))} s`

/** Megabytes that each of so many lanes may take: an equal part of half of the machine's. */
export function defaultMemory(lanes: number): number {
  const bound = process.constrainedMemory?.() || Number.POSITIVE_INFINITY
  const bytes = Math.min(totalmem(), bound)
  return Math.min(MEMORY_MAX_MB, Math.floor(bytes / MEGABYTE / 2 / lanes))
}

/** @throws Error for an engine whose worlds, as it declares them, take more than a lane may */
export function refuseLargeWorlds({ engine, divergences, rescalings }: Task, megabytes: number) {
  const worlds = 1 + divergences.length + (rescalings?.length ?? 0)
  const needed = Math.ceil((worlds * (engine?.bytes ?? 0)) / MEGABYTE)
  if (needed <= megabytes) return
  const what = worlds === 1 ? 'a world takes' : `a world and its twins take`
  throw new Error(
    `${what} ${needed} MB, and a lane has ${megabytes} MB; ` +
      `give it more by --memory ${needed}, or use fewer --workers`,
  )
}
