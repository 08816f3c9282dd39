// The bits of numbers. These five functions are intrinsics of the scene language: the kernel
// compiler knows them by name, and every backend has an instruction for each.

const float64 = new Float64Array(1)
const words = new Int32Array(float64.buffer)
const float32 = new Float32Array(1)
const word = new Int32Array(float32.buffer)
// Little-endian machines hold the low word first; the product runs on no other, but be right there.
const HIGH = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0

/** The upper 32 bits of a binary64 (sign, exponent, top of the fraction) as a signed integer. */
export function highWord(x: number): number {
  float64[0] = x
  return words[HIGH]
}

/** The lower 32 bits of a binary64 as a signed integer. */
export function lowWord(x: number): number {
  float64[0] = x
  return words[1 - HIGH]
}

/** The binary64 with these upper and lower 32 bits (taken modulo 2^32). */
export function fromWords(high: number, low: number): number {
  words[HIGH] = high
  words[1 - HIGH] = low
  return float64[0]
}

/** The bits of `x` rounded to binary32, as a signed integer. */
export function floatBits(x: number): number {
  float32[0] = x
  return word[0]
}

/** The binary32 with these bits (taken modulo 2^32), as a number. */
export function floatFromBits(bits: number): number {
  word[0] = bits
  return float32[0]
}

/** `x`, or the one NaN pattern 0x7FF8000000000000: NaN has no portable bits of its own. */
export function canonicalNaN(x: number): number {
  return x === x ? x : Number.NaN
}
