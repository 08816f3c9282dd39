// The small plot that closes a run: one measure over the one axis of a sweep.

import type { Journal } from '../farm/journal.ts'
import type { Plan } from '../farm/plan.ts'
import { plot } from '../report/plot.ts'
import { sensible } from '../report/quantity.ts'

/** Points of the plot at most; of a longer sweep every n-th rollout is taken. */
const POINTS_MAX = 4096
const LAYOUT = { width: 72, height: 8 }

/** Lines of the plot with its title; none unless the sweep has one axis and a measure. */
export function picture(plan: Plan, journal: Journal, unicode: boolean): string[] {
  const names = plan.measures.flatMap(({ columns }) => columns)
  if (plan.axes.length !== 1 || names.length === 0) return []
  const { xs, rows } = points(plan, journal, names.length)
  for (const [at, name] of names.entries()) {
    const ys = rows.map((row) => row[at])
    if (new Set(ys.filter(Number.isFinite)).size < 2) continue
    const lines = plot({ xs, ys }, (x) => sensible(x, 3), { ...LAYOUT, unicode })
    if (lines.length > 0) return [`${name} over ${plan.axes[0]}`, ...lines]
  }
  return []
}

function points(plan: Plan, journal: Journal, width: number) {
  const stride = Math.ceil(plan.rollouts / POINTS_MAX)
  const xs: number[] = []
  const rows: Float64Array[] = []
  for (const { from, count, values } of journal.read()) {
    for (let i = (stride - (from % stride)) % stride; i < count; i += stride) {
      xs.push(plan.cells.at(Math.floor((from + i) / plan.replicas))[0])
      rows.push(values.slice(i * width, (i + 1) * width))
    }
  }
  return { xs, rows }
}
