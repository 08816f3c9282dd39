// The rates of a finished member, read from its journal, beside what is known of them.

import { compareRate, compareVerdict } from '../analysis/reference.ts'
import { VERDICTS, type Verdict } from '../analysis/verdict.ts'
import type { Journal } from '../farm/journal.ts'
import type { Plan } from '../farm/plan.ts'
import type { Known } from '../farm/suite.ts'
import type { RateLine, SystemRates } from '../report/rate-table.ts'

/** Of the first rollout; undefined where the sweep measures no rates. */
export function ratesOf(
  plan: Plan,
  journal: Journal,
  known: Known | undefined,
): SystemRates | undefined {
  const { measures, name } = plan
  const rated = measures.filter(({ measure }) => isRate(measure.kind))
  const chosen = known
    ? rated.find((measure) => measure.name === known.measure)
    : (rated.find(({ measure }) => measure.kind === 'spectrum') ?? rated[0])
  // The chunk with rollout 0 begins with it.
  const values = journal.find(0)?.values
  if (!chosen || !values) return undefined
  const names = measures.flatMap((measure) => measure.columns)
  const value = (column: string) => values[names.indexOf(column)]
  const rates = rateColumns(chosen.name, chosen.columns).map((column, j): RateLine => {
    const [rate, error] = [value(column), value(`${column}_error`)]
    const reference = known?.rates[j]
    const comparison = reference && compareRate(rate, error, reference.value, reference.error)
    return { rate, error, known: reference, comparison }
  })
  const largest = known?.largest ?? measures.find((m) => m.measure.kind === 'lyapunov')?.name
  const verdict = largest === undefined ? undefined : VERDICTS[value(`${largest}_verdict`)]
  const knownVerdict = known?.verdict
  const agreement =
    verdict === undefined || knownVerdict === undefined
      ? undefined
      : compareVerdict(
          verdict,
          knownVerdict as Verdict,
          value(`${largest}_error`),
          known?.rates[0]?.value,
        )
  return { name, rates, verdict, knownVerdict, agreement }
}

const isRate = (kind: string) => kind === 'lyapunov' || kind === 'spectrum'

/** A largest rate stands in the column of its measure's name, those of a spectrum are numbered. */
function rateColumns(name: string, columns: readonly string[]): string[] {
  return columns.filter((column) => column === name || /^\d+$/.test(column.slice(name.length + 1)))
}
