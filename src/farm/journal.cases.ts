// What every journal does, whatever it is made of.

import { expect, test } from 'vitest'
import type { Columns } from '../workers/protocol.ts'
import { sampleColumns } from './columns.fixture.ts'
import type { Journal } from './journal.ts'
import { cut } from './meeting.ts'
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

  test('rollouts that come twice are counted, and what was new among them is recorded', () => {
    const journal = open()
    expect(journal.append(sampleColumns(10, 5))).toMatchObject({ duplicates: 0, conflicts: [] })
    journal.append(sampleColumns(20, 5))
    const cases: [from: number, count: number, duplicates: number, fresh: number[]][] = [
      [10, 5, 5, []],
      [14, 1, 1, []],
      [12, 2, 2, []],
      [8, 3, 1, [8]],
      [14, 7, 2, [15]],
      [0, 30, 17, [0, 25]],
    ]
    for (const [from, count, duplicates, fresh] of cases) {
      const appended = journal.append(sampleColumns(from, count))
      expect(appended).toMatchObject({ duplicates, conflicts: [] })
      expect(appended.fresh.map((part) => part.from)).toEqual(fresh)
    }
    expect(journal.covered()).toEqual([{ from: 0, count: 30 }])
    expect(journal.counts().reduce((a, b) => a + b)).toBe(30)
    const rows = [...journal.read()].flatMap((chunk) =>
      Array.from({ length: chunk.count }, (_, i) => cut(chunk, { from: chunk.from + i, count: 1 })),
    )
    const once = Array.from({ length: 30 }, (_, i) => sampleColumns(i, 1))
    expect(bitsOf(rows)).toEqual(bitsOf(once))
    journal.close()
  })

  test('another result for a rollout is kept as a conflict, and the first one stands', () => {
    const journal = open()
    journal.append(sampleColumns(10, 5))
    const { fresh, duplicates, conflicts } = journal.append(sampleColumns(13, 5, 1n))
    expect(fresh.map(({ from, count }) => [from, count])).toEqual([[15, 3]])
    expect(duplicates).toBe(0)
    const hex = (salt: bigint) =>
      sampleColumns(13, 1, salt).fingerprint[0].toString(16).padStart(16, '0')
    expect(conflicts[0]).toEqual({
      rollout: 13,
      field: 'fingerprint',
      recorded: hex(0n),
      found: hex(1n),
      seen: 'duplicate',
    })
    expect([...journal.conflicts()]).toEqual(conflicts)
    expect(bitsOf([cut(journal.find(13) as Columns, { from: 13, count: 2 })])).toEqual(
      bitsOf([sampleColumns(13, 2)]),
    )
    // A conflict is told each time and kept once; another one of the same rollout is kept beside.
    expect(journal.append(sampleColumns(13, 1, 2n)).conflicts).toHaveLength(1)
    journal.note([{ ...conflicts[1], seen: 'audit' }])
    expect([...journal.conflicts()]).toEqual([...conflicts, { ...conflicts[1], seen: 'audit' }])
    expect(journal.conflicting()).toBe(2)
    journal.close()
  })

  test('a bit in any column makes a conflict, and names its field', () => {
    const journal = open()
    journal.append(sampleColumns(0, 3))
    const fields: string[] = []
    for (const column of [
      'status',
      'steps',
      'fingerprint',
      'values',
      'ladder',
      'curves',
    ] as const) {
      const bent = sampleColumns(0, 3)
      const { buffer, byteLength } = bent[column]
      new Uint8Array(buffer)[byteLength - 1] ^= 1
      const { conflicts, duplicates } = journal.append(bent)
      expect([duplicates, conflicts.map(({ rollout }) => rollout)]).toEqual([2, [2]])
      fields.push(conflicts[0].field)
    }
    const places = ['values 1', 'ladder 2', 'curves 3']
    expect(fields).toEqual(['status', 'steps', 'fingerprint', ...places])
    journal.close()
  })

  test('what the machine decided contradicts nothing, whichever of the two came first', () => {
    // Of sampleColumns, rollout 0 is done and 3 to 6 have failed: threw, timeout, out-of-memory,
    // crashed.
    const ends = [0, 3, 4, 5, 6].map((rollout) => ({ ...sampleColumns(rollout, 1), from: 9 }))
    for (const [i, first] of ends.entries()) {
      for (const [j, late] of ends.entries()) {
        const journal = open()
        journal.append(first)
        const { duplicates, conflicts, fresh } = journal.append(late)
        const contradicts = i !== j && i < 2 && j < 2
        expect([duplicates, conflicts.length]).toEqual(contradicts ? [0, 1] : [1, 0])
        expect(fresh).toEqual([])
        expect(journal.conflicting()).toBe(contradicts ? 1 : 0)
        expect(bitsOf(journal.read())).toEqual(bitsOf([first]))
        journal.close()
      }
    }
    const journal = open()
    journal.append(ends[2])
    // With the same end there is nothing left that a clock could have decided.
    const bent = { ...ends[2], steps: new Uint32Array(1) }
    expect(journal.append(bent).conflicts).toMatchObject([{ rollout: 9, field: 'steps' }])
    journal.close()
  })

  test("faults are kept with the failed rollouts that are recorded, the first answer's", () => {
    const journal = open()
    // Of sampleColumns, rollouts 3 to 6 have failed: threw, timeout, out-of-memory, crashed.
    const fault = (rollout: number, message: string) => {
      return { rollout, cause: 'threw', step: 7, retries: 1, message } as const
    }
    const told = [fault(5, 'five'), fault(3, 'x'.repeat(9000)), fault(2, 'done'), fault(99, 'no')]
    journal.append(sampleColumns(0, 10), { faults: told })
    journal.append(sampleColumns(0, 10), { faults: [fault(5, 'late')] })
    const kept = [...journal.faults()]
    expect(kept.map(({ rollout, cause }) => [rollout, cause])).toEqual([
      [3, 'threw'],
      [5, 'out-of-memory'],
    ])
    expect(kept[0].message.length).toBeLessThan(600)
    expect(kept[1]).toEqual({ ...fault(5, 'five'), cause: 'out-of-memory' })
    expect([...journal.faults('threw')]).toEqual([kept[0]])
    expect([...journal.faults('threw', 0)]).toEqual([])
    expect([...journal.faults(undefined, 1)]).toEqual([kept[0]])
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
