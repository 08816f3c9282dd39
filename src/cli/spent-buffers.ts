// Buffers of results are large and soon done with. The engine lets 32 MB of them pile up before it
// looks, which is more than all the rest of a run needs.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes of spent buffers that are worth a look at the young objects, which takes a millisecond. */
const ENOUGH = 4 * 2 ** 20

let spent = 0
let collect: ((options: { type: 'minor' }) => void) | undefined

/** Tells of so many bytes that nobody will read again. */
export function noteSpent(bytes: number): void {
  spent += bytes
  if (spent < ENOUGH) return
  spent = 0
  collect ??= collector()
  collect({ type: 'minor' })
}

/** The engine's own, which a program sees only where a flag says so. */
function collector(): (options: { type: 'minor' }) => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return typeof collect === 'function' ? collect : () => {}
}
