// The pool's end of one child process: what it is told and tells, and why it ended.

import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { LaneData } from './backends.ts'
import { entryOf, flagsFor, plainEnvironment } from './entries.ts'
import { MEGABYTE, SIGNS } from './process-signs.ts'
import type { FromLane, Stretch, ToLane } from './process-worker.ts'
import type { Cause } from './protocol.ts'

/** Why a process ended, as the cause of a rollout that it took along. */
export interface Death {
  readonly cause: Cause
  readonly message: string
}

/** Who hears of a process. `ended` is the last. */
export interface Hearer {
  ready(): void
  /** The lane says that it cannot run the task. */
  unready(message: string): void
  rollout(answer: Extract<FromLane, { kind: 'rollout' }>): void
  ended(death: Death): void
}

/** V8 may take this part of a lane's memory for objects; buffers lie outside. */
const HEAP_PART = 3 / 4
/** How long the last words of a process are waited for, where another one holds its stderr. */
const LAST_WORDS_MS = 300
/** How V8 and Node begin to say that they give up. */
const LAST_WORDS = /^(<--- Last few GCs|# Fatal|#$|FATAL ERROR|----- Native stack trace)/
/** How long a process has to end by itself. */
const GRACE_MS = 1000

export class ProcessLine {
  readonly #child: ChildProcess
  readonly #megabytes: number
  readonly #words: DyingWords
  /** Why we ended it, or what it said when it ended itself. */
  #death: Death | undefined
  readonly #ended: Promise<void>
  /** Counts the signs of life. */
  beat = 0
  #seen = { rollout: -1, step: 0 }
  isReady = false
  /** Whether no rollout was run on it. */
  isFresh = true

  constructor(data: LaneData, megabytes: number, hearer: Hearer) {
    const entry = entryOf('process-worker')
    this.#megabytes = megabytes
    this.#child = fork(entry, [], {
      serialization: 'advanced',
      // What the engine prints must not get into a table on stdout.
      stdio: ['ignore', 2, 'pipe', 'ipc', 'pipe'],
      execArgv: [...flagsFor(entry), `--max-old-space-size=${Math.ceil(megabytes * HEAP_PART)}`],
      env: plainEnvironment(),
    })
    this.#words = new DyingWords(this.#child.stderr as Readable)
    this.#child.on('message', (message: FromLane) => this.#hear(message, hearer))
    const signs = this.#child.stdio[SIGNS.line] as Socket
    // A line that breaks is the process's end, which is told elsewhere.
    signs.on('error', () => {})
    createInterface({ input: signs }).on('line', (text) => this.#see(text))
    this.#ended = this.#end().then((death) => hearer.ended(death))
    this.#send({ data })
  }

  run(stretch: Stretch): void {
    this.isFresh = false
    this.#send({ stretch })
  }

  /** The step of a rollout in which it was seen last; 0 if it was not. */
  stepOf(rollout: number): number {
    return this.#seen.rollout === rollout ? this.#seen.step : 0
  }

  /** Ends it at once, for this reason. */
  kill(death: Death): void {
    this.#death ??= death
    this.#child.kill('SIGKILL')
  }

  /** Ends it, at once if need be; resolves when it is gone. */
  async close(): Promise<void> {
    this.#child.kill('SIGTERM')
    const late = setTimeout(() => this.#child.kill('SIGKILL'), GRACE_MS)
    await this.#ended
    clearTimeout(late)
  }

  #send(message: ToLane): void {
    // Whoever is gone is told of elsewhere.
    this.#child.send(message, () => {})
  }

  #hear(message: FromLane, hearer: Hearer): void {
    if (message.kind === 'exit') this.#seen = message
    if (this.#death) return
    if (message.kind === 'rollout') hearer.rollout(message)
    if (message.kind === 'unready') hearer.unready(message.message)
    if (message.kind === 'ready') {
      this.isReady = true
      hearer.ready()
    }
    if (message.kind === 'uncaught')
      this.#death = { cause: 'crashed', message: `threw outside of a step: ${message.message}` }
  }

  #see(text: string): void {
    const [beat, rollout, step, bytes] = text.split(' ').map(Number)
    this.beat = beat
    this.#seen = { rollout, step }
    if (bytes > this.#megabytes * MEGABYTE) this.kill(tooMuch(this.#megabytes))
  }

  /** Resolves when the process has ended, with the reason. */
  async #end(): Promise<Death> {
    const child = this.#child
    const reason = await new Promise<string>((resolve) => {
      child.once('error', ({ message }) => resolve(`could not be started: ${message}`))
      child.once('exit', (code, signal) =>
        resolve(signal ? `was killed by ${signal}` : `ended with code ${code}`),
      )
    })
    await this.#words.over()
    if (this.#death) return this.#death
    if (this.#words.tellOfMemory) return tooMuch(this.#megabytes)
    return { cause: 'crashed', message: `the process ${reason}` }
  }
}

const tooMuch = (megabytes: number): Death => {
  return {
    cause: 'out-of-memory',
    message: `the process took more than the ${megabytes} MB of a lane`,
  }
}

/** Passes on what a process says on stderr, but for V8's own words when it gives up. */
class DyingWords {
  /** Whether V8 gave up for want of memory, or for an object that is larger than it can make. */
  tellOfMemory = false
  readonly #closed: Promise<void>
  #dying = false
  #empty = 0

  constructor(stderr: Readable) {
    this.#closed = new Promise((resolve) => stderr.once('close', resolve))
    createInterface({ input: stderr }).on('line', (line) => this.#hear(line))
  }

  async over(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LAST_WORDS_MS)
    })
    await Promise.race([this.#closed, late])
    clearTimeout(timer)
  }

  #hear(line: string): void {
    this.tellOfMemory ||=
      /heap out of memory|invalid (array|table)? ?size/i.test(line) && this.#dies(line)
    if (this.#dies(line)) return
    // An empty line may be the first of V8's last words.
    if (line === '') this.#empty += 1
    else {
      process.stderr.write(`${'\n'.repeat(this.#empty)}${line}\n`)
      this.#empty = 0
    }
  }

  #dies(line: string): boolean {
    this.#dying ||= LAST_WORDS.test(line)
    return this.#dying
  }
}
