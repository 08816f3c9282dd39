// An order of nodes by what they mean and not by when they were made: a hash of their structure.
// Operands of commutative operations stand in it, so that a * b and b * a, which a minifier may
// exchange, give one graph.

import { highWord, lowWord } from '../../math/bits.ts'
import type { Node, Op } from '../ir.ts'

const opHashes = new Map<Op, number>()

export class NodeOrder {
  readonly #nodes: readonly Node[]
  /** 64 bits a node; two different nodes with equal ones would keep the order of their text. */
  readonly #one: number[] = []
  readonly #two: number[] = []

  constructor(nodes: readonly Node[]) {
    this.#nodes = nodes
  }

  /** Enters the next node; its arguments are there already. */
  add({ op, type, args, value }: Node): void {
    let one = opHash(op) + type.length
    let two = Math.imul(one, 0x9e3779b1)
    if (value !== undefined) {
      // NaN has no portable bits.
      const datum = value === value ? value : -1e308
      one = mix(one, lowWord(datum), 0x85ebca6b)
      two = mix(two, highWord(datum), 0xc2b2ae35)
    }
    for (let i = 0; i < args.length; i++) {
      one = mix(one, this.#one[args[i]!]!, 0x85ebca6b)
      two = mix(two, this.#two[args[i]!]!, 0xc2b2ae35)
    }
    this.#one.push(one)
    this.#two.push(mix(two, one, 0x27d4eb2f))
  }

  /** Whether `a` comes before `b`. Constants come last. */
  precedes(a: number, b: number): boolean {
    const constant = this.#nodes[a]!.op === 'const'
    if (constant !== (this.#nodes[b]!.op === 'const')) return !constant
    const [one, other] = [this.#one[a]!, this.#one[b]!]
    return one === other ? this.#two[a]! < this.#two[b]! : one < other
  }
}

function mix(hash: number, x: number, factor: number): number {
  const h = Math.imul(hash ^ (hash >>> 15) ^ x, factor)
  return h ^ (h >>> 13)
}

function opHash(op: Op): number {
  let hash = opHashes.get(op)
  if (hash === undefined) {
    hash = hashText(op)
    opHashes.set(op, hash)
  }
  return hash
}

/** 32 bits of a text: FNV-1a over its UTF-16 units. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  return hash | 0
}
