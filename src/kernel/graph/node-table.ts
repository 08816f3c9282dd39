// Finds a node that was made before: a hash table over operation, type, datum and arguments. Keys
// made of text cost more than all the rest of a compilation.

import type { Node, Op } from '../ir.ts'
import { OPS } from '../ir.ts'

const DATUM_OPS = [
  ...['const', 'state', 'param', 'accumulator', 'arg', 'time', 'step'],
  ...['seed', 'cell', 'replica', 'select', 'lookup', 'call'],
]

const CODES: Readonly<Record<string, number>> = Object.fromEntries(
  [...Object.keys(OPS), ...DATUM_OPS].map((op, code) => [op, code]),
)

const EMPTY = -1

export class NodeTable {
  readonly #nodes: readonly Node[]
  /** Indices of nodes, or EMPTY; its length is a power of two, and half of it stays empty. */
  #slots = new Int32Array(4096).fill(EMPTY)
  #count = 0
  /** The empty slot in which the last search ended. */
  #missed = 0

  constructor(nodes: readonly Node[]) {
    this.#nodes = nodes
  }

  /** The index of the equal node, or -1. Data are integers; floats have a table of their own. */
  find(op: Op, type: string, value: number | undefined, args: readonly number[]): number {
    const mask = this.#slots.length - 1
    for (let slot = hash(op, value, args) & mask; ; slot = (slot + 1) & mask) {
      const id = this.#slots[slot]!
      if (id === EMPTY) {
        this.#missed = slot
        return EMPTY
      }
      const node = this.#nodes[id]!
      if (node.op === op && node.value === value && node.type === type && equal(node.args, args)) {
        return id
      }
    }
  }

  /** Enters the node that the last search did not find. */
  addMissed(id: number): void {
    this.#slots[this.#missed] = id
    if (2 * ++this.#count > this.#slots.length) this.#grow()
  }

  #enter(id: number): void {
    const { op, value, args } = this.#nodes[id]!
    const mask = this.#slots.length - 1
    let slot = hash(op, value, args) & mask
    while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & mask
    this.#slots[slot] = id
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = new Int32Array(2 * old.length).fill(EMPTY)
    for (const id of old) if (id !== EMPTY) this.#enter(id)
  }
}

function equal(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

function hash(op: Op, value: number | undefined, args: readonly number[]): number {
  let h = Math.imul(CODES[op]! + 1, 0x9e3779b1)
  if (value !== undefined) h = Math.imul(h ^ value, 0x85ebca6b)
  for (let i = 0; i < args.length; i++) {
    h = Math.imul(h ^ (h >>> 15) ^ args[i]!, 0x85ebca6b)
  }
  return h ^ (h >>> 13)
}
