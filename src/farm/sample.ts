// Which recorded rollouts are run once more: by the sweep's seed and their index, never by a clock.

import { PURPOSE, randomStream } from '../math/random-stream.ts'
import type { Plan } from './plan.ts'
import type { Stretch } from './stretches.ts'

/** A part of the recorded rollouts. */
export interface Sample {
  readonly count: number
  chosen(rollout: number): boolean
}

/** Neighbours are chosen together where so many runs of them are left to choose. */
const RUNS_AIM = 200
const RUN_MAX = 64

/**
 * Rollouts that are chosen together: a lane runs neighbours at once, and in a large sweep a sample
 * of lonely ones would cost many times its share.
 */
export function sampleRun(rollouts: number, percent: number): number {
  const wanted = Math.floor((rollouts * percent) / 100 / RUNS_AIM)
  return Math.max(1, Math.min(RUN_MAX, wanted))
}

/** So many of 100 recorded rollouts; at least one where any is recorded. */
export function chooseSample(plan: Plan, covered: readonly Stretch[], percent: number): Sample {
  if (percent >= 100) {
    return { count: covered.reduce((sum, { count }) => sum + count, 0), chosen: () => true }
  }
  const width = sampleRun(plan.rollouts, percent)
  return drawRuns(runsOf(covered, width), width, share(percent / 100), (run) =>
    randomStream(plan.task.seed, PURPOSE.audit, run).word(),
  )
}

/**
 * A sample in two parts: `few` has about the given part of it and at least one rollout, `rest` what
 * is left.
 */
export function splitSample(
  plan: Plan,
  covered: readonly Stretch[],
  percent: number,
  part: number,
): { readonly few: Sample; readonly rest: Sample } {
  const sample = chooseSample(plan, covered, percent)
  if (sample.count <= 1) return { few: sample, rest: { count: 0, chosen: () => false } }
  const width = sampleRun(plan.rollouts, percent)
  const runs = function* () {
    for (const run of runsOf(covered, width)) if (sample.chosen(run.at)) yield run
  }
  const drawn = drawRuns(runs(), width, share(part), (run) => {
    const stream = randomStream(plan.task.seed, PURPOSE.audit, run)
    // The first word has chosen the run itself.
    stream.word()
    return stream.word()
  })
  const few = { ...drawn, chosen: (n: number) => sample.chosen(n) && drawn.chosen(n) }
  return {
    few,
    rest: {
      count: sample.count - few.count,
      chosen: (rollout) => sample.chosen(rollout) && !few.chosen(rollout),
    },
  }
}

const share = (part: number) => part * 0x100000000

interface Run {
  readonly run: number
  readonly at: number
  readonly next: number
}

/** What is recorded, cut where runs of neighbours begin. */
function* runsOf(covered: readonly Stretch[], width: number): Generator<Run> {
  for (const { from, count } of covered) {
    const end = from + count
    for (let at = from; at < end; ) {
      const run = Math.floor(at / width)
      const next = Math.min(end, (run + 1) * width)
      yield { run, at, next }
      at = next
    }
  }
}

/** The runs whose word is below the limit; where none is, the first rollout of the lowest. */
function drawRuns(
  runs: Iterable<Run>,
  width: number,
  limit: number,
  draw: (run: number) => number,
): Sample {
  let count = 0
  let lowest = Number.POSITIVE_INFINITY
  let first = -1
  for (const { run, at, next } of runs) {
    const drawn = draw(run)
    if (drawn < limit) count += next - at
    if (drawn < lowest) [lowest, first] = [drawn, at]
  }
  if (count === 0) return { count: first < 0 ? 0 : 1, chosen: (rollout) => rollout === first }
  let known = -1
  let isChosen = false
  const chosen = (rollout: number) => {
    const run = Math.floor(rollout / width)
    if (run !== known) [known, isChosen] = [run, draw(run) < limit]
    return isChosen
  }
  return { count, chosen }
}
