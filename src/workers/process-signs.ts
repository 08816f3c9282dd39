// What a lane's process, the thread that watches it and the pool all know.

/** Places in the numbers that the two share, and the number of the line to the pool. */
export const SIGNS = { beat: 0, rollout: 1, step: 2, ready: 3, count: 4, line: 4 } as const

export const MEGABYTE = 1_048_576
