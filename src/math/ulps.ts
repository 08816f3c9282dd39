// Steps from one representable number to the next: the two functions of the seed phyz 0.4.0,
// corrected ones beside them, and the same for binary32.

import { floatBits, floatFromBits } from './bits.ts'

const number = new Float64Array(1)
const int64 = new BigInt64Array(number.buffer)

const INT64_MIN = -0x8000000000000000n
const INT64_MAX = 0x7fffffffffffffffn
const MAX_KEY = 0x7fefffffffffffffn

/** The seed's integer line: monotone in x, with -0 and 0 both at 0. */
function seedKey(x: number): bigint {
  number[0] = x
  const bits = int64[0]
  return bits < 0n ? INT64_MIN - bits : bits
}

function fromSeedKey(key: bigint): number {
  int64[0] = key < 0n ? INT64_MIN - key : key
  return number[0]
}

/** The line of all patterns, IEEE's total order: -0 (at -1) just below 0 (at 0). */
function totalKey(x: number): bigint {
  number[0] = x
  const bits = int64[0]
  return bits < 0n ? INT64_MAX ^ bits : bits
}

function fromTotalKey(key: bigint): number {
  int64[0] = key < 0n ? INT64_MAX ^ key : key
  return number[0]
}

function count(n: number | bigint): bigint {
  if (typeof n === 'number' && !Number.isSafeInteger(n))
    throw new RangeError(`${n} is no exact number of ulps; pass an integer or a bigint`)
  return BigInt(n)
}

/**
 * The seed's `ulp_offset`: `x` moved `n` representable steps toward +inf (toward -inf where n < 0);
 * n is a 64-bit integer. From either zero one step leads to the smallest subnormal of n's sign. NaN
 * and the infinities come back unchanged.
 *
 * Kept faults: it stays at MAX, silently, when n would lead past it; -0 counts as 0, so one step up
 * and one down lead from -0 to 0. `stepUlps` mends both.
 */
export function ulpOffset(x: number, n: number | bigint): number {
  const steps = count(n)
  if (steps === 0n || !Number.isFinite(x)) return x
  if (steps < INT64_MIN || steps > INT64_MAX)
    throw new RangeError(`ulpOffset: ${steps} does not fit 64 bits`)
  const key = seedKey(x) + steps
  if (key > MAX_KEY) return fromSeedKey(MAX_KEY)
  if (key < -MAX_KEY) return fromSeedKey(-MAX_KEY)
  return fromSeedKey(key)
}

/**
 * The seed's `ulps_between`: how many representable steps lead from `a` to `b`, with the sign of b
 * - a. Kept faults: it saturates at the ends of int64, and 2^63 - 1 also means that a value is not
 * finite. `ulpDistance` tells the two apart.
 */
export function ulpsBetween(a: number, b: number): bigint {
  if (!Number.isFinite(a) || !Number.isFinite(b)) return INT64_MAX
  const distance = seedKey(b) - seedKey(a)
  if (distance > INT64_MAX) return INT64_MAX
  return distance < INT64_MIN ? INT64_MIN : distance
}

/**
 * `x` moved `n` representable steps along IEEE's total order, on which -0 stands just below 0: a
 * step and its reverse always cancel, and different bits are always apart. Mends `ulpOffset`, which
 * stays at MAX without a word and loses the sign of -0.
 *
 * @throws RangeError when x is not finite, or when the way leads past the largest finite number.
 */
export function stepUlps(x: number, n: number | bigint): number {
  if (!Number.isFinite(x)) throw new RangeError(`stepUlps: ${x} has no neighbours to step to`)
  const key = totalKey(x) + count(n)
  if (key > MAX_KEY || key < -MAX_KEY - 1n)
    throw new RangeError(`stepUlps: ${n} steps from ${x} lead past the largest finite number`)
  return fromTotalKey(key)
}

/**
 * How many representable steps lead from `a` to `b` along IEEE's total order, with the sign of b -
 * a: exact, without saturation, 0 only where the bits are equal (so -0 and 0 are one step apart).
 * An infinity counts as the neighbour of the largest finite number. Undefined where either is NaN.
 * Mends `ulpsBetween`, whose largest value has two meanings.
 */
export function ulpDistance(a: number, b: number): bigint | undefined {
  if (Number.isNaN(a) || Number.isNaN(b)) return undefined
  return totalKey(b) - totalKey(a)
}

/**
 * `ulpOffset` for binary32: `x`, rounded to binary32, moved `n` representable binary32 steps, with
 * the seed's treatment of zeros, of MAX and of what is not finite. Where start and end are normal
 * binary32 numbers of one sign it equals `ulpOffset(x, n * 2^29)`, since each binary32 step is 2^29
 * binary64 steps there; near zero, below 2^-126, only this one stays on binary32 numbers.
 *
 * @throws RangeError when n is no safe integer.
 */
export function ulpOffset32(x: number, n: number): number {
  if (!Number.isSafeInteger(n))
    throw new RangeError(`ulpOffset32: ${n} is no exact number of ulps; pass an integer`)
  const single = Math.fround(x)
  if (n === 0 || !Number.isFinite(single)) return single
  const bits = floatBits(single)
  const key = (bits < 0 ? -0x80000000 - bits : bits) + n
  const end = Math.min(Math.max(key, -0x7f7fffff), 0x7f7fffff)
  return floatFromBits(end < 0 ? -0x80000000 - end : end)
}

/**
 * `ulpDistance` for binary32: both values are rounded to binary32 first; exact in a number.
 */
export function ulpDistance32(a: number, b: number): number | undefined {
  if (Number.isNaN(a) || Number.isNaN(b)) return undefined
  const key = (x: number) => {
    const bits = floatBits(x)
    return bits < 0 ? 0x7fffffff ^ bits : bits
  }
  return key(b) - key(a)
}
