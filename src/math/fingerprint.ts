// FNV-1a 64 over the IEEE bits of a rollout, as the seed phyz 0.4.0 defines it, in 32-bit halves:
// BigInt stays out of the hot path.

const OFFSET_LOW = 0x84222325
const OFFSET_HIGH = 0xcbf29ce4

const number = new Float64Array(1)
const word64 = new BigUint64Array(number.buffer)
const words = new Int32Array(number.buffer)
const bytes = new Uint8Array(number.buffer)
// Little-endian machines hold the low word first.
const HIGH = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0
const LOW = 1 - HIGH
const FLIP = HIGH === 1 ? 0 : 7

/** The hash that is being worked on: its low and its high word. */
const hash = new Int32Array(2)

/**
 * Fingerprints in one array, as the blocks of a kernel hold those of their members: the low word of
 * fingerprint i at `2 * i`, its high word at `2 * i + 1`.
 */
export type Hashes = Uint32Array

/** A state as the seeds know it: positions, velocities (none for a map), simulated time. */
export interface State {
  q: ArrayLike<number>
  v: ArrayLike<number>
  time: number
}

/**
 * Absorbs the eight bytes of `number`: h <- (h ^ byte) * (2^40 + 435) modulo 2^64, lowest byte
 * first. The product of an unsigned 32-bit word and 435 is exact in binary64, and so is its scaling
 * by 2^-32, which gives the carry. Only the low word has to be waited for: one xor and one multiply
 * a byte.
 */
function mix(): void {
  let low = hash[0]
  let high = hash[1]
  for (let k = 0; k < 8; k++) {
    low ^= bytes[k ^ FLIP]
    const carry = ((low >>> 0) * (435 * 2.3283064365386963e-10)) | 0
    high = (Math.imul(high, 435) + (carry + (low << 8))) | 0
    low = Math.imul(low, 435)
  }
  hash[0] = low
  hash[1] = high
}

function mixNumber(x: number): void {
  number[0] = x
  mix()
}

function mixWords(low: number, high: number): void {
  words[LOW] = low
  words[HIGH] = high
  mix()
}

/** A length below 2^32 as a 64-bit word. */
function mixLength(length: number): void {
  mixWords(length, 0)
}

function mixSlice(xs: ArrayLike<number>): void {
  mixLength(xs.length)
  for (let k = 0; k < xs.length; k++) mixNumber(xs[k])
}

function load(hashes: Hashes, i: number): void {
  hash[0] = hashes[2 * i]
  hash[1] = hashes[2 * i + 1]
}

function store(hashes: Hashes, i: number): void {
  hashes[2 * i] = hash[0]
  hashes[2 * i + 1] = hash[1]
}

/** Sets fingerprint i to that of nothing, cbf29ce484222325. */
export function startHash(hashes: Hashes, i: number): void {
  hashes[2 * i] = OFFSET_LOW
  hashes[2 * i + 1] = OFFSET_HIGH
}

/** Fingerprint i as one unsigned 64-bit number. */
export function hashValue(hashes: Hashes, i: number): bigint {
  words[LOW] = hashes[2 * i]
  words[HIGH] = hashes[2 * i + 1]
  return word64[0]
}

/**
 * Absorbs a 64-bit word, given as its two 32-bit halves (taken modulo 2^32), into fingerprint i.
 */
export function absorbWords(hashes: Hashes, i: number, low: number, high: number): void {
  load(hashes, i)
  mixWords(low, high)
  store(hashes, i)
}

/**
 * The seed's fingerprint of a trajectory: FNV-1a 64 over bit patterns, byte by byte, little-endian.
 * It outlives machines, engines and versions, since nothing but the bits of the numbers enters. So
 * -0 and 0 differ, and a NaN counts by its payload; JavaScript may lose that payload before it gets
 * here, so feed NaNs that matter as words, by `absorbU64`.
 */
export class RolloutHasher {
  readonly #hashes: Hashes = new Uint32Array([OFFSET_LOW, OFFSET_HIGH])

  /** Absorbs a number by its 64 bits. */
  absorbF64(x: number): void {
    load(this.#hashes, 0)
    mixNumber(x)
    store(this.#hashes, 0)
  }

  /**
   * Absorbs a raw 64-bit word (a length, an index, a flag), so that a rollout of 100 steps cannot
   * collide with one of 200. A bigint is taken modulo 2^64; a number must be an integer from 0 on.
   */
  absorbU64(word: bigint | number): void {
    if (typeof word === 'number' && !(Number.isSafeInteger(word) && word >= 0))
      throw new RangeError(`absorbU64: ${word} is no exact unsigned integer; pass a bigint`)
    word64[0] = BigInt(word)
    absorbWords(this.#hashes, 0, words[LOW], words[HIGH])
  }

  /** Absorbs the length of `xs`, then its numbers. */
  absorbSlice(xs: ArrayLike<number>): void {
    load(this.#hashes, 0)
    mixSlice(xs)
    store(this.#hashes, 0)
  }

  /** Absorbs slice(q), slice(v), then the time. */
  absorbState(state: State): void {
    load(this.#hashes, 0)
    mixSlice(state.q)
    mixSlice(state.v)
    mixNumber(state.time)
    store(this.#hashes, 0)
  }

  /** The fingerprint so far; absorbing may go on. */
  finish(): bigint {
    return hashValue(this.#hashes, 0)
  }

  /** The fingerprint so far as 16 hexadecimal digits. */
  hex(): string {
    return this.finish().toString(16).padStart(16, '0')
  }
}

/**
 * The fingerprint of a rollout of `steps` steps: the initial state is absorbed first, then the
 * state after each step. `step` advances the state in place.
 */
export function hashRollout<S extends State>(
  state: S,
  steps: number,
  step: (state: S) => void,
): bigint {
  const hasher = new RolloutHasher()
  hasher.absorbState(state)
  for (let k = 0; k < steps; k++) {
    step(state)
    hasher.absorbState(state)
  }
  return hasher.finish()
}
