// Random numbers by identity: each is a function of (seed, purpose, index, place in the stream), so
// that nothing depends on the order in which they are drawn. This file settles the counter's
// layout.

import { philox4x32 } from './philox.ts'
import type { SeedWords } from './seed.ts'
import { uniform53 } from './uniform.ts'

/** What a stream is for; two purposes never share a block. Numbers are part of every result. */
export const PURPOSE = {
  /** A rollout's own noise, drawn inside the kernel. */
  noise: 0,
  /** Points of the random sampler. */
  random: 1,
  latinHypercube: 2,
  sobol: 3,
  /** The choice of cells that are run twice. */
  audit: 4,
  search: 5,
  /** The seed that an engine gets for a rollout. */
  engine: 6,
} as const

export type Purpose = (typeof PURPOSE)[keyof typeof PURPOSE]

/** Where a block of four random words stands under a seed. */
export interface Place {
  /** 0 to 255. */
  readonly purpose: number
  /** A cell, or whatever the purpose counts: an integer from 0 to 2^53 - 1. */
  readonly index: number
  /** 0 to 65535. */
  readonly replica: number
  /** The step of a rollout, or the block of a stream: 0 to 2^32 - 1. */
  readonly step: number
  /** 0 to 65535. */
  readonly draw: number
}

/**
 * The four counter words of a place. The key is the seed, (low, high); the counter holds
 *
 *     word 0   step
 *     word 1   index, bits 0 to 31
 *     word 2   index, bits 32 to 55  |  purpose << 24
 *     word 3   replica               |  draw << 16
 *
 * Every field has its own bits, and Philox is a bijection of the counter: no two places share a
 * block.
 */
export function counterWords(place: Place): [number, number, number, number] {
  const high = Math.floor(place.index / 0x100000000)
  return [
    place.step | 0,
    place.index | 0,
    high | (place.purpose << 24),
    place.replica | (place.draw << 16),
  ]
}

/** Draws in order from one stream. */
export interface RandomStream {
  /** 32 random bits, unsigned. */
  word(): number
  /** Uniform in [0, 1), a multiple of 2^-53. */
  uniform(): number
  /** Uniform among the integers 0 to n - 1, without bias; 1 <= n <= 2^32. */
  below(n: number): number
}

/**
 * The stream of (seed, purpose, index), for samplers and audits. It holds 2^34 words, and each
 * index has its own.
 */
export function randomStream(seed: SeedWords, purpose: Purpose, index: number): RandomStream {
  return new BlockStream(seed, purpose, index)
}

class BlockStream implements RandomStream {
  readonly #seed: SeedWords
  readonly #place: { -readonly [K in keyof Place]: Place[K] }
  #block: number[] = []
  #used = 4
  #blocks = 0

  constructor(seed: SeedWords, purpose: Purpose, index: number) {
    this.#seed = seed
    this.#place = { purpose, index, replica: 0, step: 0, draw: 0 }
  }

  word(): number {
    if (this.#used === 4) {
      this.#place.step = this.#blocks++
      const [c0, c1, c2, c3] = counterWords(this.#place)
      this.#block = philox4x32(c0, c1, c2, c3, this.#seed[0], this.#seed[1])
      this.#used = 0
    }
    return this.#block[this.#used++] >>> 0
  }

  uniform(): number {
    const high = this.word()
    return uniform53(high, this.word())
  }

  below(n: number): number {
    if (!(Number.isInteger(n) && n >= 1 && n <= 0x100000000))
      throw new RangeError(`below(${n}): the bound must be an integer from 1 to 2^32`)
    // Words at and above the largest multiple of n would favour small results.
    const limit = 0x100000000 - (0x100000000 % n)
    let drawn = this.word()
    while (drawn >= limit) drawn = this.word()
    return drawn % n
  }
}
