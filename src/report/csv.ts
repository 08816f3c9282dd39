// Lines of comma-separated values that read back without losing a bit.

import { decimal } from './decimal.ts'

/** What a cell of an exported table may hold; a fingerprint comes as its hex text. */
export type Value = number | string

/** A record and its line feed. Text is quoted (RFC 4180) where a comma, quote or break needs it. */
export function csvLine(values: readonly Value[]): string {
  let line = ''
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    line += i === 0 ? '' : ','
    line += typeof value === 'number' ? decimal(value) : quoted(value)
  }
  return `${line}\n`
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
