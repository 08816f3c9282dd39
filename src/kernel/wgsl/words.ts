// Values as the words in which shaders hold them.

import { floatBits, highWord, lowWord } from '../../math/bits.ts'
import { NAN_BITS_F32 } from '../f32-rule.ts'
import type { Table, Type } from '../ir.ts'

/** One word, or two of a float in f64: the low one, then the high one. Bools are 0 or 1. */
export function wordsOfValue(value: number, type: Type, words: 1 | 2): readonly number[] {
  if (type === 'bool') return [value === 0 ? 0 : 1]
  if (type === 'int') return [value >>> 0]
  const isNumber = value === value
  if (words === 2) return [lowWord(value) >>> 0, isNumber ? highWord(value) >>> 0 : 0x7ff80000]
  if (value === 0) return [0]
  return [isNumber ? floatBits(value) >>> 0 : NAN_BITS_F32]
}

export interface PlacedTables {
  /** The first word of each table. */
  readonly starts: readonly number[]
  readonly words: readonly number[]
}

/** The tables one behind the other. */
export function placeTables(tables: readonly Table[], words: 1 | 2): PlacedTables {
  const all: number[] = []
  const starts = tables.map(({ type, values }) => {
    const start = all.length
    for (const value of values) all.push(...wordsOfValue(value, type, words))
    return start
  })
  return { starts, words: all }
}
