// `furrow status --watch`: the state again and again, until the run ends.

import { progressLine } from '../report/progress.ts'
import { RateMeter } from './rate-meter.ts'
import type { Look } from './status.ts'

const EVERY_MS = 2_000

/** Looks every two seconds; on a terminal the lines stay in place, elsewhere a look is a line. */
export async function watch(look: (perSecond?: number) => Look): Promise<number> {
  const { stdout } = process
  let seen = look()
  const meter = new RateMeter(seen.progress.done)
  let perSecond: number | undefined
  let shown = 0
  for (;;) {
    if (stdout.isTTY) {
      // Up to the first of them, and all below is cleared.
      stdout.write(`${shown > 0 ? `\u001b[${shown}A\u001b[J` : ''}${seen.lines.join('\n')}\n`)
      shown = seen.lines.length
    } else stdout.write(`${progressLine(seen.progress)}\n`)
    if (!seen.running) return 0
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    const { done } = seen.progress
    seen = look(perSecond)
    // Between two batches the last rate stands.
    if (seen.progress.done > done) perSecond = meter.at(seen.progress.done)
  }
}
