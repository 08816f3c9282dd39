// `furrow export`: results as a table that other programs read without losing a bit.

import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { explainStorage } from '../farm/journal-faults.ts'
import { UserError } from '../farm/user-error.ts'
import { counted } from '../report/quantity.ts'
import { recorded } from '../report/summary.ts'
import { curveNames, curveTable, resultTable, tableText } from './export-tables.ts'
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
}

const LACKING = {
  distance: 'no divergence measure',
  rate: 'no lyapunov measure with `curve: points`',
}

/** Writes the table to a file, which appears whole or not at all, or to stdout. */
export async function exportTable(folder: string, options: ExportOptions): Promise<number> {
  const { manifest, plan, journal } = openResult(folder)
  try {
    const kind = options.curves ? 'distance' : options.rateCurves ? 'rate' : undefined
    if (kind && curveNames(plan, kind).length === 0)
      throw new UserError(`${folder}: its sweep has ${LACKING[kind]}, so there are no curves`)
    const table = kind ? curveTable(plan, journal, kind) : resultTable(plan, journal)
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
