// Columns whose entries follow from the rollout's index: every kind of number, NaN and -0 included.

import type { Columns } from '../workers/protocol.ts'

export const WIDTHS = { values: 2, ladder: 3, curves: 4 }

/** Rollouts [from, from + count); `salt` changes their fingerprints. */
export function sampleColumns(from: number, count: number, salt = 0n): Columns {
  const floats = [0.1, -0, Number.NaN, Number.NEGATIVE_INFINITY, 5e-324, Number.MAX_VALUE]
  const each = <T>(width: number, of: (rollout: number, entry: number) => T) =>
    Array.from({ length: count * width }, (_, i) => of(from + Math.floor(i / width), i % width))
  const hash = (rollout: number, entry: number) =>
    BigInt.asUintN(64, (BigInt(rollout) + 1n) * 0x9e3779b97f4a7c15n + BigInt(entry) + salt)
  const float = (rollout: number, entry: number) => floats[(rollout * 7 + entry) % floats.length]
  return {
    from,
    count,
    status: Uint8Array.from(each(1, (rollout) => 1 + (rollout % 7))),
    steps: Uint32Array.from(each(1, (rollout) => 0xffffffff - (rollout % 1000))),
    fingerprint: BigUint64Array.from(each(1, hash)),
    values: Float64Array.from(each(WIDTHS.values, float)),
    ladder: BigUint64Array.from(each(WIDTHS.ladder, hash)),
    curves: Float64Array.from(each(WIDTHS.curves, float)),
  }
}
