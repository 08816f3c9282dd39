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

/** Rollouts that are shown: their indices, and for each measured number its values there. */
interface Shown {
  readonly rollouts: readonly number[]
  /** By rollout. */
  readonly rows: ReadonlyMap<number, Float64Array>
}

/** Lines of the picture with its title; none unless the sweep has one or two axes and a measure. */
export function picture(plan: Plan, journal: Journal, unicode: boolean): string[] {
  const names = plan.measures.flatMap(({ columns }) => columns)
  if (names.length === 0) return []
  const { lengths } = plan.cells
  const drawn = plan.axes.length === 1 ? drawPlot : lengths?.length === 2 ? drawMap : undefined
  const lines = drawn ? drawn(plan, journal, names, unicode) : []
  return [...lines, ...rateLines(plan, journal)]
}

function drawPlot(plan: Plan, journal: Journal, names: readonly string[], unicode: boolean) {
  const stride = Math.ceil(plan.rollouts / POINTS_MAX)
  const length = Math.ceil(plan.rollouts / stride)
  const shown = read(
    journal,
    Array.from({ length }, (_, i) => i * stride),
  )
  const known = shown.rollouts.filter((rollout) => shown.rows.has(rollout))
  const xs = known.map((rollout) => plan.cells.at(Math.floor(rollout / plan.replicas))[0])
  const at = varying(shown, names.length)
  if (at === undefined) return []
  const ys = known.map((rollout) => shown.rows.get(rollout)![at])
  const lines = plot({ xs, ys }, label, { ...LAYOUT, unicode })
  return lines.length > 0 ? [`${names[at]} over ${plan.axes[0]}`, ...lines] : []
}

function drawMap(plan: Plan, journal: Journal, names: readonly string[], unicode: boolean) {
  const [across, up] = plan.cells.lengths as readonly [number, number]
  const [columns, rows] = [Math.min(across, MAP.columns), Math.min(up, MAP.rows)]
  const place = (i: number, shown: number, all: number) =>
    shown === 1 ? 0 : Math.round((i * (all - 1)) / (shown - 1))
  const cellAt = (column: number, row: number) =>
    place(column, columns, across) * up + place(row, rows, up)
  const rollouts = Array.from({ length: columns * rows }, (_, i) => {
    return cellAt(Math.floor(i / rows), i % rows) * plan.replicas
  })
  const shown = read(journal, rollouts)
  const at = varying(shown, names.length)
  if (at === undefined) return []
  const value = (column: number, row: number) =>
    shown.rows.get(cellAt(column, row) * plan.replicas)?.[at] ?? Number.NaN
  const [x0, y0] = plan.cells.at(0)
  const [x1, y1] = plan.cells.at(plan.cells.count - 1)
  const ends = { left: label(x0), right: label(x1), bottom: label(y0), top: label(y1) }
  const lines = heatMap({ columns, rows, at: value }, label, { ...ends, unicode })
  const [x, y] = plan.axes
  return lines.length > 0 ? [`${names[at]} over ${x} (across) and ${y} (up)`, ...lines] : []
}

/** The first measured number that has two different finite values. */
function varying({ rows }: Shown, width: number): number | undefined {
  for (let at = 0; at < width; at++) {
    const seen = new Set([...rows.values()].map((row) => row[at]).filter(Number.isFinite))
    if (seen.size >= 2) return at
  }
  return undefined
}

/** Reads rollouts, which are told in rising order, as far as they are recorded. */
function read(journal: Journal, rollouts: readonly number[]): Shown {
  const rows = new Map<number, Float64Array>()
  let next = 0
  for (const { from, count: length, values } of journal.read()) {
    const width = values.length / length
    while (next < rollouts.length && rollouts[next] < from) next += 1
    for (; next < rollouts.length && rollouts[next] < from + length; next++) {
      const at = (rollouts[next] - from) * width
      rows.set(rollouts[next], values.slice(at, at + width))
    }
  }
  return { rollouts, rows }
}

/** Of each rate: how many rollouts have which verdict, and the largest error of a chaotic one. */
function rateLines(plan: Plan, journal: Journal): string[] {
  const rates: { name: string; at: number; verdicts: number[]; largest: number }[] = []
  let at = 0
  for (const { name, measure, columns } of plan.measures) {
    if (measure.kind === 'lyapunov') {
      rates.push({ name, at, verdicts: VERDICTS.map(() => 0), largest: 0 })
    }
    at += columns.length
  }
  if (rates.length === 0 || plan.rollouts === 1) return []
  for (const { count: length, values } of journal.read()) {
    for (let i = 0; i < length; i++) {
      for (const rate of rates) {
        const [error, verdict] = values.subarray(i * at + rate.at + 1)
        if (verdict in rate.verdicts) rate.verdicts[verdict] += 1
        if (VERDICTS[verdict] === 'chaotic' && error > rate.largest) rate.largest = error
      }
    }
  }
  return rates.flatMap(({ name, verdicts, largest }) => {
    const said = verdicts.flatMap((n, i) => (n > 0 ? [`${count(n)} ${VERDICTS[i]}`] : []))
    const errors = largest > 0 ? `; chaotic rates have errors up to ${sensible(largest, 2)}` : ''
    return wrap(`${name}: ${said.join(', ')}${errors}`, 80)
  })
}
