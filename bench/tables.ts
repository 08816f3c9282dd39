// The two tables as text: figures by contender and row, and the goals beside what was reached.

import { CONTENDERS } from './contenders.ts'
import { GOALS, type Goal, type GoalName, RATIO_GOALS } from './goals.ts'
import type { Result } from './rounds.ts'
import { type Figure, short } from './statistics.ts'

/** Results by row, then by contender. */
export type Results = ReadonlyMap<string, ReadonlyMap<string, Result>>

/** What was found for the goals that are no ratios, or why nothing was. */
export type Findings = ReadonlyMap<GoalName, Figure | { readonly not: string }>

const SUBJECT = CONTENDERS[0].name

/** Cells padded to columns; the first column to the left, others to the right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)))
  const padded = (cell: string, i: number) => cell[i === 0 ? 'padEnd' : 'padStart'](widths[i])
  const line = (row: readonly string[]) => `| ${row.map(padded).join(' | ')} |`
  const rule = widths.map((w, i) => (i === 0 ? '-'.repeat(w + 2) : `${'-'.repeat(w + 1)}:`))
  return [line(rows[0]), `|${rule.join('|')}|`, ...rows.slice(1).map(line)]
}

/** Half the distance from the fastest to the slowest round, as a part of the median. */
function spread({ median, least, most }: Figure): string {
  return `±${Math.round((50 * (most - least)) / Math.abs(median))}%`
}

/** Nanoseconds per member-step. */
export function timesTable(results: Results): string[] {
  const rows = CONTENDERS.map(({ name }) => {
    const cells = [...results.values()].map((row) => {
      const result = row.get(name)
      return result && 'figure' in result
        ? `${short(result.figure.median)} ${spread(result.figure)}`
        : '-'
    })
    return [name, ...cells]
  })
  return table([['', ...results.keys()], ...rows])
}

/** What stands behind each dash of the table, and how many steps a run had. */
export function notes(results: Results): string[] {
  const rowsWithout = new Map<string, string[]>()
  const steps: string[] = []
  for (const { name } of CONTENDERS) {
    const taken: number[] = []
    for (const [row, byName] of results) {
      const result = byName.get(name)
      if (result && 'steps' in result) taken.push(result.steps)
      if (!result || 'steps' in result) continue
      const text = `${name}: ${result.not}`
      rowsWithout.set(text, [...(rowsWithout.get(text) ?? []), row])
    }
    const [least, most] = [Math.min(...taken), Math.max(...taken)]
    if (taken.length > 0) steps.push(`${name} ${least === most ? least : `${least} to ${most}`}`)
  }
  const absent = [...rowsWithout].map(([text, rows]) => `- Not here: ${text} (${rows.join(', ')})`)
  return [...absent, `- Steps of a run: ${steps.join(', ')}`]
}

export interface Verdict {
  readonly what: string
  readonly figure: string
  readonly atLeast: string
  readonly aim: string
  readonly verdict: 'aim' | 'met' | 'NOT met' | 'not here'
}

/** Every goal with what was reached; goals whose row did not run are left out. */
export function verdicts(results: Results, findings: Findings): Verdict[] {
  const ratios = RATIO_GOALS.filter(({ row }) => results.has(row)).map((goal) => {
    const ratio = ratioOf(results, goal.row, goal.than)
    return verdictOf(`${goal.row} against ${goal.than}`, ratio, { unit: 'x', more: true, ...goal })
  })
  const others = [...findings].map(([name, found]) =>
    'not' in found
      ? { ...verdictOf(name, undefined, GOALS[name]), figure: found.not }
      : verdictOf(name, found, GOALS[name]),
  )
  return [...ratios, ...others]
}

function ratioOf(results: Results, row: string, than: string): Figure | undefined {
  const [subject, other] = [SUBJECT, than].map((name) => results.get(row)?.get(name))
  if (!subject || !other || !('figure' in subject) || !('figure' in other)) return undefined
  const { median, least, most } = subject.figure
  return {
    median: other.figure.median / median,
    least: other.figure.least / most,
    most: other.figure.most / least,
  }
}

function verdictOf(what: string, found: Figure | undefined, goal: Goal): Verdict {
  const { unit, more, atLeast, aim } = goal
  const wanted = (x: number) => `${more ? '' : '<= '}${x} ${unit}`
  const goals = { what, atLeast: wanted(atLeast), aim: wanted(aim) }
  if (!found) return { ...goals, figure: '-', verdict: 'not here' }
  const { median, least, most } = found
  const range = least === most ? '' : ` (${short(least)} to ${short(most)})`
  const reaches = (x: number) => (more ? median >= x : median <= x)
  const verdict = reaches(aim) ? 'aim' : reaches(atLeast) ? 'met' : 'NOT met'
  return { ...goals, figure: `${short(median)} ${unit}${range}`, verdict }
}

export function goalsTable(found: readonly Verdict[]): string[] {
  const rows = found.map(({ what, figure, atLeast, aim, verdict }) => {
    return [what, figure, atLeast, aim, verdict]
  })
  return table([['goal', 'reached', 'at least', 'aim', ''], ...rows])
}
