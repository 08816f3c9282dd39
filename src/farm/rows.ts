// What a rollout's row holds, as a task fixes it: its rungs, its samples, and the widths of both.
// The same law as the lanes' workers/columns.ts, which the farm may not load; a test compares them.

import type { Columns, Divergence, Task } from '../workers/protocol.ts'

/** Steps of the ladder's prefix fingerprints: ascending, each once, none above `steps`. */
export function ladderSteps({ steps, ladderEvery }: Pick<Task, 'steps' | 'ladderEvery'>): number[] {
  const found: number[] = []
  const every = ladderEvery ?? Number.POSITIVE_INFINITY
  let power = 1
  let multiple = every
  for (let step = Math.min(power, multiple); step <= steps; step = Math.min(power, multiple)) {
    found.push(step)
    if (power === step) power *= 2
    if (multiple === step) multiple += every
  }
  return found
}

/** Where the curve of one divergence lies in a row of `curves`. */
export interface CurvePlace {
  /** Of its initial distance; the samples follow. */
  readonly at: number
  readonly samples: number
  readonly divergence: Divergence
}

export function curvePlaces({ steps, divergences }: Pick<Task, 'steps' | 'divergences'>) {
  const places: CurvePlace[] = []
  let at = 0
  for (const divergence of divergences) {
    const samples = Math.ceil(steps / divergence.stride)
    places.push({ at, samples, divergence })
    at += 1 + samples
  }
  return places
}

/** The step of entry `i` of a curve: 0 for the initial distance, then the samples. */
export function curveStep(steps: number, place: CurvePlace, i: number): number {
  return Math.min(i * place.divergence.stride, steps)
}

/** Entries that a rollout has in `values`, `ladder` and `curves`. */
export interface Widths {
  readonly values: number
  readonly ladder: number
  readonly curves: number
}

export function widthsOf(task: Task): Widths {
  const places = curvePlaces(task)
  return {
    values: task.measures.reduce((sum, measured) => sum + widthOf(measured), 0),
    ladder: ladderSteps(task).length,
    curves: places.reduce((sum, { samples }) => sum + 1 + samples, 0),
  }
}

function widthOf(measured: Task['measures'][number]): number {
  switch (measured.kind) {
    case 'divergence':
      return 11
    case 'seedDivergence':
      return 5
    case 'lyapunov':
      return 3
    case 'spectrum':
      return 2 * measured.exponents + 2
    default:
      return 1
  }
}

/** The widths that columns have, whoever made them. */
export function widthsIn({ count, values, ladder, curves }: Columns): Widths {
  return {
    values: values.length / count,
    ladder: ladder.length / count,
    curves: curves.length / count,
  }
}

/** Bytes that one rollout takes in columns. */
export function rowBytes({ values, ladder, curves }: Widths): number {
  return 13 + 8 * (values + ladder + curves)
}
