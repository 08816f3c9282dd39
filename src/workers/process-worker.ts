// What a child process of the process pool runs: an engine lane for the task that it is told first.
// Whatever the engine does to its process, no other lane is harmed.

import type { LaneData } from './backends.ts'
import { createEngineLane, type EngineLane } from './engine-lane.ts'
import { entryOf, startThread } from './entries.ts'
import { SIGNS } from './process-signs.ts'
import type { Fault } from './protocol.ts'

/** Contiguous rollouts, with the values of each input for them. */
export interface Stretch {
  readonly from: number
  readonly count: number
  readonly inputs: readonly Float64Array[]
}

/** What a lane is told: its task, and then rollouts. */
export type ToLane = { readonly data: LaneData } | { readonly stretch: Stretch }

/** What a lane answers: that it is ready or why not, and then each rollout as it is finished. */
export type FromLane =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unready' | 'uncaught'; readonly message: string }
  /** It ends itself, in this step of the rollout. */
  | { readonly kind: 'exit'; readonly rollout: number; readonly step: number }
  | {
      readonly kind: 'rollout'
      readonly index: number
      readonly ms: number
      /** Its columns, laid out for one rollout. */
      readonly row: ArrayBufferLike
      readonly faults: readonly Fault[]
    }

const signs = new Float64Array(new SharedArrayBuffer(8 * SIGNS.count))
const say = (message: FromLane) => process.send?.(message)
const wordsOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

const watch = startThread(entryOf('process-watch'), signs)
const watching = new Promise((resolve) => watch.once('message', resolve))
process.on('disconnect', () => process.exit())
// A terminal sends Ctrl-C to us too; our parent decides what becomes of it.
process.on('SIGINT', () => {})
process.on('exit', () => {
  say({ kind: 'exit', rollout: signs[SIGNS.rollout], step: signs[SIGNS.step] })
})
process.on('uncaughtException', (cause) => {
  say({ kind: 'uncaught', message: wordsOf(cause) })
  process.exit(1)
})

let lane: EngineLane | undefined
process.on('message', async (told: ToLane) => {
  if ('stretch' in told) return runAll(told.stretch)
  try {
    lane = await createEngineLane(told.data, (step) => {
      signs[SIGNS.beat] += 1
      signs[SIGNS.step] = step
    })
    await watching
    signs[SIGNS.ready] = 1
    say({ kind: 'ready' })
  } catch (cause) {
    say({ kind: 'unready', message: wordsOf(cause) })
  }
})

/** Each rollout is answered by itself, so that the first without an answer is the one that died. */
function runAll({ from, count, inputs }: Stretch): void {
  for (let i = 0; i < count; i++) {
    signs[SIGNS.beat] += 1
    signs[SIGNS.rollout] = from + i
    signs[SIGNS.step] = 0
    const began = performance.now()
    const own = inputs.map((column) => column.subarray(i, i + 1))
    const { columns, faults } = lane?.(from + i, own) ?? {}
    const row = columns?.values.buffer ?? new ArrayBuffer(0)
    const ms = performance.now() - began
    say({ kind: 'rollout', index: from + i, ms, row, faults: faults ?? [] })
  }
}
