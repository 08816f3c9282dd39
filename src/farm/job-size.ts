// How large the next job shall be: large enough that messages cost nothing, small enough that a
// crash loses little. Sizes change when results arrive, never what they are.

/** Rollouts of a job, and of the batches that its lanes claim. */
export interface JobSize {
  readonly count: number
  readonly batch: number
}

export interface JobSizer {
  next(): JobSize
  /** Tells of a job that was finished. */
  finished(count: number): void
}

export interface SizerOptions {
  readonly lanes: number
  /** Bytes that one rollout takes in a job, inputs and results. */
  readonly rolloutBytes: number
  /** Milliseconds; any clock that does not go back. */
  readonly now: () => number
}

/** Wall time that a job shall take on all lanes. */
const JOB_MS = 200
/** Time of a lane that a batch shall take at least. */
const BATCH_MS = 15
/** Kernels step so many rollouts at once, or a divisor; a group that is not full costs all. */
const GROUPS = [24, 12, 4]
/** A kernel steps several rollouts at once; batches below this leave it idle, jobs permitting. */
const BATCH_AIM = 64
/** From one finished job to the next the size grows at most so much. */
const GROWTH = 8
const JOB_BYTES_MAX = 2 ** 20
const JOB_ROLLOUTS_MAX = 2 ** 15
/** Finished rollouts are counted over at least this time before they make a rate. */
const SAMPLE_MS = 20

/**
 * Sizes jobs by the measured throughput of the whole pool. The first ones hold one rollout a lane:
 * a rollout may take a microsecond or an hour, and only trying tells.
 */
export function createJobSizer({ lanes, rolloutBytes, now }: SizerOptions): JobSizer {
  const mostByBytes = Math.max(1, Math.floor(JOB_BYTES_MAX / rolloutBytes))
  const most = Math.min(mostByBytes, JOB_ROLLOUTS_MAX)
  let largest = 0
  let perMs: number | undefined
  let since = now()
  let finishedSince = 0
  return {
    next() {
      const wanted = perMs === undefined ? lanes : Math.max(lanes, Math.floor(perMs * JOB_MS))
      const count = Math.min(wanted, Math.max(lanes, largest * GROWTH), most)
      const lasting = perMs === undefined ? 1 : Math.ceil((perMs / lanes) * BATCH_MS)
      const filling = Math.min(BATCH_AIM, Math.floor(count / (2 * lanes)))
      const group = GROUPS.find((size) => size <= Math.max(lasting, filling)) ?? 1
      const whole = Math.max(1, ceilTo(lasting, group), filling - (filling % group))
      // Every lane finds a batch of the job.
      const batch = Math.min(whole, Math.ceil(count / lanes))
      const ragged = count % batch
      return { count: ragged <= count / 8 ? count - ragged : count, batch }
    },
    finished(count) {
      largest = Math.max(largest, count)
      finishedSince += count
      const elapsed = now() - since
      // A first guess at once; after that only rates over a span that a clock can tell.
      if (elapsed <= 0 || (perMs !== undefined && elapsed < SAMPLE_MS)) return
      const rate = finishedSince / elapsed
      perMs = perMs === undefined ? rate : (perMs + rate) / 2
      since = now()
      finishedSince = 0
    },
  }
}

const ceilTo = (n: number, multiple: number) => Math.ceil(n / multiple) * multiple

/** A sizer that always gives the same size, however long jobs take. */
export function fixedJobSize(size: JobSize): JobSizer {
  return { next: () => size, finished() {} }
}
