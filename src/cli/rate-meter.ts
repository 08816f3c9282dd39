// Rollouts a second: the median over the recent batches, so that it follows a machine which gets
// busy, and one which slept for an hour is not taken for a slow one.

const WINDOW_MS = 30_000
/** Kept however old they are: batches may take minutes each. */
const SAMPLES_MIN = 9
/** A sample a second is enough, and keeps the list short however often it is asked. */
const SAMPLE_MS = 1_000
/** A rate over less would be noise. */
const SPAN_MIN_MS = 500

interface Sample {
  readonly at: number
  readonly done: number
}

/** `now` gives milliseconds of a clock that nobody sets; a test hands in its own. */
export class RateMeter {
  readonly #now: () => number
  readonly #samples: Sample[]

  constructor(done: number, now: () => number = () => performance.now()) {
    this.#now = now
    this.#samples = [{ at: now(), done }]
  }

  /** Tells how many are done now, after a batch; returns the rate, undefined until there is one. */
  at(done: number): number | undefined {
    const sample = { at: this.#now(), done }
    const samples = this.#samples
    if (sample.at - samples[samples.length - 1].at >= SAMPLE_MS) samples.push(sample)
    while (samples.length > SAMPLES_MIN && sample.at - samples[1].at > WINDOW_MS) samples.shift()
    if (samples.length > 1) return medianRate(samples)
    return sample.at - samples[0].at < SPAN_MIN_MS ? undefined : rateBetween(samples[0], sample)
  }
}

function medianRate(samples: readonly Sample[]): number {
  const rates = samples.slice(1).map((sample, i) => rateBetween(samples[i], sample))
  rates.sort((a, b) => a - b)
  const middle = rates.length >> 1
  return rates.length % 2 === 1 ? rates[middle] : (rates[middle - 1] + rates[middle]) / 2
}

const rateBetween = (a: Sample, b: Sample) => ((b.done - a.done) / (b.at - a.at)) * 1000
