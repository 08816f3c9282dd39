// One turn of the loop: every register takes a step while the fingerprint absorbs the state that it
// steps away from. Their operations are written in small parts by turns, so that they overlap in
// the machine, which looks only a few hundred instructions ahead.

import type { Graph, Program } from '../ir.ts'
import { type Code, V128 } from './code.ts'
import { ENTRY } from './columns.ts'
import type { Part } from './fingerprint.ts'
import { type Input, type Writer, writeParts } from './graph.ts'

/**
 * Nodes of a part at least, as measured (in f32 a node takes more instructions), and parts of a
 * turn at most: each costs code and time to compile.
 */
const PART_NODES = { f64: 20, f32: 7 } as const
const TURN_PARTS = 48
/** Values that a border holds fast at most; where there are more, it costs more than it gives. */
const BORDER_VALUES = 400

export interface Turn {
  readonly program: Program
  readonly writer: Writer
  /** Of each register that steps. */
  readonly inputs: readonly Input[]
  readonly absorption: readonly Part[]
  /** Variables that the absorption changes. */
  readonly hashes: readonly number[]
}

/** Writes a turn and returns the variables of the new states, one list a register. */
export function writeTurn(c: Code, turn: Turn): number[][] {
  const { program, writer, inputs, absorption, hashes } = turn
  const { next, state } = program
  const parts = Math.max(1, Math.floor(TURN_PARTS / inputs.length))
  const cuts = cutsOf(
    next,
    Math.max(PART_NODES[program.precision], Math.ceil(next.nodes.length / parts)),
  )
  const writers = inputs.map((input) => writeParts(c, next, writer, input, cuts))
  const needed: (readonly number[])[] = inputs.map(() => [])
  const total = (cuts.size + 1) * inputs.length
  let written = 0
  let absorbed = 0
  const states: number[][] = []
  for (let part = 0; part <= cuts.size; part++) {
    for (const [register, writer] of writers.entries()) {
      const { value } = writer.next()
      if (value) needed[register] = value
      else {
        states[register] = state.map(() => c.pop(V128)).reverse()
        needed[register] = states[register]
      }
      written += 1
      const due = Math.ceil((absorption.length * written) / total)
      for (const absorb of absorption.slice(absorbed, due)) absorb()
      absorbed = due
      const held = needed.flat()
      if (written < total && held.length <= BORDER_VALUES) writeBorder(c, written, held, hashes)
    }
  }
  return states
}

/** Nodes after which a step is cut in parts of about `size`, where few values are in use. */
function cutsOf({ nodes, roots }: Graph, size: number): Set<number> {
  const inUse = countInUse({ nodes, roots })
  const cuts = new Set<number>()
  for (let last = 0; nodes.length - last > 1.5 * size; ) {
    let best = last + Math.ceil(size / 2)
    for (let i = best; i < last + 1.5 * size; i++) if (inUse[i] <= inUse[best]) best = i
    cuts.add(best)
    last = best
  }
  return cuts
}

/** After each node, how many values there are that later nodes need. */
function countInUse({ nodes, roots }: Graph): Int32Array {
  const lastUse = new Int32Array(nodes.length).fill(-1)
  for (const [i, { args }] of nodes.entries()) for (const arg of args) lastUse[arg] = i
  for (const root of roots) lastUse[root] = nodes.length
  const ends = new Int32Array(nodes.length + 1)
  const inUse = new Int32Array(nodes.length)
  let count = 0
  for (const [i, { args }] of nodes.entries()) {
    if (args.length > 0 && lastUse[i] >= 0) {
      count += 1
      ends[lastUse[i]] += 1
    }
    count -= ends[i]
    inUse[i] = count
  }
  return inUse
}

/**
 * A branch that is never taken, since strides are even. Where an engine may, it puts an operation
 * off to the place of its use and orders what is left by the distance from there; so all that can
 * be done early is done late, and at once, in more registers than the machine has. What the way out
 * of here needs has to be there before.
 */
function writeBorder(
  c: Code,
  index: number,
  vectors: readonly number[],
  hashes: readonly number[],
): void {
  c.get(ENTRY.stride)
  c.i32(2 * index + 1)
  c.op('i32.eq')
  c.open('if')
  if (vectors.length > 0) {
    c.i32(0)
    for (const [i, vector] of vectors.entries()) {
      c.get(vector)
      if (i > 0) c.op('v128.xor')
    }
    c.memory('v128.store', 0)
  }
  if (hashes.length > 0) {
    c.i32(0)
    for (const [i, hash] of hashes.entries()) {
      c.get(hash)
      if (i > 0) c.op('i64.xor')
    }
    c.memory('i64.store', 0)
  }
  c.op('unreachable', 'end')
}
