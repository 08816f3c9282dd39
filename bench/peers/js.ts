// The process of a JavaScript contender. Arguments: its name and the row. Each line on stdin is a
// number of steps to run from the start; each answer is a line of JSON, as every peer gives it.

import { createInterface } from 'node:readline'
import { absorbWords, hashValue, startHash } from '../../src/math/fingerprint.ts'
import type { Answer } from '../peer.ts'
import { ROWS, type Row } from '../workloads.ts'
import { prepareClosures } from './closures.ts'
import { prepareFurrow } from './furrow.ts'

/** Final states of all members, member by member, and their fingerprints (or anything). */
export interface Outcome {
  readonly states: Float64Array
  /** Low word at 2m, high word at 2m + 1. */
  readonly hashes: Uint32Array
}

const PREPARE: Record<string, (row: Row) => (steps: number) => Outcome> = {
  wasm: (row) => prepareFurrow('wasm', row),
  js: (row) => prepareFurrow('js', row),
  closures: prepareClosures,
}

/** User and system time of this process, which has one busy thread, in nanoseconds. */
function cpuNs(): number {
  const { user, system } = process.cpuUsage()
  return 1000 * (user + system)
}

/** FNV-1a 64 over 64-bit words that are given in halves, low first. */
function digest(words: Uint32Array): string {
  const hash = new Uint32Array(2)
  startHash(hash, 0)
  for (let i = 0; i < words.length; i += 2) absorbWords(hash, 0, words[i], words[i + 1])
  return hashValue(hash, 0).toString(16).padStart(16, '0')
}

const [name, rowName] = process.argv.slice(2)
const row = ROWS.find((one) => one.name === rowName)
if (!row || !PREPARE[name]) throw new Error(`no contender ${name} or no row ${rowName}`)
const run = PREPARE[name](row)
for await (const line of createInterface({ input: process.stdin })) {
  const began = cpuNs()
  const { states, hashes } = run(Number(line))
  const answer: Answer = {
    ns: cpuNs() - began,
    states: digest(new Uint32Array(states.buffer)),
    fingerprints: digest(row.fingerprint ? hashes : new Uint32Array()),
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
