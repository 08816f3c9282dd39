// Numbers to measure at: the same on every machine, over all exponents.

const float64 = new Float64Array(1)
const word64 = new BigInt64Array(float64.buffer)

/** Numbers in [0, 1) in a fixed order (mulberry32). */
export function fixedNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let word = Math.imul(state ^ (state >>> 15), state | 1)
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61)
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The number that lies a part of the way from one positive number to another, counted in bits. */
export function between(from: number, to: number, part: number): number {
  float64[0] = from
  const start = word64[0]
  float64[0] = to
  const width = Number(word64[0] - start)
  word64[0] = start + BigInt(Math.floor(part * width))
  return float64[0]
}

/** The neighbour of a positive number, `steps` representable numbers away. */
export function neighbour(x: number, steps: number): number {
  float64[0] = x
  word64[0] += BigInt(steps)
  return float64[0]
}
