// Which register of the machine holds which value of a graph: by last use, so that few are needed.

import type { Graph, Node } from '../ir.ts'

export interface Held {
  /** The operand that gives each node's value. */
  readonly at: readonly number[]
  /** The first register behind those taken. */
  readonly end: number
}

/**
 * Gives registers from `first` on to the nodes that `given` has no operand for. A result may take
 * the register of an argument that ends with it, except a call's: it is set before those are read.
 * Roots keep theirs to the end.
 */
export function holdValues(
  { nodes, roots }: Graph,
  first: number,
  given: (node: Node) => number | undefined,
): Held {
  const last = lastUses(nodes, roots)
  const at: number[] = []
  const free: number[] = []
  const isHeld: boolean[] = []
  let end = first
  const release = (node: Node, i: number) => {
    for (const arg of new Set(node.args)) if (last[arg] === i && isHeld[arg]) free.push(at[arg])
  }
  nodes.forEach((node, i) => {
    const operand = given(node)
    isHeld.push(operand === undefined)
    if (operand !== undefined) {
      at.push(operand)
      return
    }
    if (node.op !== 'call') release(node, i)
    at.push(free.pop() ?? end++)
    if (node.op === 'call') release(node, i)
  })
  return { at, end }
}

/** The index of the node that needs each value last; of roots one behind all. */
function lastUses(nodes: readonly Node[], roots: readonly number[]): Float64Array {
  const last = new Float64Array(nodes.length)
  nodes.forEach(({ args }, i) => {
    for (const arg of args) last[arg] = i
  })
  for (const root of roots) last[root] = nodes.length
  return last
}

export interface Move {
  readonly to: number
  readonly from: number
}

/**
 * Moves that are meant to happen at once, as a list to make in order: values that a move would
 * overwrite too early go by registers from `free` on.
 */
export function inOrder(moves: readonly Move[], free: number): { list: Move[]; end: number } {
  const needed = moves.filter(({ to, from }) => to !== from)
  const targets = new Set(needed.map(({ to }) => to))
  const kept = new Map<number, number>()
  let end = free
  for (const { from } of needed) if (targets.has(from) && !kept.has(from)) kept.set(from, end++)
  const saved = [...kept].map(([from, to]) => ({ to, from }))
  const list = needed.map(({ to, from }) => ({ to, from: kept.get(from) ?? from }))
  return { list: [...saved, ...list], end }
}
