// Random words to uniform numbers; scene-language sources.

/**
 * Uniform in [0, 1), a multiple of 2^-53: 27 bits of `high` above 26 bits of `low`.
 * Binary64 only.
 */
export function uniform53(high: number, low: number): number {
  return ((high >>> 5) * 67108864 + (low >>> 6)) * (1 / 9007199254740992)
}

/** Uniform in [0, 1), a multiple of 2^-24, exact in binary32: the upper 24 bits of `word`. */
export function uniform24(word: number): number {
  const f = Math.fround
  return f(f(word >>> 8) * (1 / 16777216))
}

/**
 * Uniform in (0, 1], never 0: the middle of the interval that `uniform53` begins. Binary64 only.
 */
export function uniformAboveZero(high: number, low: number): number {
  return uniform53(high, low) + 1 / 18014398509481984
}

/**
 * Uniform in (0, 1] in binary32, never 0: (word + 1/2) / 2^32, rounded. Small values keep their
 * full precision, so that a logarithm of it reaches far into the tail.
 */
export function uniformAboveZeroF32(word: number): number {
  const f = Math.fround
  return f(f(f(word >>> 0) * (1 / 4294967296)) + 1 / 8589934592)
}
