// Sums in index order with Neumaier's compensation, and the mean and variance made of them.

/**
 * One step of a compensated sum: [sum, compensation] with `x` added to the pair. The total is
 * `sum + compensation`, or `sum` alone where that is no longer finite (the compensation is then
 * NaN). A scene-language source, in the precision of its program.
 *
 * Source: A. Neumaier, ZAMM 54 (1974), algorithm IV: Kahan's sum with the larger operand first.
 */
export function neumaierAdd(sum: number, compensation: number, x: number): number[] {
  const next = sum + x
  const lost = Math.abs(sum) >= Math.abs(x) ? sum - next + x : x - next + sum
  return [next, compensation + lost]
}

/**
 * The sum of `values` in index order, 0 for none. With u = 2^-53 and n values its error is at most
 * u |sum| + (n u / (1 - n u))^2 * (sum of the magnitudes), unless a partial sum overflows.
 *
 * Source of the bound: Ogita, Rump, Oishi, SIAM J. Sci. Comput. 26 (2005), proposition 4.5.
 */
export function compensatedSum(values: ArrayLike<number>): number {
  return sumOf(values.length, (i) => values[i])
}

/** The mean in index order: the compensated sum, divided once. NaN for no values. */
export function mean(values: ArrayLike<number>): number {
  return compensatedSum(values) / values.length
}

/**
 * The sample variance (divisor n - 1) in index order, NaN for fewer than two values. Two passes:
 * the squared deviations from the mean, less what the rounding of the mean added to them. Its
 * relative error stays near n u whatever the mean is, unless squares leave the range of binary64.
 */
export function variance(values: ArrayLike<number>): number {
  const n = values.length
  if (n < 2) return Number.NaN
  const centre = mean(values)
  const squares = sumOf(n, (i) => (values[i] - centre) * (values[i] - centre))
  const drift = sumOf(n, (i) => values[i] - centre)
  return (squares - (drift * drift) / n) / (n - 1)
}

function sumOf(count: number, term: (index: number) => number): number {
  let sum = 0
  let compensation = 0
  for (let i = 0; i < count; i++) [sum, compensation] = neumaierAdd(sum, compensation, term(i))
  return Number.isFinite(sum) ? sum + compensation : sum
}
