// The root of a sweep's results: one SHA-256 over every rollout in index order.
//
// To recompute it without Furrow (all numbers little-endian, H = SHA-256, | joins bytes):
//
//   record(i) = u64 index | u8 status | u32 steps | u64 fingerprint
//             | f64 each measure value, in the order of the columns
//             | f64 each number of the curves: those of divergences, then those of rates
//   A NaN is written as 7ff8000000000000. A divergence curve is its initial distance, then its
//   samples; past the end of a rollout they are NaN. Status numbers: 1 done, 2 stopped, 3 escaped,
//   4 threw, 5 timeout, 6 out of memory, 7 crashed. The index is cell * replicas + replica.
//
//   leaf(j)  = H(0x00 | record(256 j) | ... | record(256 j + 255)); the last leaf may be shorter
//   level k  : neighbours are joined, node = H(0x01 | left | right); an odd one at the end goes up
//              as it is; the one node of the last level is the top
//   root     = H(0x02 | the sweep's digest, 32 bytes | u64 number of rollouts | top)
//
// Leaves are aligned to the index, so it does not matter in which chunks results were recorded. The
// ladder is left out: the fingerprint covers the same states.

import { highWord, lowWord } from '../math/bits.ts'
import type { Columns } from '../workers/protocol.ts'
import { widthsIn } from './rows.ts'
import { createSha256, type Digest, fromHex, sha256Of, toHex } from './sha256.ts'
import { addStatuses, countFailed, emptyCounts, type StatusCounts } from './status.ts'
import { UserError } from './user-error.ts'

/** Rollouts of a leaf. */
export const LEAF_ROLLOUTS = 256

export interface Root {
  /** 64 hex digits. */
  readonly root: string
  readonly counts: StatusCounts
  /** Rollouts that failed; the root covers them as such. */
  readonly failed: number
}

/**
 * The root of a finished result. `chunks` are its columns in index order; memory grows with the
 * logarithm of the number of rollouts.
 *
 * @throws UserError when a rollout is missing
 */
export function merkleRoot(digest: string, rollouts: number, chunks: Iterable<Columns>): Root {
  const tree = createTree()
  const counts = emptyCounts()
  let next = 0
  let leaf = createSha256().update(LEAF)
  for (const columns of chunks) {
    if (columns.from !== next) break
    addStatuses(counts, columns.status)
    for (let i = 0; i < columns.count; ) {
      const filled = next % LEAF_ROLLOUTS
      const take = Math.min(LEAF_ROLLOUTS - filled, columns.count - i)
      leaf.update(recordBytes(columns, i, take))
      i += take
      next += take
      if (next % LEAF_ROLLOUTS > 0) continue
      tree.add(leaf.digest())
      leaf = createSha256().update(LEAF)
    }
  }
  if (next !== rollouts)
    throw new UserError(
      `the result is not finished: rollout ${next} of ${rollouts} is missing; ` +
        'run the same `furrow run` again, it goes on where it stopped',
    )
  if (next % LEAF_ROLLOUTS > 0) tree.add(leaf.digest())
  const count = new Uint8Array(8)
  new DataView(count.buffer).setBigUint64(0, BigInt(rollouts), true)
  const bound = createSha256().update(ROOT).update(fromHex(digest)).update(count)
  const root = toHex(bound.update(tree.top()).digest())
  return { root, counts, failed: countFailed(counts) }
}

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)
const ROOT = Uint8Array.of(2)

/** The records of entries [start, start + count) of the columns. */
export function recordBytes(columns: Columns, start: number, count: number): Uint8Array {
  const { values, curves } = widthsIn(columns)
  const bytes = new Uint8Array(count * (21 + 8 * (values + curves)))
  const view = new DataView(bytes.buffer)
  let at = 0
  const putFloats = (column: Float64Array, from: number, width: number) => {
    for (let i = from; i < from + width; i++) {
      const x = column[i]
      // By words: an engine may write a NaN with any bits.
      view.setInt32(at, x === x ? lowWord(x) : 0, true)
      view.setInt32(at + 4, x === x ? highWord(x) : 0x7ff80000, true)
      at += 8
    }
  }
  for (let i = start; i < start + count; i++) {
    const index = columns.from + i
    view.setUint32(at, index % 2 ** 32, true)
    view.setUint32(at + 4, index / 2 ** 32, true)
    view.setUint8(at + 8, columns.status[i])
    view.setUint32(at + 9, columns.steps[i], true)
    view.setBigUint64(at + 13, columns.fingerprint[i], true)
    at += 21
    putFloats(columns.values, i * values, values)
    putFloats(columns.curves, i * curves, curves)
  }
  return bytes
}

/** A Merkle tree that keeps one node for each complete subtree, as a binary counter its bits. */
function createTree() {
  const complete: { height: number; node: Digest }[] = []
  const join = (left: Digest, right: Digest) => {
    const bytes = new Uint8Array(65)
    bytes.set(NODE)
    bytes.set(left, 1)
    bytes.set(right, 33)
    return sha256Of(bytes)
  }
  return {
    add(node: Digest) {
      let height = 0
      for (let last = complete.at(-1); last?.height === height; last = complete.at(-1)) {
        complete.pop()
        node = join(last.node, node)
        height += 1
      }
      complete.push({ height, node })
    },
    /** An odd node goes up as it is, so the smaller subtrees join from the right. */
    top(): Digest {
      return complete.map(({ node }) => node).reduceRight((right, left) => join(left, right))
    },
  }
}
