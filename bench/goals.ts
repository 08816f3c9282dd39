// What the figures shall reach. A ratio says how many times faster than a contender the first one
// is in a row; the others say how much of something there may be.

export interface RatioGoal {
  readonly row: string
  readonly than: string
  readonly atLeast: number
  readonly aim: number
}

export const RATIO_GOALS: readonly RatioGoal[] = [
  { row: 'W1+H', than: 'numpy', atLeast: 13, aim: 16 },
  { row: 'W1+H', than: 'JS closures', atLeast: 16, aim: 20 },
  { row: 'W1+H', than: 'Rust, as the seed', atLeast: 4.8, aim: 5.7 },
  { row: 'W1+H', than: 'C AVX-512', atLeast: 0.28, aim: 0.33 },
  { row: 'W1', than: 'C 128 bits', atLeast: 0.92, aim: 1 },
  { row: 'W2+H', than: 'numpy', atLeast: 40, aim: 45 },
  { row: 'W2+H', than: 'JS closures', atLeast: 8, aim: 9 },
  { row: 'W3', than: 'numpy', atLeast: 8, aim: 12 },
  { row: 'W3', than: 'JS closures', atLeast: 12, aim: 20 },
  { row: 'W1+H', than: 'numba', atLeast: 3, aim: 5 },
]

export interface Goal {
  readonly unit: 'ms' | '%' | 'MB' | 'x'
  /** Less is better, unless `more` is set. */
  readonly more?: true
  readonly atLeast: number
  readonly aim: number
}

/** The goals that are no ratios of the table, by what is measured. */
export const GOALS = {
  'lorenz: text to running kernel, cold': { unit: 'ms', atLeast: 10, aim: 10 },
  'lorenz: text to running kernel, warm': { unit: 'ms', atLeast: 2, aim: 2 },
  'double pendulum: text to running kernel, cold': { unit: 'ms', atLeast: 10, aim: 10 },
  'double pendulum: text to running kernel, warm': { unit: 'ms', atLeast: 2, aim: 2 },
  'farm over bare kernel, CPU time, one lane': { unit: '%', atLeast: 3, aim: 1 },
  'farm over bare kernel, wall time, one lane': { unit: '%', atLeast: 3, aim: 1 },
  'two workers against one, wall time': { unit: 'x', more: true, atLeast: 1.9, aim: 1.98 },
  // Flat, but for what a page more or less makes.
  'peak memory, 10^6 cells over 10^4': { unit: 'MB', atLeast: 30, aim: 3 },
} as const satisfies Record<string, Goal>

export type GoalName = keyof typeof GOALS
