// Elementary functions on big integers that stand for value * 2^scale. They are right to the last
// ten bits or so.

const cache = new Map<string, bigint>()

function cached(name: string, scale: number, make: () => bigint): bigint {
  const key = `${name} ${scale}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const value = make()
  cache.set(key, value)
  return value
}

export const bitLength = (n: bigint): number => n.toString(16).length * 4 - leadingZeros(n)

function leadingZeros(n: bigint): number {
  return Math.clz32(Number.parseInt(n.toString(16)[0]!, 16)) - 28
}

/** The largest integer whose square is at most n, by Newton's method. */
export function squareRoot(n: bigint): bigint {
  if (n === 0n) return 0n
  let root = 1n << BigInt(Math.ceil(bitLength(n) / 2))
  for (;;) {
    const next = (root + n / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** The largest integer whose cube is at most n, by Newton's method. */
export function cubeRoot(n: bigint): bigint {
  if (n === 0n) return 0n
  let root = 1n << BigInt(Math.ceil(bitLength(n) / 3))
  for (;;) {
    const next = (2n * root + n / (root * root)) / 3n
    if (next >= root) return root
    root = next
  }
}

/** The sum of power^(2 i + 1) / (2 i + 1), with alternating signs for the arc tangent. */
function oddSeries(t: bigint, scale: number, sign: bigint): bigint {
  const square = sign * ((t * t) >> BigInt(scale))
  let sum = 0n
  let power = t
  for (let n = 1n; power !== 0n && power !== -1n; n += 2n) {
    sum += power / n
    power = (power * square) >> BigInt(scale)
  }
  return sum
}

/** Machin's formula. */
export function piAt(scale: number): bigint {
  return cached('pi', scale, () => {
    const guarded = scale + 20
    const one = 1n << BigInt(guarded)
    const quarter = 4n * oddSeries(one / 5n, guarded, -1n) - oddSeries(one / 239n, guarded, -1n)
    return (4n * quarter) >> 20n
  })
}

export function ln2At(scale: number): bigint {
  return cached('ln2', scale, () => 2n * oddSeries((1n << BigInt(scale)) / 3n, scale, 1n))
}

/** e^r for |r| < 1: e^(r / 256) by Taylor's series, then squared eight times. */
export function expSeries(r: bigint, scale: number): bigint {
  const guarded = BigInt(scale + 20)
  const small = (r << 20n) >> 8n
  let sum = 0n
  let term = 1n << guarded
  for (let n = 1n; term !== 0n && term !== -1n; n += 1n) {
    sum += term
    term = ((term * small) >> guarded) / n
  }
  for (let i = 0; i < 8; i++) sum = (sum * sum) >> guarded
  return sum >> 20n
}

/** [sin r, cos r] for |r| < 1 by Taylor's series. */
export function sinCosSeries(r: bigint, scale: number): [bigint, bigint] {
  const sums: [bigint, bigint, bigint, bigint] = [0n, 0n, 0n, 0n]
  let term = 1n << BigInt(scale)
  for (let n = 0; term !== 0n && term !== -1n; n++) {
    sums[n & 3]! += term
    term = ((term * r) >> BigInt(scale)) / BigInt(n + 1)
  }
  return [sums[1] - sums[3], sums[0] - sums[2]]
}

/** The natural logarithm of a positive number. */
export function lnSeries(a: bigint, scale: number): bigint {
  const k = bitLength(a) - 1 - scale
  const m = k > 0 ? a >> BigInt(k) : a << BigInt(-k)
  const one = 1n << BigInt(scale)
  // Halved above 3/2, so that a number just below 1 loses nothing.
  const [base, top, n] =
    2n * m > 3n * one ? [m + 2n * one, m - 2n * one, k + 1] : [m + one, m - one, k]
  const s = (top << BigInt(scale)) / base
  return 2n * oddSeries(s, scale, 1n) + BigInt(n) * ln2At(scale)
}

/** The arc tangent of n / d for 0 <= n <= d, halved three times before the series. */
export function atanSeries(n: bigint, d: bigint, scale: number): bigint {
  const one = 1n << BigInt(scale)
  let t = (n << BigInt(scale)) / d
  for (let i = 0; i < 3; i++) {
    t = (t << BigInt(scale)) / (one + squareRoot(one * one + t * t))
  }
  return 8n * oddSeries(t, scale, -1n)
}
