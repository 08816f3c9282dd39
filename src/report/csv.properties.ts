// Laws of the exported text: what is read back is what was written, bit for bit.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'
import { ndjsonLine } from './ndjson.ts'

const bits = new DataView(new ArrayBuffer(8))
/** Every binary64, each bit pattern as likely as the next, beside fast-check's own corner cases. */
const anyDouble = fc.oneof(
  fc.double(),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((pattern) => {
    bits.setBigUint64(0, pattern)
    return bits.getFloat64(0)
  }),
  fc.constantFrom(-0, Number.NaN, 1 / 0, -1 / 0, 5e-324, -5e-324, Number.MAX_VALUE),
)

/** A reader after RFC 4180, written for this test alone. */
function parseCsv(text: string): string[] {
  const fields: string[] = []
  for (const [, quoted, bare] of `,${text}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,"]*))/g)) {
    fields.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
  }
  return fields
}

test('a double read back from CSV has the same bits', () => {
  fc.assert(
    fc.property(fc.array(anyDouble, { minLength: 1, maxLength: 8 }), (values) => {
      const line = csvLine(values)
      expect(line.endsWith('\n')).toBe(true)
      const back = line.trimEnd().split(',').map(Number)
      expect(back).toHaveLength(values.length)
      for (const [i, value] of values.entries()) expect(Object.is(back[i], value)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('text read back from CSV is the same text', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (values) => {
      expect(parseCsv(csvLine(values).slice(0, -1))).toEqual(values)
    }),
  )
})

test('a double read back from NDJSON has the same bits, names and text are kept', () => {
  fc.assert(
    fc.property(anyDouble, fc.string(), fc.string({ minLength: 1 }), (value, text, name) => {
      fc.pre(name !== 'text' && name !== '__proto__')
      const back = JSON.parse(ndjsonLine([name, 'text'], [value, text]))
      expect(Object.is(Number(back[name]), value)).toBe(true)
      expect(typeof back[name]).toBe(Number.isFinite(value) ? 'number' : 'string')
      expect(back.text).toBe(text)
    }),
    { numRuns: 2000 },
  )
})
