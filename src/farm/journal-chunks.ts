// Columns as the bytes of a journal's row, with a checksum, and back.

import { crc32 } from 'node:zlib'
import type { Columns } from '../workers/protocol.ts'
import { JournalError } from './journal.ts'
import { checkRow } from './journal-damage.ts'
import { addStatuses, emptyCounts } from './status.ts'

/** A row of the table of chunks; 64-bit entries are little-endian. */
export interface Row {
  readonly first: number
  readonly count: number
  readonly checksum: number
  /** Counts of its statuses, as JSON. */
  readonly by_status: string
  readonly status: Buffer
  readonly steps: Buffer
  readonly fingerprint: Buffer
  readonly values: Buffer
  readonly ladder: Buffer
  readonly curves: Buffer
}

type Stored = Pick<Row, 'status' | 'steps' | 'fingerprint' | 'values' | 'ladder' | 'curves'>

export function rowOf(columns: Columns): Row {
  const { from, count, status, steps, fingerprint, values, ladder, curves } = columns
  const stored: Stored = {
    status: bytesOf(status),
    steps: bytesOf(steps),
    fingerprint: bytesOf(fingerprint),
    values: bytesOf(values),
    ladder: bytesOf(ladder),
    curves: bytesOf(curves),
  }
  const counts = emptyCounts()
  addStatuses(counts, status)
  return {
    first: from,
    count,
    checksum: checksum(from, count, stored),
    by_status: JSON.stringify(counts),
    ...stored,
  }
}

/** @throws JournalError where a bit has changed since; `file` is named */
export function columnsOf(row: Row, file: string): Columns {
  checkRow(row, file)
  const { first, count } = row
  if (checksum(first, count, row) !== row.checksum)
    throw new JournalError(
      'corrupt',
      `${file}: the chunk of rollouts ${first} to ${first + count - 1} is damaged; ` +
        'restore the file from a copy, or move it away and run the sweep again',
    )
  return {
    from: first,
    count,
    status: new Uint8Array(bufferOf(row.status)),
    steps: new Uint32Array(bufferOf(row.steps)),
    fingerprint: new BigUint64Array(bufferOf(row.fingerprint)),
    values: new Float64Array(bufferOf(row.values)),
    ladder: new BigUint64Array(bufferOf(row.ladder)),
    curves: new Float64Array(bufferOf(row.curves)),
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)
}

/** The bytes in a buffer of their own, where every kind of entry is aligned. */
function bufferOf({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer {
  if (byteOffset % 8 === 0 && buffer.byteLength === byteLength) return buffer as ArrayBuffer
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
}

/** CRC-32 over the place and all columns, so that chunks or columns that were swapped are found. */
function checksum(from: number, count: number, row: Stored): number {
  let sum = crc32(`${from} ${count}`)
  for (const part of [row.status, row.steps, row.fingerprint, row.values, row.ladder, row.curves]) {
    // SQLite hands out an empty column without an address, and zlib's sum of that starts anew.
    if (part.length > 0) sum = crc32(part, sum)
  }
  return sum
}
