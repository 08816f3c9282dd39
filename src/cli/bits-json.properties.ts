// What a manifest keeps is what was put in, to the bit.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBitsJson, toBitsJson } from './bits-json.ts'

test('numbers of every kind come back with the same bits', () => {
  const number = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.constantFrom(-0, Number.NaN, 1 / 0, 2 ** 53),
  )
  const data = fc.record({
    a: number,
    list: fc.array(number),
    deep: fc.record({ name: fc.string() }),
  })
  fc.assert(
    fc.property(data, (data) => {
      // Vitest's equality tells -0 from 0 and takes NaN for itself.
      expect(fromBitsJson(toBitsJson(data))).toEqual(data)
    }),
  )
})
