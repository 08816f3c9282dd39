// A pool that is wrong now and then: it answers jobs with rollouts that nobody asked for now, and
// bends single bits of its answers.

import type { Columns, Job, Pool, Task } from '../workers/protocol.ts'

type Column = 'status' | 'steps' | 'fingerprint' | 'values' | 'ladder' | 'curves'

/** Flips the lowest bit of a rollout's first entry in a column. */
export function bend(columns: Columns, rollout: number, column: Column): Columns {
  const copy = { ...columns, [column]: columns[column].slice() }
  const width = columns[column].length / columns.count
  const bytes = new Uint8Array(copy[column].buffer)
  const at = (rollout - columns.from) * width * copy[column].BYTES_PER_ELEMENT
  bytes[at] ^= 1
  return copy
}

/** Passes everything on, and bends the given rollout's answer each time that it comes by. */
export function bendingPool(pool: Pool, rollout: number, column: Column = 'fingerprint'): Pool {
  return {
    lanes: pool.lanes,
    window: pool.window,
    open: (task: Task) => pool.open(task),
    async run(job: Job) {
      const columns = await pool.run(job)
      const isIn = rollout >= job.from && rollout < job.from + job.count
      return isIn ? bend(columns, rollout, column) : columns
    },
    close: () => pool.close(),
  }
}

/** Another stretch than the job's, which is then answered for; bent where a rollout is named. */
export interface Detour {
  readonly from: number
  readonly count: number
  readonly bent?: readonly number[]
}

/**
 * Answers the n-th call with the n-th detour, where there is one, and no job with two. A lie about
 * a rollout waits until an honest answer has held it: what is told first is what is believed.
 */
export function wanderingPool(
  pool: Pool,
  inputsOf: (from: number, count: number) => Job['inputs'],
  detours: readonly (Detour | undefined)[],
): Pool & { readonly lies: ReadonlySet<number> } {
  const honest = new Set<number>()
  const lies = new Set<number>()
  const led = new Set<number>()
  let calls = 0
  return {
    lies,
    lanes: pool.lanes,
    window: pool.window,
    open: (task: Task) => pool.open(task),
    async run(job: Job) {
      const detour = detours[calls++]
      if (!detour || led.has(job.from)) return told(await pool.run(job), [])
      led.add(job.from)
      const { from, count, bent = [] } = detour
      const inputs = inputsOf(from, count)
      return told(await pool.run({ from, count, batch: count, inputs }), bent)
    },
    close: () => pool.close(),
  }

  function told(columns: Columns, bent: readonly number[]): Columns {
    let answer = columns
    for (let i = 0; i < columns.count; i++) {
      const rollout = columns.from + i
      if (!honest.has(rollout)) honest.add(rollout)
      else if (bent.includes(rollout)) {
        lies.add(rollout)
        answer = bend(answer, rollout, 'fingerprint')
      }
    }
    return answer
  }
}
