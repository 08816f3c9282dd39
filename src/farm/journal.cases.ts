// What every journal does, whatever it is made of.

import { expect, test } from 'vitest'
import type { Columns } from '../workers/protocol.ts'
import { sampleColumns } from './columns.fixture.ts'
import type { Journal } from './journal.ts'
import { addStatuses, emptyCounts } from './status.ts'

/** The fault and message that a work ends with. */
export function refusal(work: () => unknown): { fault?: string; message: string } {
  try {
    work()
  } catch (error) {
    return error as { fault: string; message: string }
  }
  throw new Error('nothing was refused')
}

/** Bits of all columns, so that NaN is equal to itself and -0 is not 0. */
export function bitsOf(chunks: Iterable<Columns>) {
  return [...chunks].map(({ from, count, ...columns }) => {
    const bytes = Object.entries(columns).map(([name, { buffer, byteOffset, byteLength }]) => {
      const hex = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString('hex')
      return [name, hex] as const
    })
    return { from, count, ...Object.fromEntries(bytes) }
  })
}

export function journalCases(open: () => Journal): void {
  test('what was appended in any order is read in index order, bit for bit', () => {
    const journal = open()
    const parts = [
      sampleColumns(20, 5),
      sampleColumns(0, 7),
      sampleColumns(7, 2),
      sampleColumns(30, 1),
    ]
    for (const part of parts) journal.append(part)
    const inOrder = [parts[1], parts[2], parts[0], parts[3]]
    expect(bitsOf(journal.read())).toEqual(bitsOf(inOrder))
    expect(journal.covered()).toEqual([
      { from: 0, count: 9 },
      { from: 20, count: 5 },
      { from: 30, count: 1 },
    ])
    journal.close()
  })

  test('counts are those of the statuses', () => {
    const journal = open()
    expect(journal.counts()).toEqual(emptyCounts())
    const counts = emptyCounts()
    for (const part of [sampleColumns(3, 10), sampleColumns(0, 2)]) {
      journal.append(part)
      addStatuses(counts, part.status)
    }
    expect(journal.counts()).toEqual(counts)
    journal.close()
  })

  test('a rollout is found in its chunk, and only there', () => {
    const journal = open()
    journal.append(sampleColumns(10, 5))
    journal.append(sampleColumns(20, 5))
    expect([9, 10, 14, 15, 19, 24, 25].map((r) => journal.find(r)?.from)).toEqual([
      undefined,
      10,
      10,
      undefined,
      undefined,
      20,
      undefined,
    ])
    journal.close()
  })

  test('a rollout that comes twice is refused, and nothing of its columns is kept', () => {
    const journal = open()
    journal.append(sampleColumns(10, 5))
    journal.append(sampleColumns(20, 5))
    for (const [from, count] of [
      [10, 5],
      [8, 3],
      [14, 1],
      [0, 50],
      [12, 2],
      [14, 7],
    ])
      expect(refusal(() => journal.append(sampleColumns(from, count))).fault).toBe('overlap')
    expect(journal.covered()).toEqual([
      { from: 10, count: 5 },
      { from: 20, count: 5 },
    ])
    journal.append(sampleColumns(15, 5))
    expect(journal.covered()).toEqual([{ from: 10, count: 15 }])
    journal.close()
  })

  test('another result for the same rollout is a conflict that names it', () => {
    const journal = open()
    journal.append(sampleColumns(10, 5))
    expect(() => journal.append(sampleColumns(13, 5, 1n))).toThrow(
      /^rollout 13 has two results: fingerprint [0-9a-f]{16} is recorded, [0-9a-f]{16} came now/,
    )
    expect(refusal(() => journal.append(sampleColumns(13, 5, 1n))).fault).toBe('conflict')
    journal.close()
  })

  test('a reader goes on while more is appended', () => {
    const journal = open()
    journal.append(sampleColumns(0, 2))
    const seen: number[] = []
    for (const { from } of journal.read()) {
      seen.push(from)
      if (from < 8) journal.append(sampleColumns(from + 2, 2))
    }
    expect(seen).toEqual([0, 2, 4, 6, 8])
    journal.close()
  })

  test('columns without ladder, values or curves are columns too', () => {
    const journal = open()
    const none = {
      values: new Float64Array(0),
      ladder: new BigUint64Array(0),
      curves: new Float64Array(0),
    }
    journal.append({ ...sampleColumns(0, 3), ...none })
    expect(bitsOf(journal.read())).toEqual(bitsOf([{ ...sampleColumns(0, 3), ...none }]))
    journal.close()
  })

  test('columns that lie in shared memory, and not at its start, are kept the same', () => {
    const journal = open()
    const columns = sampleColumns(0, 3)
    const shared = Object.fromEntries(
      Object.entries(columns).map(([name, column]) => {
        if (typeof column === 'number') return [name, column]
        const buffer = new SharedArrayBuffer(64 + column.byteLength)
        const copy = new column.constructor(buffer, 64, column.length)
        copy.set(column)
        return [name, copy]
      }),
    )
    journal.append(shared as unknown as Columns)
    expect(bitsOf(journal.read())).toEqual(bitsOf([columns]))
    journal.close()
  })
}
