// A pseudo-random permutation of 0 to n - 1, computed by index: no table, whatever n is.

import { philox4x32 } from './philox.ts'
import { counterWords } from './random-stream.ts'
import type { SeedWords } from './seed.ts'

/** Which permutation: those of different places or seeds are independent. */
export interface PermutationKey {
  readonly seed: SeedWords
  readonly purpose: number
  readonly index: number
}

const ROUNDS = 8
/**
 * The draw of the counter's layout that a permutation's rounds take; others are free for its owner.
 */
const ROUND_DRAW = 1

/**
 * Where `i` goes under the key's permutation of 0 to n - 1; 0 <= i < n <= 2^32.
 *
 * A Feistel network of eight rounds over the bits of n - 1, its halves of unequal length where
 * their number is odd, with Philox as the round function; a result of n or more is permuted again
 * until it falls below n (cycle walking; fewer than two turns on average).
 *
 * Source: Black and Rogaway, "Ciphers with arbitrary finite domains", CT-RSA 2002.
 */
export function permutedIndex(i: number, n: number, key: PermutationKey): number {
  const bits = 32 - Math.clz32(n - 1)
  let x = i
  do x = permuteBits(x, bits, key)
  while (x >= n)
  return x
}

/** A permutation of the integers of `bits` bits. */
function permuteBits(x: number, bits: number, key: PermutationKey): number {
  const rightBits = (bits + 1) >> 1
  const leftBits = bits - rightBits
  const rightMask = (1 << rightBits) - 1
  const leftMask = (1 << leftBits) - 1
  let left = x >>> rightBits
  let right = x & rightMask
  for (let round = 0; round < ROUNDS; round += 2) {
    left ^= roundWord(right, round, key) & leftMask
    right ^= roundWord(left, round + 1, key) & rightMask
  }
  return ((left << rightBits) | right) >>> 0
}

function roundWord(half: number, round: number, { seed, purpose, index }: PermutationKey): number {
  const place = { purpose, index, replica: round, step: half, draw: ROUND_DRAW }
  const [c0, c1, c2, c3] = counterWords(place)
  return philox4x32(c0, c1, c2, c3, seed[0], seed[1])[0]
}
