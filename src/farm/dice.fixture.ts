// Choices for tests that try many cases: the same ones for the same seed, on every machine.

/** Whole numbers from 0 to below `sides`, one after the other (xorshift32). */
export type Dice = (sides: number) => number

export function createDice(seed: number): Dice {
  let state = Math.imul(seed + 1, 0x9e3779b9) | 1
  return (sides) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return Math.floor(((state >>> 0) / 2 ** 32) * sides)
  }
}
