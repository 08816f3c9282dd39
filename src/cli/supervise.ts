// The parent of `furrow run`: starts the farm as a process of its own, and again when it dies. It
// holds no user code and loads nothing heavy, so what kills a farm leaves it alone.

import { type ChildProcess, fork } from 'node:child_process'
import { writeSync } from 'node:fs'
import type { Stretch } from '../farm/stretches.ts'
import { createSuspects, type Suspicion } from './suspects.ts'

/** Tells a process that it is the farm, and what went before; the JSON of `Handed`. */
export const FARM = 'FURROW_FARM'

/** What a farm is given at its start. */
export interface Handed extends Suspicion {
  /** The parent's process. */
  readonly parent: number
  /** When the run began, ISO 8601; a restarted farm goes on with the run of this start. */
  readonly started: string
  readonly restarts: number
  /** How often rollouts were tried again so far. */
  readonly retries: number
  /** Deaths while the audit was under way. */
  readonly auditDeaths: number
}

/** What the farm says. Counts are rollouts. */
export type FarmMessage =
  /** So many are recorded: the run goes on. */
  | { readonly done: number }
  /** So many rollouts were tried again, in this run as a whole. */
  | { readonly retries: number }
  | { readonly begun: Stretch }
  | { readonly ended: Stretch }
  /** The suspects have all been run. */
  | { readonly cleared: true }
  /** All is recorded, and the audit begins. */
  | { readonly auditing: true }
  /** It hears signals now. */
  | { readonly listening: true }
  /** It ends because it was asked to. */
  | { readonly stopping: true }
  /** It comes to its end of its own accord, with this exit code. */
  | { readonly exit: number }

/** What the parent asks of the farm: record what is under way and end, or end. */
export type ParentMessage = { readonly stop: 'drain' | 'now' }

/** As in interruption.ts: a package runner passes on a signal that the terminal has sent to all. */
const ECHO_MS = 150
/** The farm takes five seconds at most to leave off; then it is stuck. */
const DRAIN_MS = 10_000
const NOW_MS = 500
const GONE_MS = 500
const ASK_MS = 200
const DEATHS_MAX = 5
const PAUSE_MS = 100
const INTERRUPTED = 130
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Supervises a farm if `args` (of the command line) call `run`; else false, and nothing begins. */
export function supervise(args: readonly string[]): boolean {
  const isFarm = process.env[FARM] !== undefined && process.send !== undefined
  if (isFarm || args.find((word) => !word.startsWith('-')) !== 'run') return false
  new Supervisor(args).start()
  return true
}

class Supervisor {
  readonly #args: readonly string[]
  readonly #started = new Date().toISOString()
  readonly #suspects = createSuspects()
  #farm: ChildProcess | undefined
  #restarts = 0
  #retries = 0
  /** Deaths since the last progress. */
  #deaths = 0
  #done = -1
  #auditing = false
  #auditDeaths = 0
  /** The exit code that the farm has announced. */
  #said: number | undefined
  #listening = false
  /** When the first signal came. */
  #stopped: number | undefined
  #stopping = false
  /** When the second signal came. */
  #hurried: number | undefined
  #killer: NodeJS.Timeout | undefined

  constructor(args: readonly string[]) {
    this.#args = args
  }

  start(): void {
    for (const signal of SIGNALS) process.on(signal, () => this.#signalled())
    this.#fork()
  }

  #fork(): void {
    const { suspects, crashed } = this.#suspects
    const handed: Handed = {
      parent: process.pid,
      started: this.#started,
      restarts: this.#restarts,
      retries: this.#retries,
      auditDeaths: this.#auditDeaths,
      suspects,
      crashed,
    }
    this.#listening = false
    this.#auditing = false
    const farm = fork(process.argv[1], [...this.#args], {
      env: { ...process.env, [FARM]: JSON.stringify(handed) },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    this.#farm = farm
    farm.on('message', (message: FarmMessage) => this.#hear(message))
    // The exit may be known before its last messages are read, so both are waited for.
    let exit: [code: number | null, signal: NodeJS.Signals | null] | undefined
    let silent = false
    let asking: NodeJS.Timeout | undefined
    const over = () => {
      if (!exit || !silent) return
      clearInterval(asking)
      this.#farm = undefined
      this.#ended(...exit)
    }
    farm.on('exit', (code, signal) => {
      exit = [code, signal]
      over()
    })
    farm.on('disconnect', () => {
      silent = true
      over()
      if (!exit) asking = setInterval(askForDead, ASK_MS)
    })
    farm.on('error', (error) => {
      // Without a process there is no `exit` to wait for; otherwise a message could not be sent.
      if (farm.pid !== undefined) return
      say(`the farm cannot be started: ${error.message}`)
      this.#leave(1)
    })
  }

  #hear(message: FarmMessage): void {
    if ('done' in message) {
      if (message.done > this.#done) this.#deaths = 0
      this.#done = Math.max(this.#done, message.done)
    } else if ('retries' in message) this.#retries = message.retries
    else if ('begun' in message) this.#suspects.begun(message.begun)
    else if ('ended' in message) this.#suspects.ended(message.ended)
    else if ('cleared' in message) this.#suspects.cleared()
    else if ('auditing' in message) this.#auditing = true
    else if ('listening' in message) this.#listening = true
    else if ('stopping' in message) this.#stopping = true
    else this.#said = message.exit
  }

  #ended(code: number | null, signal: NodeJS.Signals | null): void {
    const asked = SIGNALS.some((name) => name === signal)
    if (this.#said !== undefined) this.#leave(this.#said)
    else if (asked || this.#stopping || this.#stopped !== undefined) this.#leave(INTERRUPTED)
    else this.#died(code, signal)
  }

  #died(code: number | null, signal: NodeJS.Signals | null): void {
    this.#deaths = this.#suspects.died() ? 1 : this.#deaths + 1
    if (this.#auditing) this.#auditDeaths += 1
    const cause = signal ? `was killed by ${signal}` : `ended with exit code ${code}`
    if (this.#deaths > DEATHS_MAX) {
      say(
        `the run ${cause} and made no progress in ${this.#deaths} tries; what is recorded is ` +
          'kept: mend the sweep file (or the lack of memory), and the same command goes on',
      )
      this.#leave(1)
      return
    }
    this.#restarts += 1
    const pause = PAUSE_MS * 2 ** (this.#deaths - 1)
    say(`the run ${cause}; it goes on from what is recorded (restart ${this.#restarts})`)
    if (this.#args.includes('--json')) {
      const event = { event: 'restart', restarts: this.#restarts, cause: signal ?? `exit ${code}` }
      process.stdout.on('error', () => {}).write(`${JSON.stringify(event)}\n`)
    }
    this.#killer = setTimeout(() => this.#fork(), pause)
  }

  #signalled(): void {
    const now = performance.now()
    if (this.#stopped === undefined) {
      this.#stopped = now
      // Between two farms there is nothing to wait for.
      if (this.#farm === undefined) {
        this.#leave(INTERRUPTED)
        return
      }
      // Before it listens, the signal's own effect ends it.
      if (this.#listening) this.#ask('drain')
      else this.#farm.kill('SIGTERM')
      this.#killLater(DRAIN_MS)
    } else if (now - this.#stopped > ECHO_MS) {
      this.#hurry(now)
    }
  }

  #hurry(now: number): void {
    if (this.#hurried === undefined) {
      this.#hurried = now
      this.#ask('now')
      this.#killLater(NOW_MS)
    } else if (now - this.#hurried > NOW_MS + GONE_MS) {
      // Signals that come without end keep Node from its timers.
      this.#farm?.kill('SIGKILL')
      this.#leave(INTERRUPTED)
    }
  }

  #ask(stop: ParentMessage['stop']): void {
    // It may be gone just now; then its `exit` is on its way.
    if (this.#farm?.connected) this.#farm.send({ stop }, () => {})
  }

  #killLater(ms: number): void {
    clearTimeout(this.#killer)
    this.#killer = setTimeout(() => {
      this.#farm?.kill('SIGKILL')
      // Its `exit` may never be heard of (see askForDead); nothing outlives that signal, though.
      this.#killer = setTimeout(() => this.#leave(INTERRUPTED), GONE_MS)
    }, ms)
  }

  #leave(code: number): never {
    // Not by an exit code alone: a signal that comes until then would have its usual effect.
    process.exit(code)
  }
}

/**
 * Node forgets a signal that comes while too many others wait to be handled, also the one that says
 * that a child has ended. Any other of the kind makes it look at its children again.
 */
function askForDead(): void {
  if (process.platform !== 'win32') process.kill(process.pid, 'SIGCHLD')
}

/** To stderr, wherever that leads: the terminal may be gone. */
function say(line: string): void {
  try {
    writeSync(2, `furrow: ${line}\n`)
  } catch {
    // Nobody is left to be told.
  }
}
