// Colours for a terminal, and none for anything else.

import colours from 'picocolors'
import { type Paint, plain } from '../report/summary.ts'

/** The emphasis that `stream` can show; NO_COLOR and a dumb terminal get plain words. */
export function paintFor(stream: { readonly isTTY?: boolean }, env = process.env): Paint {
  const able = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
  if (!able) return plain
  // The package's own guess colours a pipe when CI or FORCE_COLOR is set: choose here instead.
  const { bold, dim, red } = colours.createColors(true)
  return { strong: bold, faint: dim, bad: red }
}

/** Whether Braille dots can be trusted to show: an unset locale is taken for UTF-8. */
export function showsUnicode(env = process.env): boolean {
  if (env.TERM === 'linux' || env.TERM === 'dumb') return false
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || 'UTF-8'
  return /utf-?8/i.test(locale)
}
