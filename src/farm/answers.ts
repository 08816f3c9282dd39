// Takes a pool's answers into the journal, each rollout once: late, doubled and contradicting ones
// too. What an answer lacks of its job is asked again.

import type { Columns, Fault, Job } from '../workers/protocol.ts'
import { fieldLabels } from './compare.ts'
import type { Journal, RecordedFault } from './journal.ts'
import type { Plan } from './plan.ts'
import { countCovered, missingFrom, type Stretch } from './stretches.ts'

/** Why rollouts failed, as a pool tells it: gathered here until their rows are recorded. */
export interface FaultBook {
  add(fault: Fault): void
  /** Takes out what was told of these rollouts; of several the last. */
  take(stretch: Stretch): RecordedFault[]
}

export function createFaultBook(replicas: number): FaultBook {
  const told = new Map<number, RecordedFault>()
  return {
    add({ cell, replica, step, message, cause, retries }) {
      const rollout = cell * replicas + replica
      told.set(rollout, { rollout, cause, step, retries, message })
    },
    take({ from, count }) {
      if (told.size === 0) return []
      const taken = [...told.values()].filter(
        ({ rollout }) => from <= rollout && rollout < from + count,
      )
      for (const { rollout } of taken) told.delete(rollout)
      return taken
    },
  }
}

export interface Answers {
  /** Records an answer, and returns what of it was new. */
  take(columns: Columns, job: Stretch): readonly Columns[]
  /** A job that is to be asked again. */
  next(): Job | undefined
  /** Rollouts that came more than once, and no bits contradict. */
  readonly duplicates: number
  /** Rollouts that came with other bits than those that are recorded. */
  readonly conflicts: number
}

/** How often a job is asked whose answers do not hold it. */
const ASKED_MAX = 3

export function createAnswers(plan: Plan, journal: Journal, faults?: FaultBook): Answers {
  const labels = fieldLabels(plan)
  const again: Job[] = []
  const asked = new Map<number, number>()
  const sums = { duplicates: 0, conflicts: 0 }
  /** What an answer that is not that of its job leaves to do. */
  const askAgain = (job: Stretch) => {
    if (countCovered(journal.covered(), job) === job.count) return
    const times = (asked.get(job.from) ?? 1) + 1
    if (times > ASKED_MAX) throw new Error(`the pool did not answer job ${placeOf(job)}`)
    asked.set(job.from, times)
    for (const { from, count } of missingFrom(journal.covered(), job)) {
      const inputs = plan.cells.columns(from, count, plan.replicas)
      again.push({ from, count, batch: count, inputs })
    }
  }
  return {
    take(columns, job) {
      const { from, count } = columns
      if (from < 0 || from + count > plan.rollouts)
        throw new Error(`the pool answered job ${placeOf(job)} with rollouts that are not there`)
      const found = journal.append(columns, { faults: faults?.take(columns) ?? [], labels })
      sums.duplicates += found.duplicates
      sums.conflicts += found.conflicts.length
      if (from > job.from || from + count < job.from + job.count) askAgain(job)
      return found.fresh
    },
    next: () => again.shift(),
    get duplicates() {
      return sums.duplicates
    },
    get conflicts() {
      return sums.conflicts
    },
  }
}

const placeOf = ({ from, count }: Stretch) => `${from}+${count}`
