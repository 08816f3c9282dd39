// Plain data as JSON without losing a bit: numbers that JSON cannot say stand by their bits.

import { floatOfText, floatText } from '../farm/canonical.ts'

/**
 * JSON text of plain data. Whole numbers stand as such; fractions, -0, NaN and the infinities by
 * their bits, as in the canonical form of a sweep. An undefined entry of an object is left out.
 */
export function toBitsJson(data: unknown, indent?: number): string {
  return JSON.stringify(
    data,
    (_, value) =>
      typeof value === 'number' && (!Number.isInteger(value) || Object.is(value, -0))
        ? floatText(value)
        : value,
    indent,
  )
}

/** The data that `toBitsJson` wrote. */
export function fromBitsJson(text: string): unknown {
  return JSON.parse(text, (_, value) =>
    typeof value === 'string' ? (floatOfText(value) ?? value) : value,
  )
}
