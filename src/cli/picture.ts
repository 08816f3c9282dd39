// What closes a run: a small picture of a measure over the axes of a sweep, and what its rates say.

import { VERDICTS } from '../analysis/verdict.ts'
import type { Journal } from '../farm/journal.ts'
import type { Plan } from '../farm/plan.ts'
import { heatMap } from '../report/heat-map.ts'
import { plot } from '../report/plot.ts'
import { count, sensible } from '../report/quantity.ts'
import { wrap } from '../report/table.ts'

/** Points of the plot at most; of a longer sweep every n-th rollout is taken. */
const POINTS_MAX = 4096
const LAYOUT = { width: 72, height: 8 }
/** Characters of a map at most. */
const MAP = { columns: 66, rows: 22 }

const label = (x: number) => sensible(x, 3)

/** What is measured on rollouts that are shown, by rollout. */
type Rows = ReadonlyMap<number, Float64Array>

interface Drawing {
  /** Those that are shown, in rising order. */
  readonly rollouts: readonly number[]
  draw(rows: Rows): string[]
}

/** Of a rate: how many rollouts have which verdict, and the largest error of a chaotic one. */
interface RateTally {
  readonly name: string
  /** Where in a row of values it stands. */
  readonly at: number
  readonly verdicts: number[]
  largest: number
}

/**
 * Lines of the picture with its title, none unless the sweep has one or two axes and a measure; and
 * a line or two of each rate. The journal is read once, and not where nothing is to be told.
 */
export function picture(plan: Plan, journal: Journal, unicode: boolean): string[] {
  const names = plan.measures.flatMap(({ columns }) => columns)
  if (names.length === 0) return []
  const drawing = drawingOf(plan, names, unicode)
  const rates = plan.rollouts === 1 ? [] : rateTallies(plan)
  if (!drawing && rates.length === 0) return []
  const rows = read(journal, drawing?.rollouts ?? [], rates)
  return [...(drawing?.draw(rows) ?? []), ...rates.flatMap(rateLines)]
}

function drawingOf(plan: Plan, names: readonly string[], unicode: boolean): Drawing | undefined {
  if (plan.axes.length === 1) return plotOf(plan, names, unicode)
  return plan.cells.lengths?.length === 2 ? mapOf(plan, names, unicode) : undefined
}

function plotOf(plan: Plan, names: readonly string[], unicode: boolean): Drawing {
  const stride = Math.ceil(plan.rollouts / POINTS_MAX)
  const length = Math.ceil(plan.rollouts / stride)
  return {
    rollouts: Array.from({ length }, (_, i) => i * stride),
    draw(rows) {
      const at = varying(rows, names.length)
      if (at === undefined) return []
      const xs = [...rows.keys()].map((n) => plan.cells.at(Math.floor(n / plan.replicas))[0])
      const ys = [...rows.values()].map((row) => row[at])
      const lines = plot({ xs, ys }, label, { ...LAYOUT, unicode })
      return lines.length > 0 ? [`${names[at]} over ${plan.axes[0]}`, ...lines] : []
    },
  }
}

function mapOf(plan: Plan, names: readonly string[], unicode: boolean): Drawing {
  const [across, up] = plan.cells.lengths as readonly [number, number]
  const [columns, rows] = [Math.min(across, MAP.columns), Math.min(up, MAP.rows)]
  const place = (i: number, shown: number, all: number) =>
    shown === 1 ? 0 : Math.round((i * (all - 1)) / (shown - 1))
  const rolloutAt = (column: number, row: number) =>
    (place(column, columns, across) * up + place(row, rows, up)) * plan.replicas
  return {
    rollouts: Array.from({ length: columns * rows }, (_, i) =>
      rolloutAt(Math.floor(i / rows), i % rows),
    ),
    draw(found) {
      const at = varying(found, names.length)
      if (at === undefined) return []
      const value = (column: number, row: number) =>
        found.get(rolloutAt(column, row))?.[at] ?? Number.NaN
      const [x0, y0] = plan.cells.at(0)
      const [x1, y1] = plan.cells.at(plan.cells.count - 1)
      const ends = { left: label(x0), right: label(x1), bottom: label(y0), top: label(y1) }
      const lines = heatMap({ columns, rows, at: value }, label, { ...ends, unicode })
      const [x, y] = plan.axes
      return lines.length > 0 ? [`${names[at]} over ${x} (across) and ${y} (up)`, ...lines] : []
    },
  }
}

/** The first measured number that has two different finite values. */
function varying(rows: Rows, width: number): number | undefined {
  for (let at = 0; at < width; at++) {
    const seen = new Set([...rows.values()].map((row) => row[at]).filter(Number.isFinite))
    if (seen.size >= 2) return at
  }
  return undefined
}

/** The rows of these rollouts, in rising order, as far as they are recorded; tallies all rates. */
function read(journal: Journal, rollouts: readonly number[], rates: readonly RateTally[]): Rows {
  const rows = new Map<number, Float64Array>()
  let next = 0
  for (const { from, count: length, values } of journal.read()) {
    const width = values.length / length
    while (next < rollouts.length && rollouts[next] < from) next += 1
    for (; next < rollouts.length && rollouts[next] < from + length; next++) {
      const at = (rollouts[next] - from) * width
      rows.set(rollouts[next], values.slice(at, at + width))
    }
    for (const rate of rates) tally(rate, values, width)
  }
  return rows
}

function rateTallies({ measures }: Plan): RateTally[] {
  let at = 0
  return measures.flatMap(({ name, measure, columns }) => {
    const rate = { name, at, verdicts: VERDICTS.map(() => 0), largest: 0 }
    at += columns.length
    return measure.kind === 'lyapunov' ? [rate] : []
  })
}

function tally(rate: RateTally, values: Float64Array, width: number): void {
  for (let at = rate.at; at < values.length; at += width) {
    const error = values[at + 1]
    const verdict = values[at + 2]
    if (verdict in rate.verdicts) rate.verdicts[verdict] += 1
    if (VERDICTS[verdict] === 'chaotic' && error > rate.largest) rate.largest = error
  }
}

function rateLines({ name, verdicts, largest }: RateTally): string[] {
  const said = verdicts.flatMap((n, i) => (n > 0 ? [`${count(n)} ${VERDICTS[i]}`] : []))
  const errors = largest > 0 ? `; chaotic rates have errors up to ${sensible(largest, 2)}` : ''
  return wrap(`${name}: ${said.join(', ')}${errors}`, 80)
}
