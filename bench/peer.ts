// A contender's process: it is asked for runs, one at a time, and lives as long as its row.

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

/** What a run took, and digests of all final states and of all fingerprints. */
export interface Answer {
  /** CPU time of the one thread that ran. */
  readonly ns: number
  readonly states: string
  readonly fingerprints: string
}

export type Command = readonly [file: string, ...arguments: string[]]

export class Peer {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>
  readonly #ended: Promise<void>
  #waiting: { resolve: (line: string) => void; reject: (error: Error) => void } | undefined
  #complaint = ''
  #fault: Error | undefined

  constructor([file, ...args]: Command) {
    const child = spawn(file, args, { stdio: 'pipe' })
    this.#child = child
    this.#ended = new Promise((resolve) => {
      child.once('error', (error) => this.#end(error, resolve))
      child.once('close', () => this.#end(new Error(this.#lastWords()), resolve))
    })
    child.stdin.on('error', () => {})
    child.stderr.on('data', (data) => {
      this.#complaint = `${this.#complaint}${data}`.slice(-2000)
    })
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.#waiting?.resolve(line)
      this.#waiting = undefined
    })
  }

  /** Runs `steps` steps from the start. Rejects with what the process said last when it ended. */
  async ask(steps: number): Promise<Answer> {
    if (this.#fault) throw this.#fault
    const line = await new Promise<string>((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#child.stdin.write(`${steps}\n`)
    })
    return JSON.parse(line)
  }

  /** A peer ends when it has nothing more to read. */
  async close(): Promise<void> {
    this.#child.stdin.end()
    await this.#ended
  }

  #end(error: Error, resolve: () => void): void {
    this.#fault ??= error
    this.#waiting?.reject(this.#fault)
    this.#waiting = undefined
    resolve()
  }

  #lastWords(): string {
    const lines = this.#complaint.trim().split('\n')
    return lines.at(-1) || 'it ended without an answer'
  }
}
