// Where a shader finds the members of a block: one buffer of words, column by column. Entry m of
// column c is word c * count + m; a binary64 takes two columns, low word first.

import type { Program } from '../ir.ts'

export interface Layout {
  /** Words of a float. */
  readonly words: 1 | 2
  /** First columns. */
  readonly state: number
  readonly accumulators: number
  /** Two columns, low word first. */
  readonly hash: number
  readonly status: number
  readonly steps: number
  /** Columns up to here come back from the device; the others go there alone. */
  readonly written: number
  readonly params: number
  /** Two columns, low word first. */
  readonly cell: number
  readonly replica: number
  /** Words a member. */
  readonly columns: number
}

export function layoutOf(program: Program): Layout {
  const { state, accumulators, params, precision } = program
  const words = precision === 'f64' ? 2 : 1
  let next = 0
  const take = (columns: number) => {
    const first = next
    next += columns
    return first
  }
  return {
    words,
    state: take(words * state.length),
    accumulators: take(words * accumulators.length),
    hash: take(2),
    status: take(1),
    steps: take(1),
    written: next,
    params: take(words * params.length),
    cell: take(2),
    replica: take(1),
    columns: next,
  }
}

/** Words of the settings of a dispatch, in this order. The first is 0, the fence's `z`. */
export const SETTINGS = ['zero', 'from', 'to', 'count', 'across'] as const
export type Setting = (typeof SETTINGS)[number]
export const settingAt = (name: Setting) => `settings[${SETTINGS.indexOf(name)}]`

/** Words of a row of the table of times: the binary64, low word first, and the program's float. */
export const TIME_WORDS = 4

/** Threads of a workgroup. */
export const WORKGROUP = 64

/** What a slice of steps does beside the steps; as in `Span`. */
export interface WgslVariant {
  readonly observe: boolean
  readonly fingerprint: number
}
