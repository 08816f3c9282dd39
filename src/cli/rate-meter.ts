// Rollouts a second over the last half minute: a rate that follows a machine which gets busy.

const WINDOW_MS = 30_000
/** A rate over less would be noise. */
const SPAN_MIN_MS = 500

/** `now` gives milliseconds; a test hands in its own clock. */
export class RateMeter {
  readonly #now: () => number
  #samples: { at: number; done: number }[]

  constructor(done: number, now: () => number = () => performance.now()) {
    this.#now = now
    this.#samples = [{ at: now(), done }]
  }

  /** Tells how many are done now, and returns the rate; undefined until there is one. */
  at(done: number): number | undefined {
    const at = this.#now()
    const newest = this.#samples.at(-1)!
    // A sample a second is enough, and keeps the list short however often it is asked.
    if (at - newest.at >= 1000) this.#samples.push({ at, done })
    while (this.#samples.length > 1 && at - this.#samples[1].at > WINDOW_MS) this.#samples.shift()
    const oldest = this.#samples[0]
    const span = at - oldest.at
    return span < SPAN_MIN_MS ? undefined : ((done - oldest.done) / span) * 1000
  }
}
