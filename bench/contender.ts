// What takes part in a benchmark: something that runs a workload and shows its bits.

import type { Workload } from './workloads.ts'

/** Final states of all members, member by member, and their fingerprints (or zeros). */
export interface Outcome {
  readonly states: Float64Array
  /** Low word at 2m, high word at 2m + 1. */
  readonly hashes: Uint32Array
}

export interface Contender {
  readonly name: string
  /** Gets ready once; the function it gives runs all members from the start, for `steps` steps. */
  prepare(workload: Workload, fingerprint: boolean): (members: number, steps: number) => Outcome
}
