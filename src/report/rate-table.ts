// Rates beside what is known of them: one line a rate, a verdict a system, for 80 columns.

import type { Comparison } from '../analysis/reference.ts'
import { counted } from './quantity.ts'
import { type Paint, plain } from './summary.ts'

export interface RateLine {
  readonly rate: number
  readonly error: number
  /** Error 0 where it is exact; undefined where nothing is known. */
  readonly known: { readonly value: number; readonly error: number } | undefined
  readonly comparison: Comparison | undefined
}

export interface SystemRates {
  readonly name: string
  readonly rates: readonly RateLine[]
  readonly verdict: string | undefined
  readonly knownVerdict: string | undefined
  /** Of the verdict with the known one; undefined where none is known. */
  readonly agreement: 'same' | 'other' | 'unsure' | undefined
}

const WIDTH = 80
const GAP = '  '
const NAME_MIN = 12
/** Digits after the point at most; errors below have an exponent instead. */
const DECIMALS = 5
const HEAD = ['exponent', '+-', 'reference', '+-', 'sigmas', 'verdict'] as const

/** Of `error`, so that two of its digits are shown; of an exact number all that are wanted. */
function decimalsFor(error: number): number {
  if (!(error > 0) || !Number.isFinite(error)) return DECIMALS
  // The exponent of the rounded number: 0.0996 is 0.10, and needs two places.
  const exponent = Number(error.toExponential(1).split('e')[1])
  return Math.min(Math.max(1 - exponent, 0), DECIMALS)
}

/** A value and its standard error: two digits of the error, and the value rounded to match. */
export function withError(value: number, error: number): [value: string, error: string] {
  const decimals = decimalsFor(error)
  return [fixed(value, decimals), errorText(error, decimals)]
}

function fixed(value: number, decimals: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  const text = value.toFixed(decimals)
  return Number(text) === 0 ? text.replace('-', '') : text
}

function errorText(error: number, decimals: number): string {
  if (error === 0) return '0'
  if (!Number.isFinite(error)) return Number.isNaN(error) ? '-' : 'inf'
  return Number(error.toPrecision(2)) >= 10 ** -(DECIMALS - 1)
    ? Number(error.toPrecision(2)).toFixed(decimals)
    : error.toExponential(1)
}

/** A number that is exact, without the zeros at its end. */
function exactly(value: number): string {
  return fixed(value, DECIMALS).replace(/\.?0+$/, '') || '0'
}

function knownTexts(known: RateLine['known']): [value: string, error: string] {
  if (known === undefined) return ['', '']
  if (known.error === 0) return [exactly(known.value), 'exact']
  return withError(known.value, known.error)
}

/** `0.3`, or `<1e-4` where the numbers are nearer to each other than any error can be trusted. */
function sigmasText(comparison: Comparison | undefined): string {
  if (comparison === undefined) return ''
  const { sigmas, within } = comparison
  if (within && !(sigmas <= 4)) return '<1e-4 '
  const text = Number.isNaN(sigmas) ? '-' : sigmas < 999 ? sigmas.toFixed(1) : '>999'
  return `${text}${within ? ' ' : '!'}`
}

/** Texts aligned at their decimal points, all of one length. */
export function alignPoints(texts: readonly string[]): string[] {
  const isNumber = (text: string) => /^-?\d/.test(text)
  // What is no number ends where the units do.
  const point = (text: string) => (isNumber(text) ? text.search(/[.e]|$/) : text.length)
  const left = Math.max(0, ...texts.filter(isNumber).map(point))
  const placed = texts.map((text) => ' '.repeat(Math.max(0, left - point(text))) + text)
  const width = Math.max(0, ...placed.map((text) => text.length))
  return placed.map((text) => text.padEnd(width))
}

interface Row {
  readonly name: string
  readonly cells: readonly string[]
  readonly bad: boolean
}

/** The table as lines of at most `width` characters, its head first. */
export function rateTable(
  systems: readonly SystemRates[],
  { width = WIDTH, paint = plain }: { readonly width?: number; readonly paint?: Paint } = {},
): string[] {
  const lines = systems.flatMap(({ rates }) => rates)
  const own = lines.map(({ rate, error }) => withError(rate, error))
  const known = lines.map((line) => knownTexts(line.known))
  const [rates, errors] = [0, 1].map((at) => alignPoints(own.map((pair) => pair[at])))
  const [values, uncertain] = [0, 1].map((at) => alignPoints(known.map((pair) => pair[at])))
  const cells = lines.map((line, i) => {
    return [rates[i], errors[i], values[i], uncertain[i], sigmasText(line.comparison)]
  })
  const verdicts = systems.map(verdictLines)
  const widths = HEAD.map((title, at) => {
    const texts = at === 5 ? verdicts.flat() : cells.map((row) => row[at])
    return Math.max(title.length, ...texts.map((text) => text.length))
  })
  const fixedWidth = widths.reduce((sum, w) => sum + GAP.length + w, 0)
  const room = Math.max(NAME_MIN, width - fixedWidth)
  const names = systems.map(({ name }) => brokenName(name, room))
  const nameWidth = Math.max('system'.length, ...names.flat().map((name) => name.length))
  const print = (name: string, row: readonly string[]) => {
    const padded = widths.map((w, at) => {
      const text = row[at] ?? ''
      return at === 4 ? text.padStart(w) : text.padEnd(w)
    })
    return [name.padEnd(nameWidth), ...padded].join(GAP).trimEnd()
  }
  let at = 0
  const rows = systems.flatMap((system, s): Row[] => {
    const mine = cells.slice(at, at + system.rates.length)
    at += system.rates.length
    return rowsOf(system, names[s], mine, verdicts[s])
  })
  const titles: string[] = [...HEAD]
  return [
    paint.faint(print('system', titles)),
    ...rows.map(({ name, cells, bad }) => {
      const text = print(name, cells)
      return bad ? paint.bad(text) : text
    }),
  ]
}

/** Name, rates and verdict of a system stand side by side, each as many lines as it needs. */
function rowsOf(
  { rates, agreement }: SystemRates,
  names: readonly string[],
  cells: readonly (readonly string[])[],
  verdict: readonly string[],
): Row[] {
  const none = rates.length > 0 && rates.every(({ known }) => known === undefined)
  const count = Math.max(names.length, cells.length, verdict.length)
  return Array.from({ length: count }, (_, i) => {
    const [rate = '', error = '', value = '', uncertain = '', sigmas = ''] = cells[i] ?? []
    return {
      name: names[i] ?? '',
      cells: [rate, error, none && i === 0 ? 'none' : value, uncertain, sigmas, verdict[i] ?? ''],
      bad: rates[i]?.comparison?.within === false || (agreement === 'other' && i < verdict.length),
    }
  })
}

/** The verdict, and below it the known one where the two are not the same. */
function verdictLines({ verdict = '', knownVerdict, agreement }: SystemRates): string[] {
  if (agreement === 'other') return [`${verdict}!`, `not ${knownVerdict}`]
  if (agreement === 'unsure') return [verdict === 'not-converged' ? verdict : `${verdict}?`]
  return [verdict]
}

/** A name in pieces of at most `width` characters, broken after `_`, `-` or `.` where it can be. */
function brokenName(name: string, width: number): string[] {
  const pieces: string[] = []
  let rest = name
  while (rest.length > width) {
    const head = rest.slice(0, width)
    const at = Math.max(head.lastIndexOf('_'), head.lastIndexOf('-'), head.lastIndexOf('.')) + 1
    const cut = at > 1 ? at : width
    pieces.push(rest.slice(0, cut))
    rest = ` ${rest.slice(cut)}`
  }
  return [...pieces, rest]
}

/** The differences of a table: rates out of bounds, and verdicts that should be others. */
export function differencesIn(systems: readonly SystemRates[]): number {
  const rates = systems.flatMap(({ rates }) => rates)
  const out = rates.filter(({ comparison }) => comparison?.within === false).length
  return out + systems.filter(({ agreement }) => agreement === 'other').length
}

/** What the table says as a whole, in two or three lines. */
export function rateSummary(systems: readonly SystemRates[], paint: Paint = plain): string[] {
  const judged = systems.flatMap(({ rates }) => rates.flatMap((r) => r.comparison ?? []))
  const within = judged.filter((comparison) => comparison.within).length
  const without = systems.filter(({ rates }) => rates.every((r) => r.known === undefined)).length
  const compared = systems.length - without
  const verdicts = systems.filter(({ agreement }) => agreement !== undefined)
  const [same, unsure] = (['same', 'unsure'] as const).map(
    (word) => verdicts.filter(({ agreement }) => agreement === word).length,
  )
  const bounds = 'within 4 sigmas + 1e-4'
  const mark = (text: string, good: boolean) => (good ? text : paint.bad(text))
  return [
    ...(judged.length === 0
      ? []
      : [
          mark(
            `${within} of ${judged.length} rates ${bounds} (${counted(compared, 'system')}` +
              `${without > 0 ? `, ${without} more without reference` : ''})`,
            within === judged.length,
          ),
        ]),
    ...(verdicts.length === 0
      ? []
      : [
          mark(
            `${same} of ${verdicts.length} verdicts as known` +
              (unsure > 0 ? `, ${counted(unsure, 'run')} too short to tell` : ''),
            same + unsure === verdicts.length,
          ),
        ]),
  ]
}
