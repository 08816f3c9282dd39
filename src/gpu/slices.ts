// How many steps a dispatch takes: few enough that no driver calls it hung, and that the machine's
// screen stays alive; enough that the call itself costs little.

export interface Slices {
  /** Steps of the next dispatch over so many members, at most. */
  next(members: number): number
  /** Tells how long one took. */
  took(members: number, steps: number, ms: number): void
}

/** Wall time aimed at. */
export const SLICE_MS = 50
const FIRST_WORK = 2 ** 14
const GROWTH = 4

/** Sizes of slices by what the last ones took. Work is members times steps. */
export function createSlices(): Slices {
  let work = FIRST_WORK
  return {
    next: (members) => Math.max(1, Math.floor(work / Math.max(1, members))),
    took(members, steps, ms) {
      const done = members * steps
      // A device runs many members as fast as one: a slice that was quick may grow by its steps.
      const wanted = ms > 0 ? (done * SLICE_MS) / ms : done * GROWTH
      work = Math.max(1, Math.min(wanted, done * GROWTH))
    },
  }
}
