// Where a rollout's results lie: widths of a row, and the columns of a job in one buffer.

import type { Columns, Divergence, Measured, MeasuredRate, Task } from './protocol.ts'

/** What a divergence gives in `values`, in this order; cause and law by their places in lists. */
export const DIVERGENCE_VALUES = [
  'rate',
  'rate_error',
  'cause',
  'law',
  'degree',
  'doubling_time',
  'doubling_time_error',
  'horizon',
  'horizon_bits',
  'initial',
  'final',
] as const

/** The same of the seed's. */
export const SEED_DIVERGENCE_VALUES = [
  'rate',
  'doubling_time',
  'time_to_threshold',
  'initial',
  'final',
] as const

/** NaN has these bits in every result; computed NaNs have whatever bits the engine left. */
export const NAN_BITS = 0x7ff8000000000000n

/** Steps at which the ladder takes a prefix fingerprint: ascending, each once, up to `steps`. */
export function rungs({ steps, ladderEvery }: Pick<Task, 'steps' | 'ladderEvery'>): number[] {
  const found: number[] = []
  const stride = ladderEvery ?? Number.POSITIVE_INFINITY
  let power = 1
  let multiple = stride
  for (;;) {
    const rung = Math.min(power, multiple)
    if (!(rung <= steps)) return found
    found.push(rung)
    if (power === rung) power *= 2
    if (multiple === rung) multiple += stride
  }
}

/** How many samples the curve of a divergence has: every `stride`-th step, and the last one. */
export function sampleCount(steps: number, { stride }: Pick<Divergence, 'stride'>): number {
  return Math.ceil(steps / stride)
}

/** Numbers that a measure has in `values`. */
export function measuredWidth(measured: Measured): number {
  switch (measured.kind) {
    case 'reading':
      return 1
    case 'divergence':
      return DIVERGENCE_VALUES.length
    case 'seedDivergence':
      return SEED_DIVERGENCE_VALUES.length
    case 'lyapunov':
      return 3
    case 'spectrum':
      return 2 * measured.exponents + 7
  }
}

/** Numbers a rollout has in `values`. */
export function valuesWidth({ measures }: Pick<Task, 'measures'>): number {
  return measures.reduce((width, measured) => width + measuredWidth(measured), 0)
}

type Curved = Pick<Task, 'steps' | 'divergences' | 'measures'>

/** Numbers that the curves of divergences have in a row of `curves`; those of rates follow. */
export function distancesWidth({ steps, divergences }: Omit<Curved, 'measures'>): number {
  let width = 0
  for (const divergence of divergences) width += 1 + sampleCount(steps, divergence)
  return width
}

/** Numbers a rollout has in `curves`. */
export function curveWidth(task: Curved): number {
  let width = distancesWidth(task)
  for (const measured of task.measures) {
    if (measured.kind === 'lyapunov') width += 2 * (measured.curve ?? 0)
  }
  return width
}

type Renewed = Pick<Task, 'steps' | 'discard' | 'renewEvery' | 'rescalings'>

/** Steps from one renewal of a rate's vectors to the next. */
export function renewalOf({ renewEvery = 1, rescalings = [] }: Renewed, measured: MeasuredRate) {
  const { rescaling } = measured
  return rescaling === undefined ? renewEvery : rescalings[rescaling].every
}

/**
 * Steps at which a running curve has its points: renewals, evenly spaced over those that count;
 * some are the same where there are fewer, and 0 where there are none.
 */
export function runningSteps(task: Renewed, measured: MeasuredRate): number[] {
  const every = renewalOf(task, measured)
  const first = Math.ceil(task.discard / every)
  const count = Math.max(0, Math.floor(task.steps / every) - first)
  const points = measured.curve ?? 0
  return Array.from({ length: points }, (_, k) => {
    const renewals = Math.ceil((count * (k + 1)) / points)
    return renewals === 0 ? 0 : (first + renewals) * every
  })
}

/** Byte offsets of the columns in one buffer, each aligned to its entries, and bytes in all. */
export interface ColumnsLayout {
  readonly values: number
  readonly curves: number
  readonly fingerprint: number
  readonly ladder: number
  readonly steps: number
  readonly status: number
  readonly bytes: number
}

/** The layout of `count` rollouts. Wide entries come first, so that there are no gaps. */
export function columnsLayout(task: Task, count: number): ColumnsLayout {
  const values = 0
  const curves = values + 8 * count * valuesWidth(task)
  const fingerprint = curves + 8 * count * curveWidth(task)
  const ladder = fingerprint + 8 * count
  const steps = ladder + 8 * count * rungs(task).length
  const status = steps + 4 * count
  const bytes = Math.ceil((status + count) / 8) * 8
  return { values, curves, fingerprint, ladder, steps, status, bytes }
}

/** The columns of rollouts [from, from + count) in `buffer`, from byte `start` (8 k) on. */
export function viewColumns(
  buffer: ArrayBufferLike,
  task: Task,
  from: number,
  count: number,
  start = 0,
): Columns {
  const at = columnsLayout(task, count)
  return {
    from,
    count,
    values: new Float64Array(buffer, start + at.values, (at.curves - at.values) / 8),
    curves: new Float64Array(buffer, start + at.curves, (at.fingerprint - at.curves) / 8),
    fingerprint: new BigUint64Array(buffer, start + at.fingerprint, count),
    ladder: new BigUint64Array(buffer, start + at.ladder, (at.steps - at.ladder) / 8),
    steps: new Uint32Array(buffer, start + at.steps, count),
    status: new Uint8Array(buffer, start + at.status, count),
  }
}

/** Columns in a buffer of their own; every status is `live` until a runner has been there. */
export function createColumns(task: Task, from: number, count: number): Columns {
  return viewColumns(new ArrayBuffer(columnsLayout(task, count).bytes), task, from, count)
}

/** Copies the rollouts of `part`, which lie within those of `whole`, to their places there. */
export function placeColumns(part: Columns, whole: Columns): void {
  const place = <T extends { length: number; set(from: T, at: number): void }>(from: T, to: T) =>
    to.set(from, (part.from - whole.from) * (to.length / whole.count))
  place(part.values, whole.values)
  place(part.curves, whole.curves)
  place(part.fingerprint, whole.fingerprint)
  place(part.ladder, whole.ladder)
  place(part.steps, whole.steps)
  place(part.status, whole.status)
}
