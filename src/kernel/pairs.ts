// Members beside their twins, by calls of a kernel that knows nothing of pairs: from one sample to
// the next. A kernel that takes the distance in its own loop must give what this gives.

import { columnDistance, columnSeparation } from '../math/separation.ts'
import { type Advances, drive } from './advances.ts'
import { ownColumns } from './block.ts'
import type { Program } from './ir.ts'
import { type Block, type Kernel, type Metric, type Pairs, type Span, STATUS } from './kernel.ts'

/** A kernel that knows nothing of pairs. */
type Alone = Pick<Kernel, 'program'> & {
  advance(block: Block, count: number, span: Span): number
}

const { live } = STATUS

/** The index of the first sample at or after a step, from 1 on. */
export const sampleAt = ({ stride }: Pick<Pairs, 'stride'>, step: number) =>
  Math.ceil(step / stride) - 1

/** The step of a sample. */
export const stepOfSample = ({ stride, last }: Pick<Pairs, 'stride' | 'last'>, sample: number) =>
  Math.min((sample + 1) * stride, last)

/** How many samples are taken in the first so many steps. */
export const samplesUpTo = ({ stride, last }: Pick<Pairs, 'stride' | 'last'>, step: number) =>
  step >= last ? Math.ceil(last / stride) : Math.floor(step / stride)

/** Kernel.advance with pairs, made of advances without. */
export function advancePairs(
  { program, advance }: Alone,
  block: Block,
  count: number,
  span: Span,
  pairs: readonly Pairs[],
): number {
  return drive(pairStretches(program, block, count, span, pairs), (asked) =>
    advance(asked.block, asked.count, asked.span),
  )
}

/** The same for whoever may have to wait for an advance: asks for each, and is told its time. */
export function* pairStretches(
  program: Program,
  block: Block,
  count: number,
  span: Span,
  pairs: readonly Pairs[],
): Advances<number> {
  let { from, time } = span
  while (from < span.to) {
    let { to } = span
    for (const pair of pairs) to = Math.min(to, nextStep(pair, from))
    const stretch = { ...span, from, to, time }
    time = yield { block, count, span: stretch }
    for (const pair of pairs) {
      endTwins(block, pair.twin, count, to)
      yield { block: pair.twin, count, span: { ...stretch, observe: false, fingerprint: 0 } }
      const sample = sampleAt(pair, to)
      if (stepOfSample(pair, sample) === to) takeSample(program, block, count, pair, sample)
    }
    from = to
  }
  return time
}

const nextStep = (pair: Pairs, from: number) => stepOfSample(pair, sampleAt(pair, from + 1))

/** Twins of members who ended before a step need not go on. */
function endTwins({ status, steps }: Block, twin: Block, count: number, step: number): void {
  for (let m = 0; m < count; m++) {
    const ended = status[m] === STATUS.escaped || (status[m] !== live && steps[m] < step)
    if (ended && twin.status[m] === live) twin.status[m] = STATUS.done
  }
}

/** The distance between members of two blocks, by a metric. */
export function distanceBy(metric: Metric, program: Program, block: Block, twin: Block) {
  const [own, others] = [ownColumns(program, block), ownColumns(program, twin)]
  const { periods } = program
  return metric === 'seed'
    ? (m: number) => columnDistance(own, m, others, m)
    : (m: number) => columnSeparation(own, m, others, m, periods)
}

function takeSample(
  program: Program,
  block: Block,
  count: number,
  pair: Pairs,
  sample: number,
): void {
  const { twin, metric, distances, start, width } = pair
  const distance = distanceBy(metric, program, block, twin)
  for (let m = 0; m < count; m++) {
    if (twin.status[m] !== live) continue
    distances[start + m * width + sample] = distance(m)
  }
}

/** Makes a kernel without pairs one that has them. */
export function withPairs(kernel: Omit<Kernel, 'advance'> & Alone): Kernel {
  return {
    ...kernel,
    advance: (block, count, span, pairs = []) =>
      pairs.length === 0
        ? kernel.advance(block, count, span)
        : advancePairs(kernel, block, count, span, pairs),
  }
}
