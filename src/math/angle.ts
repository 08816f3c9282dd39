// Reduces an angle to within an eighth of a turn, for sin, cos and tan. Two parts come back,
// because one binary64 cannot hold what is left near a multiple of pi/2 to full precision.

import { highWord, lowWord } from './bits.ts'
import { upperHalf } from './pairs.ts'

/**
 * [n, high, low] with x = n * pi/2 + high + low, |high + low| <= pi/4 (1 + 2^-36); the two low bits
 * of n are the quadrant. Domain: |x| <= 411774 (n <= 2^18). high + low is off by at most 2^-57 of
 * itself (2^-55.4 next to the multiple 204551), which the test checks at the double next to each of
 * those multiples. low may be a few ulps of high. Odd in x, bit for bit.
 *
 * Cody and Waite: pi/2 is cut so that n times either of the first two pieces is exact. The cut lies
 * before zeros of pi/2, which is why three pieces reach this far.
 */
export function nearAngle(x: number): [number, number, number] {
  const twoOverPi = 0.6366197723675814 // 0x3fe45f306dc9c883
  const piece1 = 1.5707963267923333 // 0x3ff921fb54440000, 35 bits
  const piece2 = 2.563344151689835e-12 // 0x3d868c234c500000, 33 bits
  const piece3 = -9.531611933980011e-23 // 0xbb5cceba3f91f197, the rest
  // Adding 1.5 * 2^52 rounds to an integer and leaves that integer in the low word.
  const shift = 6755399441055744
  const shifted = x * twoOverPi + shift
  const n = shifted - shift
  // The first difference is exact; the second has its rounding error recovered.
  const first = x - n * piece1
  const second = n * piece2
  const high = first - second
  const low = first - high - second - n * piece3
  return [lowWord(shifted), high, low]
}

/**
 * As `nearAngle`, for any finite x with |x| > 2^14 (its sign is ignored; other x give any numbers).
 *
 * Payne and Hanek: x is m * 2^(e - 52) with an integer m, and the bits of 2/pi that weigh 4 turns
 * of a quarter or more after that scaling are left out. The next 9 limbs of 24 bits give x * 2/pi
 * modulo 4 to 2^-139; no double comes nearer than 2^-62 to a multiple of pi/2, so that the result
 * is off by at most 2^-76 of itself, always.
 */
export function farAngle(x: number): [number, number, number] {
  // The fraction of 2/pi in limbs of 24 bits, after two limbs of zeros.
  const limbs = [
    0, 0, 10680707, 7228996, 1387004, 2578385, 16069853, 12639074, 9804092, 4427841, 16666979,
    11263675, 12935607, 2387514, 4345298, 14681673, 3074569, 13734428, 16653803, 1880361, 10960616,
    8533493, 3062596, 8710556, 7349940, 6258241, 3772886, 3769171, 3798172, 8675211, 12450088,
    3874808, 9961438, 366607, 15675153, 9132554, 7151469, 3571407, 2607881, 12013382, 4155038,
    6285869, 7677882, 13102053, 15825725, 473591, 9065106, 15363067, 6271263, 9264392, 5636912,
    4652155, 7056368, 13614112,
  ]
  const exponent = ((highWord(x) >>> 20) & 0x7ff) - 1023
  // The window starts after `skipped` bits of the padded fraction: bit 49 + b there is bit 1 + b.
  const skipped = exponent - 6
  const limb = (skipped / 24) | 0
  const left = (skipped - 24 * limb) | 0
  const right = (24 - left) | 0
  const bits = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (let i = 0; i < bits.length; i++) {
    const upper = limbs[(limb + i) | 0] << left
    bits[i] = (upper | (limbs[(limb + i + 1) | 0] >> right)) & 0xffffff
  }
  // m = m0 + m1 * 2^24 + m2 * 2^48
  const m0 = lowWord(x) & 0xffffff
  const m1 = ((lowWord(x) >>> 24) | (highWord(x) << 8)) & 0xffffff
  const m2 = ((highWord(x) >> 16) & 0xf) | 0x10
  // m times the window modulo 1, limb by limb from the last; every sum is below 2^50, so exact.
  const product = [0, 0, 0, 0, 0, 0, 0]
  let carry = 0
  for (let i = 0; i < 7; i++) {
    const at = 6 - i
    const sum = m0 * bits[at] + m1 * bits[at + 1] + m2 * bits[at + 2] + carry
    carry = Math.floor(sum * 5.9604644775390625e-8) // 2^-24
    product[at] = sum - carry * 16777216
  }
  const quadrant = Math.floor(product[0] * 2.384185791015625e-7 + 0.5) // 2^-22
  const top = product[0] - quadrant * 4194304
  // What is left of the quarter turns, in three exact sums of two limbs (their weights are 2^-22,
  // 2^-46 and so on to 2^-142), then as high + low.
  const sum1 = top * 2.384185791015625e-7 + product[1] * 1.4210854715202004e-14
  const sum2 = product[2] * 8.470329472543003e-22 + product[3] * 5.048709793414476e-29
  const sum3 = product[4] * 3.009265538105056e-36 + product[5] * 1.793662034335766e-43
  const most = sum1 + sum2
  const rest = sum1 - most + sum2 + sum3
  const turns = most + rest
  const turnsLow = most - turns + rest
  // Times pi/2, with the product of the two high parts in full (Dekker).
  const half = 1.5707963267948966 // 0x3ff921fb54442d18
  const halfLow = 6.123233995736766e-17 // 0x3c91a62633145c07
  const half1 = 1.5707963407039642 // the upper 26 bits of `half`
  const half2 = -1.3909067675399456e-8
  const turns1 = upperHalf(turns)
  const turns2 = turns - turns1
  const high = turns * half
  const error = turns1 * half1 - high + turns1 * half2 + turns2 * half1 + turns2 * half2
  return [quadrant | 0, high, error + (turnsLow * half + turns * halfLow)]
}
