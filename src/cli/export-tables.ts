// The rows of an exported table, streamed from the journal chunk by chunk.

import { MODELS } from '../analysis/growth-models.ts'
import { CAUSES } from '../analysis/sound-divergence.ts'
import { VERDICTS } from '../analysis/verdict.ts'
import type { Journal } from '../farm/journal.ts'
import { isReading } from '../farm/measures.ts'
import type { Plan } from '../farm/plan.ts'
import {
  measuredColumns,
  type ReplicaColumn,
  replicaColumns,
  replicaRow,
} from '../farm/replicas.ts'
import { type CurvePlace, curvePlaces, widthsOf } from '../farm/rows.ts'
import { isFailed, STATUS_NAMES } from '../farm/status.ts'
import { csvLine, type Value } from '../report/csv.ts'
import { hex64 } from '../report/decimal.ts'
import { ndjsonLine } from '../report/ndjson.ts'
import { createStepTimes } from '../workers/step-times.ts'

export interface Table {
  readonly columns: readonly string[]
  readonly rows: Iterable<readonly Value[]>
}

/** Text is handed on in pieces of about so many characters. */
const PIECE = 1 << 16

/** The text of a table, piece by piece. */
export function* tableText({ columns, rows }: Table, format: 'csv' | 'ndjson'): Generator<string> {
  let piece = format === 'csv' ? csvLine(columns) : ''
  for (const row of rows) {
    piece += format === 'csv' ? csvLine(row) : ndjsonLine(columns, row)
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** One row a rollout: cell, (replica,) axes, status, steps, fingerprint, measures. */
export function resultTable(plan: Plan, journal: Journal): Table {
  return { columns: plan.columns, rows: resultRows(plan, journal) }
}

function* resultRows(plan: Plan, journal: Journal): Generator<Value[]> {
  const width = widthsOf(plan.task).values
  const words = wordPlaces(plan)
  for (const { from, count, status, steps, fingerprint, values } of journal.read()) {
    const inputs = plan.cells.columns(from, count, plan.replicas)
    for (let i = 0; i < count; i++) {
      const row: Value[] = place(plan, from + i)
      for (const column of inputs) row.push(column[i])
      row.push(STATUS_NAMES[status[i]], steps[i], hex64(fingerprint[i]))
      for (let at = 0; at < width; at++) {
        const value = values[i * width + at]
        const known = words.get(at)
        row.push(known ? (known[value] ?? '') : value)
      }
      yield row
    }
  }
}

/**
 * One row a rollout that failed: cell, (replica,) axes, status, the step where it was seen last,
 * how often it was tried again, and its message; empty where none was told.
 */
export function faultTable(plan: Plan, journal: Journal): Table {
  const axes = plan.columns.slice(0, plan.columns.indexOf('status'))
  return {
    columns: [...axes, 'status', 'step', 'retries', 'message'],
    rows: faultRows(plan, journal),
  }
}

function* faultRows(plan: Plan, journal: Journal): Generator<Value[]> {
  const faults = journal.faults()[Symbol.iterator]()
  let fault = faults.next().value
  for (const { from, count, status, steps } of journal.read()) {
    const inputs = plan.cells.columns(from, count, plan.replicas)
    for (let i = 0; i < count; i++) {
      if (!isFailed(status[i])) continue
      while (fault && fault.rollout < from + i) fault = faults.next().value
      const told = fault?.rollout === from + i ? fault : undefined
      const row: Value[] = place(plan, from + i)
      for (const column of inputs) row.push(column[i])
      row.push(STATUS_NAMES[status[i]], told?.step ?? steps[i], told?.retries ?? 0)
      row.push(told?.message ?? '')
      yield row
    }
  }
}

/** One row a cell: cell, axes, how many replicas are whole or failed, means and their errors. */
export function replicaTable(plan: Plan, journal: Journal): Table {
  const measured = measuredColumns(plan, wordPlaces(plan))
  const columns = replicaColumns(plan.cells.names, measured)
  return { columns, rows: replicaRows(plan, journal, measured) }
}

/** A cell's replicas may lie in several chunks; no more than those of one cell are held. */
function* replicaRows(
  plan: Plan,
  journal: Journal,
  measured: readonly ReplicaColumn[],
): Generator<Value[]> {
  const width = measured.length
  let [head, statuses, numbers]: [Value[], number[], number[]] = [[], [], []]
  const row = () => [...head, ...replicaRow(measured, statuses, numbers)]
  for (const { from, count, status, values } of journal.read()) {
    const inputs = plan.cells.columns(from, count, plan.replicas)
    for (let i = 0; i < count; i++) {
      const [cell] = place(plan, from + i)
      if (cell !== head[0]) {
        if (statuses.length > 0) yield row()
        ;[head, statuses, numbers] = [[cell, ...inputs.map((column) => column[i])], [], []]
      }
      statuses.push(status[i])
      for (let at = 0; at < width; at++) numbers.push(values[i * width + at])
    }
  }
  if (statuses.length > 0) yield row()
}

/** Columns whose numbers are places in lists of words. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  verdict: VERDICTS,
  cause: CAUSES,
  law: MODELS,
}

/** Where in a row of values a word stands, as its place in a list. */
function wordPlaces({ measures }: Plan): Map<number, readonly string[]> {
  const places = new Map<number, readonly string[]>()
  let at = 0
  for (const { name, measure, columns } of measures) {
    for (const column of columns) {
      const words = WORDS[column.slice(name.length + 1)]
      if (words && !isReading(measure)) places.set(at, words)
      at += 1
    }
  }
  return places
}

/** Names of the measures that have curves of a kind. */
export function curveNames({ task, measures }: Plan, kind: CurvePlace['kind']): string[] {
  return curvePlaces(task).flatMap((place) =>
    place.kind === kind ? [measures[place.measure].name] : [],
  )
}

/**
 * One row an entry of a curve: cell, (replica,) (measure, where there are several,) step, time,
 * then the distance, or the rate and its error. A rollout that ended early has none after its end.
 */
export function curveTable(plan: Plan, journal: Journal, kind: CurvePlace['kind']): Table {
  const many = curveNames(plan, kind).length > 1
  const columns = [
    ...(plan.replicas > 1 ? ['cell', 'replica'] : ['cell']),
    ...(many ? ['measure'] : []),
    ...['step', 'time'],
    ...(kind === 'distance' ? ['distance'] : ['rate', 'rate_error']),
  ]
  return { columns, rows: curveRows(plan, journal, kind, many) }
}

function* curveRows(
  plan: Plan,
  journal: Journal,
  kind: CurvePlace['kind'],
  many: boolean,
): Generator<Value[]> {
  const { task, measures } = plan
  const width = widthsOf(task).curves
  const timeAt = createStepTimes(task.program.dt)
  const samples = curvePlaces(task).flatMap((curve) => {
    if (curve.kind !== kind) return []
    const measure = many ? [measures[curve.measure].name] : []
    return Array.from({ length: curve.entries }, (_, n) => {
      const step = curve.stepOf(n)
      return { at: curve.at + n * curve.width, measure, step, time: timeAt(step) }
    })
  })
  for (const { from, count, curves } of journal.read()) {
    for (let i = 0; i < count; i++) {
      const head = place(plan, from + i)
      for (const { at, measure, step, time } of samples) {
        const value = curves[i * width + at]
        if (Number.isNaN(value)) continue
        const error = kind === 'rate' ? [curves[i * width + at + 1]] : []
        yield [...head, ...measure, step, time, value, ...error]
      }
    }
  }
}

function place({ replicas }: Plan, rollout: number): Value[] {
  if (replicas === 1) return [rollout]
  const replica = rollout % replicas
  return [(rollout - replica) / replicas, replica]
}
