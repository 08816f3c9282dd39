// What a rollout's row holds, as a task fixes it: its rungs, its samples, and the widths of both.
// The same law as the lanes' workers/columns.ts, which the farm may not load; a test compares them.

import type { Columns, MeasuredRate, Task } from '../workers/protocol.ts'

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

/** Where the curve of one measure lies in a row of `curves`. */
export interface CurvePlace {
  /** The measure, by its place in the task's. */
  readonly measure: number
  readonly kind: 'distance' | 'rate'
  /** Of its first number. */
  readonly at: number
  readonly entries: number
  /** Numbers of an entry: a distance, or a rate and its error. */
  readonly width: 1 | 2
  /** The step of an entry. */
  stepOf(entry: number): number
}

type Curved = Pick<
  Task,
  'steps' | 'discard' | 'divergences' | 'measures' | 'renewEvery' | 'rescalings'
>

/** The curves of divergences, then those of rates, each in the order of the measures. */
export function curvePlaces(task: Curved): CurvePlace[] {
  const { steps, divergences, measures } = task
  const places: CurvePlace[] = []
  let at = 0
  const add = (place: Omit<CurvePlace, 'at'>) => {
    places.push({ ...place, at })
    at += place.entries * place.width
  }
  for (const [measure, measured] of measures.entries()) {
    if (measured.kind !== 'divergence' && measured.kind !== 'seedDivergence') continue
    const { stride } = divergences[measured.divergence]
    // The initial distance, then the samples.
    const entries = 1 + Math.ceil(steps / stride)
    const stepOf = (entry: number) => Math.min(entry * stride, steps)
    add({ measure, kind: 'distance', entries, width: 1, stepOf })
  }
  for (const [measure, measured] of measures.entries()) {
    if (measured.kind !== 'lyapunov' || !measured.curve) continue
    const stepOf = runningStepOf(task, measured, measured.curve)
    add({ measure, kind: 'rate', entries: measured.curve, width: 2, stepOf })
  }
  return places
}

function runningStepOf(task: Curved, { rescaling }: MeasuredRate, points: number) {
  const { renewEvery = 1, rescalings = [] } = task
  const every = rescaling === undefined ? renewEvery : rescalings[rescaling].every
  const first = Math.ceil(task.discard / every)
  const count = Math.max(0, Math.floor(task.steps / every) - first)
  return (entry: number) => {
    const renewals = Math.ceil((count * (entry + 1)) / points)
    return renewals === 0 ? 0 : (first + renewals) * every
  }
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
    curves: places.reduce((sum, { entries, width }) => sum + entries * width, 0),
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
      return 2 * measured.exponents + 7
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
