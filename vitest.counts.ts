// The last line of a test run in plain words: a count that a person and a CI can read.

import type { Reporter, TestModule } from 'vitest/node'

/** Prints `N passed, N failed, N skipped`, and each skipped test, whose title holds its reason. */
export const counts: Reporter = {
  onTestRunEnd(modules: readonly TestModule[], errors) {
    const tally = { passed: 0, failed: errors.length, skipped: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'skipped') console.log(`skipped: ${test.fullName}`)
        if (state in tally) tally[state as keyof typeof tally] += 1
      }
      if (module.state() === 'failed' && module.errors().length > 0) tally.failed += 1
    }
    console.log(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`)
  },
}
