// Ctrl-C: the first drains and records, the second stops at once. So do SIGTERM, a terminal that
// goes away, and the parent's orders where there is one (supervise.ts).

import { handed, type Order, onOrder, tellParent } from './supervised.ts'

/** A package runner passes the terminal's signal on, so one Ctrl-C may arrive twice within this. */
const ECHO_MS = 150
/** What is under way for so long after the first signal is abandoned. */
const DRAIN_MS = 5_000

export const INTERRUPTED = 130

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface Interruption {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal
  /** Puts the signals' usual effect back. */
  release(): void
}

/** Listens for signals; `first` is told once, so that it can say what happens now. */
export function listenForInterruption(first: () => void): Interruption {
  const controller = new AbortController()
  let at = 0
  const begin = (say: () => void) => {
    if (controller.signal.aborted) return
    at = performance.now()
    say()
    tellParent({ stopping: true })
    controller.abort()
  }
  const onSignal = () => {
    // A parent counts the signals: it hears each Ctrl-C too, and passes the second one on.
    if (controller.signal.aborted && !handed && performance.now() - at > ECHO_MS) {
      process.exit(INTERRUPTED)
    }
    begin(first)
  }
  const orders: Record<Order, () => void> = {
    drain: () => begin(first),
    now: () => process.exit(INTERRUPTED),
    gone: () => begin(() => {}),
  }
  for (const name of SIGNALS) process.on(name, onSignal)
  onOrder((order) => orders[order]())
  tellParent({ listening: true })
  return {
    signal: controller.signal,
    release() {
      for (const name of SIGNALS) process.off(name, onSignal)
      onOrder(undefined)
    },
  }
}

/** Calls `abandon` where what is under way takes too long after the signal; returns its end. */
export function abandonLate(signal: AbortSignal, abandon: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    timer = setTimeout(abandon, DRAIN_MS)
  }
  if (signal.aborted) wait()
  else signal.addEventListener('abort', wait, { once: true })
  return () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', wait)
  }
}
