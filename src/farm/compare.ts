// Two answers for one rollout, bit for bit, and the names of what may differ.

import type { Columns } from '../workers/protocol.ts'
import { floatText } from './canonical.ts'
import type { Plan } from './plan.ts'
import { curvePlaces, ladderSteps, widthsIn } from './rows.ts'
import { isByMachine, STATUS_NAMES } from './status.ts'

/** Names for the entries of a rollout's row. */
export interface FieldLabels {
  readonly values: readonly string[]
  readonly ladder: readonly string[]
  readonly curves: readonly string[]
}

/** How a plan names the fields that a comparison tells. */
export function fieldLabels({ task, measures }: Plan): FieldLabels {
  return {
    values: measures.flatMap(({ columns }) => columns),
    ladder: ladderSteps(task).map((step) => `ladder at step ${step}`),
    curves: curvePlaces(task).flatMap(({ measure, entries, width, stepOf }) => {
      const { name } = measures[measure]
      return Array.from({ length: entries }, (_, i) => {
        const at = `at step ${stepOf(i)}`
        return width === 1 ? [`${name} ${at}`] : [`${name} ${at}`, `${name}_error ${at}`]
      }).flat()
    }),
  }
}

/**
 * The fields of a rollout whose bits differ: name, bits recorded, bits found. Without labels an
 * entry is named for its place (`values 3`).
 */
export function* compareRollout(
  labels: FieldLabels | undefined,
  expected: Columns,
  found: Columns,
  rollout: number,
): Generator<[field: string, expected: string, found: string]> {
  const [a, b] = [rollout - expected.from, rollout - found.from]
  const statusName = (status: number) => STATUS_NAMES[status] ?? String(status)
  if (expected.status[a] !== found.status[b])
    yield ['status', statusName(expected.status[a]), statusName(found.status[b])]
  if (expected.steps[a] !== found.steps[b])
    yield ['steps', String(expected.steps[a]), String(found.steps[b])]
  if (expected.fingerprint[a] !== found.fingerprint[b])
    yield ['fingerprint', hex64(expected.fingerprint[a]), hex64(found.fingerprint[b])]
  const widths = widthsIn(expected)
  for (const group of ['values', 'ladder', 'curves'] as const) {
    const width = widths[group]
    for (let i = 0; i < width; i++) {
      const before = expected[group][a * width + i]
      const again = found[group][b * width + i]
      // NaN is one value here, and -0 is not 0.
      if (!Object.is(before, again)) {
        const label = labels?.[group][i] ?? `${group} ${i}`
        yield [label, bitsOf(before), bitsOf(again)]
      }
    }
  }
}

/** Whether a rollout ended in two ways, of which the machine decided one: no bits contradict. */
export function isUndecided(expected: Columns, found: Columns, rollout: number): boolean {
  const before = expected.status[rollout - expected.from]
  const again = found.status[rollout - found.from]
  return before !== again && (isByMachine(before) || isByMachine(again))
}

function hex64(bits: bigint): string {
  return bits.toString(16).padStart(16, '0')
}

function bitsOf(entry: number | bigint): string {
  if (typeof entry === 'bigint') return hex64(entry)
  return floatText(entry).slice('f64:'.length)
}
