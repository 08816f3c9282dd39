// Lines of JSON, one object a row, that read back without losing a bit.

import type { Value } from './csv.ts'
import { decimal } from './decimal.ts'

/**
 * One object and its line feed. JSON has no NaN and no infinities: they stand as the strings
 * `"NaN"`, `"Infinity"`, `"-Infinity"`.
 */
export function ndjsonLine(names: readonly string[], values: readonly Value[]): string {
  let line = '{'
  for (let i = 0; i < names.length; i++) {
    line += `${i === 0 ? '' : ','}${JSON.stringify(names[i])}:${json(values[i]!)}`
  }
  return `${line}}\n`
}

function json(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value)
  return Number.isFinite(value) ? decimal(value) : `"${decimal(value)}"`
}
