// Ctrl-C: the first drains and records, the second stops at once.

/** A package runner passes the terminal's signal on, so one Ctrl-C may arrive twice within this. */
const ECHO_MS = 150

export const INTERRUPTED = 130

export interface Interruption {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal
  /** Puts the signals' usual effect back. */
  release(): void
}

/** Listens for SIGINT and SIGTERM; `first` is told once, so that it can say what happens now. */
export function listenForInterruption(first: () => void): Interruption {
  const controller = new AbortController()
  let at = 0
  const onSignal = () => {
    const now = performance.now()
    if (!controller.signal.aborted) {
      at = now
      first()
      controller.abort()
    } else if (now - at > ECHO_MS) {
      process.exit(INTERRUPTED)
    }
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return {
    signal: controller.signal,
    release() {
      process.off('SIGINT', onSignal)
      process.off('SIGTERM', onSignal)
    },
  }
}
