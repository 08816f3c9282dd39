// Philox4x32-10: a block of four random words as a function of a counter and a key. A
// scene-language source, so the same operations run in the library and on every backend.

/** The upper 32 bits of the 64-bit product of two unsigned 32-bit integers, as a signed integer. */
export function mulHigh(a: number, b: number): number {
  const aLow = a & 0xffff
  const aHigh = a >>> 16
  const bLow = b & 0xffff
  const bHigh = b >>> 16
  const low = Math.imul(aLow, bLow)
  const cross = Math.imul(aLow, bHigh)
  const other = Math.imul(aHigh, bLow)
  // At most 3 * 65535, so the sum of the middle halves never wraps.
  const middle = ((((low >>> 16) + (cross & 0xffff)) | 0) + (other & 0xffff)) | 0
  const carried = ((cross >>> 16) + (other >>> 16)) | 0
  const high = (Math.imul(aHigh, bHigh) + carried) | 0
  return (high + (middle >>> 16)) | 0
}

/**
 * Philox4x32 with 10 rounds: four signed 32-bit words from a counter of four words and a key of
 * two. For one key it is a bijection of the counters. Inputs are taken modulo 2^32.
 *
 * Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC11;
 * passes TestU01's BigCrush. Not for secrets.
 */
export function philox4x32(
  c0: number,
  c1: number,
  c2: number,
  c3: number,
  k0: number,
  k1: number,
): number[] {
  const multiplier0 = 0xd2511f53 | 0
  const multiplier1 = 0xcd9e8d57 | 0
  // The golden ratio and sqrt(3) - 1, as the key's Weyl steps.
  const weyl0 = 0x9e3779b9 | 0
  const weyl1 = 0xbb67ae85 | 0
  let x0 = c0 | 0
  let x1 = c1 | 0
  let x2 = c2 | 0
  let x3 = c3 | 0
  let key0 = k0 | 0
  let key1 = k1 | 0
  for (let round = 0; round < 10; round++) {
    const high0 = mulHigh(multiplier0, x0)
    const low0 = Math.imul(multiplier0, x0)
    const high1 = mulHigh(multiplier1, x2)
    const low1 = Math.imul(multiplier1, x2)
    x0 = high1 ^ x1 ^ key0
    x1 = low1
    x2 = high0 ^ x3 ^ key1
    x3 = low0
    key0 = (key0 + weyl0) | 0
    key1 = (key1 + weyl1) | 0
  }
  return [x0, x1, x2, x3]
}
