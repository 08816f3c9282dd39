// Numbers that are known beyond 53 bits, as unevaluated sums of two.

/**
 * `x` rounded to its upper 26 bits, so that the product of two such numbers is exact, and so is
 * what is left of `x` and its product with one. Domain: |x| < 2^996. Veltkamp's splitting.
 */
export function upperHalf(x: number): number {
  const spread = x * 134217729 // 2^27 + 1
  return spread - (spread - x)
}

/**
 * (a + aLow) / (b + bLow) for |aLow| <= |a| and |bLow| <= |b| / 2, off by 0.5 ulp and a thousandth.
 * Domain: all of it and the products within 2^-900 and 2^900, or a tiny against b.
 *
 * A first quotient of 26 bits leaves an exact remainder against either half of b, so that the
 * second is known well and one rounding remains.
 */
export function pairQuotient(a: number, aLow: number, b: number, bLow: number): number {
  const top = a + aLow
  const topLow = a - top + aLow
  const base = b + bLow
  const baseLow = b - base + bLow
  const upper = upperHalf(base)
  const first = upperHalf(top / base)
  const left = top - first * upper - first * (base - upper) + (topLow - first * baseLow)
  return first + left / base
}
