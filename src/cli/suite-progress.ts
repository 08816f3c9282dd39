// The progress of a suite: what its members report, summed up.

import type { Reporter } from './progress.ts'
import type { RunOutput } from './run-output.ts'
import { tellParent } from './supervised.ts'

interface Counts {
  readonly done: number
  readonly failed: number
}

export interface SuiteProgress {
  sum(): Counts
  /** Rollouts that the members have run once more. */
  readonly audited: number
  /** What the member at place `i` says of its run goes into the sum, its notes under its name. */
  outputOf(i: number, name: string, reporter: Reporter): RunOutput
}

/** `before` are the counts that earlier runs have left, by the members' places. */
export function createSuiteProgress(before: readonly Counts[]): SuiteProgress {
  const counts: Counts[] = [...before]
  let audited = 0
  const sum = () => {
    const all = { done: 0, failed: 0 }
    for (const { done, failed } of counts) {
      all.done += done
      all.failed += failed
    }
    return all
  }
  return {
    sum,
    get audited() {
      return audited
    },
    outputOf(i, name, reporter) {
      return {
        start: () => {
          return {
            update(done, failed) {
              counts[i] = { done, failed }
              const all = sum()
              tellParent({ done: all.done })
              reporter.update(all.done, all.failed)
            },
            note: (line) => reporter.note(`${name}: ${line}`),
            end() {},
          }
        },
        end({ work, audit }) {
          if (work !== undefined) audited += audit?.rollouts ?? 0
        },
      }
    },
  }
}
