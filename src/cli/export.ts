// `furrow export`: results as a table that other programs read without losing a bit.

import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Journal } from '../farm/journal.ts'
import { explainStorage } from '../farm/journal-faults.ts'
import type { Plan } from '../farm/plan.ts'
import { UserError } from '../farm/user-error.ts'
import { counted } from '../report/quantity.ts'
import { recorded } from '../report/summary.ts'
import {
  curveNames,
  curveTable,
  faultTable,
  replicaTable,
  resultTable,
  type Table,
  tableText,
} from './export-tables.ts'
import { openResult } from './result-folder.ts'
import { totalOf } from './run-facts.ts'
import { tallyOf } from './tally.ts'
import { draft } from './write-file.ts'

export interface ExportOptions {
  readonly format: 'csv' | 'ndjson'
  readonly out?: string
  /** The curves of divergences (or of rates) instead of the table of cells. */
  readonly curves?: boolean
  readonly rateCurves?: boolean
  /** Means over the replicas of each cell, with their errors, one row a cell. */
  readonly overReplicas?: boolean
  /** The rollouts that failed, and why. */
  readonly faults?: boolean
}

const LACKING = {
  distance: 'no divergence measure',
  rate: 'no lyapunov measure with `curve: points`',
}

/** Writes the table to a file, which appears whole or not at all, or to stdout. */
export async function exportTable(folder: string, options: ExportOptions): Promise<number> {
  const { manifest, plan, journal } = openResult(folder)
  try {
    const table = tableOf(folder, options, plan, journal)
    const text = tableText(table, options.format)
    if (options.out === undefined) await toStdout(text)
    else toFile(options.out, text)
    const tally = tallyOf(journal.counts(), totalOf(manifest), plan.replicas)
    const left = tally.total - recorded(tally)
    if (left > 0) process.stderr.write(`not finished: ${counted(left, tally.noun)} are missing\n`)
    return 0
  } finally {
    journal.close()
  }
}

function tableOf(folder: string, options: ExportOptions, plan: Plan, journal: Journal): Table {
  const { curves, rateCurves, overReplicas, faults } = options
  const kind = curves ? 'distance' : rateCurves ? 'rate' : undefined
  if (overReplicas && kind)
    throw new UserError(
      '--over-replicas is a table of its own, without curves; ask for one of them',
    )
  if (faults && (overReplicas || kind))
    throw new UserError('--faults is a table of its own; ask for one of them')
  if (overReplicas && plan.replicas === 1)
    throw new UserError(
      `${folder}: its sweep has no replicas; set replicas: { count: 8, ... } in it`,
    )
  if (kind && curveNames(plan, kind).length === 0)
    throw new UserError(`${folder}: its sweep has ${LACKING[kind]}, so there are no curves`)
  if (faults) return faultTable(plan, journal)
  if (overReplicas) return replicaTable(plan, journal)
  return kind ? curveTable(plan, journal, kind) : resultTable(plan, journal)
}

function toFile(path: string, text: Iterable<string>): void {
  const folder = dirname(path)
  if (!existsSync(folder)) throw new UserError(`${folder}: no such folder; make it first`)
  try {
    const file = draft(path)
    try {
      for (const piece of text) file.write(piece)
      file.keep()
    } catch (error) {
      file.discard()
      throw error
    }
  } catch (error) {
    throw explainStorage(error, path)
  }
}

/** Waits where the reader is slow, and ends quietly where it has seen enough (`| head`). */
async function toStdout(text: Iterable<string>): Promise<void> {
  let closed = false
  const gone = new Promise<void>((resolve) => {
    process.stdout.once('error', () => {
      closed = true
      resolve()
    })
  })
  for (const piece of text) {
    if (closed) return
    if (!process.stdout.write(piece)) await Promise.race([once(process.stdout, 'drain'), gone])
  }
}
