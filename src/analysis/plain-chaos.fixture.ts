// Known systems as plain loops, and a random stream, to check estimates against.

/** Uniform numbers in [0, 1): mulberry32. */
export function uniformOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Standard normal numbers (Box and Muller). */
export function normalOf(seed: number): () => number {
  const uniform = uniformOf(seed)
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
}

/** x <- phi x + noise, from its stationary law on. */
export function autoregression(seed: number, count: number, phi: number): number[] {
  const normal = normalOf(seed)
  let x = normal() / Math.sqrt(1 - phi * phi)
  return Array.from({ length: count }, () => {
    x = phi * x + normal()
    return x
  })
}

/** Factors by which the logistic map of r = 4 stretches; their mean logarithm is ln 2. */
export function logisticLengths(seed: number, count: number): number[] {
  let x = Math.sin((uniformOf(seed)() * Math.PI) / 2) ** 2
  return Array.from({ length: count }, () => {
    const length = Math.abs(4 - 8 * x)
    x = 4 * x * (1 - x)
    return length
  })
}

/** Lengths of a tangent vector of the Henon map; their mean logarithm is 0.41922. */
export function henonLengths(seed: number, count: number): number[] {
  const uniform = uniformOf(seed)
  let [x, y, u, v] = [0.1 * uniform(), 0.1 * uniform(), 1, 0]
  const lengths: number[] = []
  for (let k = -100; k < count; k++) {
    ;[u, v] = [-2.8 * x * u + v, 0.3 * u]
    ;[x, y] = [1 - 1.4 * x * x + y, 0.3 * x]
    const length = Math.hypot(u, v)
    u /= length
    v /= length
    if (k >= 0) lengths.push(length)
  }
  return lengths
}

type Field = (s: Float64Array, into: Float64Array) => void

/** A step of the classical Runge-Kutta method, in place. */
export function rungeKutta(field: Field, size: number): (s: Float64Array, dt: number) => void {
  const [k1, k2, k3, k4, at] = Array.from({ length: 5 }, () => new Float64Array(size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const go = (s: Float64Array, k: Float64Array, h: number) => {
    for (let i = 0; i < size; i++) at[i] = s[i]! + h * k[i]!
    return at
  }
  return (s, dt) => {
    field(s, k1)
    field(go(s, k1, dt / 2), k2)
    field(go(s, k2, dt / 2), k3)
    field(go(s, k3, dt), k4)
    for (let i = 0; i < size; i++)
      s[i] = s[i]! + (dt / 6) * (k1[i]! + 2 * k2[i]! + 2 * k3[i]! + k4[i]!)
  }
}

export const lorenz: Field = (s, into) => {
  const [x, y, z] = [s[0]!, s[1]!, s[2]!]
  into[0] = 10 * (y - x)
  into[1] = x * (28 - z) - y
  into[2] = x * y - (8 / 3) * z
}

/** The Lorenz system, then a tangent vector. */
const lorenzTangent: Field = (s, into) => {
  const [x, y, z, u, v, w] = [s[0]!, s[1]!, s[2]!, s[3]!, s[4]!, s[5]!]
  lorenz(s, into)
  into[3] = 10 * (v - u)
  into[4] = u * (28 - z) - x * w - v
  into[5] = u * y + x * v - (8 / 3) * w
}

/** Lengths of a tangent vector of Lorenz after each unit of time; 0.9056 is their rate. */
export function lorenzLengths(seed: number, count: number): number[] {
  const uniform = uniformOf(seed)
  const step = rungeKutta(lorenzTangent, 6)
  const s = Float64Array.of(uniform() * 10, uniform() * 10, 20 + uniform() * 10, 1, 0, 0)
  const lengths: number[] = []
  for (let k = -20; k < count; k++) {
    for (let i = 0; i < 100; i++) step(s, 0.01)
    const length = Math.hypot(s[3]!, s[4]!, s[5]!)
    for (let i = 3; i < 6; i++) s[i] = s[i]! / length
    if (k >= 0) lengths.push(length)
  }
  return lengths
}
