// f64 by integers alone.

import type { Dialect } from './dialect.ts'

export const EXACT_F64: Dialect = {
  name: 'exact f64',
  float: 'vec2u',
  words: 2,
  text: '',
  literal: (x) => String(x),
}
