// A very large graph as several functions. Engines give up on optimising a huge function, so its
// statements are cut into chunks, and what one chunk hands to a later one goes through memory.

import type { Graph, Type } from '../ir.ts'
import type { Statement, Written } from './graph.ts'

export interface Chunks {
  /** Functions `<name>0`, `<name>1`... of time and step; run in order they store the roots. */
  readonly functions: string
  readonly calls: string
  /** Entries of the scratch array `V` used so far. */
  readonly end: number
}

interface Step extends Omit<Statement, 'node'> {
  /** The node whose value gets a name; undefined for the store of a root. */
  readonly node: number | undefined
}

/** What the text around a graph settles. */
export interface Place {
  /** Begins the names of the functions. */
  readonly name: string
  readonly time: string
  /** Entries of `V`: the first for the roots, and the first that is free. */
  readonly roots: number
  readonly free: number
  /** Nodes in one function at most, roughly. */
  readonly chunkNodes: number
}

export function writeChunks(graph: Graph, written: Written, place: Place): Chunks {
  const { name, time, roots, free } = place
  const stores = written.roots.map(({ text, uses, size }, i) => ({
    node: undefined,
    text: `V[${roots + i}]=${store(text, graph.nodes[graph.roots[i]].type)};`,
    uses,
    size: size + 1,
  }))
  const chunks = cut([...written.statements, ...stores], place.chunkNodes)
  const typeOf = (node: number) => graph.nodes[node].type
  const slots = handedOver(chunks, free)
  const functions = chunks.map((steps, i) => {
    const inside = new Set(steps.map(({ node }) => node))
    const wanted = new Set(steps.flatMap(({ uses }) => uses.filter((use) => !inside.has(use))))
    const loads = [...wanted].map((use) => `const v${use}=${load(slots.get(use), typeOf(use))};`)
    const lines = steps.map((step) => line(step, slots, typeOf))
    return `function ${name}${i}(${time},k){let q=0;\n${loads.join('')}\n${lines.join('\n')}\n}`
  })
  return {
    functions: functions.join('\n'),
    calls: chunks.map((_, i) => `${name}${i}(${time},k);`).join(''),
    end: free + slots.size,
  }
}

function line(step: Step, slots: Map<number, number>, typeOf: (node: number) => Type): string {
  const { node, text } = step
  if (node === undefined) return text
  const slot = slots.get(node)
  const kept = slot === undefined ? '' : `V[${slot}]=${store(`v${node}`, typeOf(node))};`
  return `const v${node}=${text};${kept}`
}

function cut(steps: readonly Step[], chunkNodes: number): Step[][] {
  const chunks: Step[][] = []
  let room = 0
  for (const step of steps) {
    if (room < step.size) {
      chunks.push([])
      room = chunkNodes
    }
    chunks[chunks.length - 1].push(step)
    room -= step.size
  }
  return chunks
}

/** The entry of `V` for each value that a later chunk uses. */
function handedOver(chunks: readonly Step[][], free: number): Map<number, number> {
  const home = new Map<number, number>()
  const slots = new Map<number, number>()
  chunks.forEach((steps, i) => {
    for (const { node, uses } of steps) {
      for (const use of uses) {
        if (home.get(use) !== i && !slots.has(use)) slots.set(use, free + slots.size)
      }
      if (node !== undefined) home.set(node, i)
    }
  })
  return slots
}

const store = (text: string, type: Type) => (type === 'bool' ? `${text}?1:0` : text)

/** Reads an entry of `V` as a value of the type. */
export function load(slot: number | undefined, type: Type): string {
  if (type === 'int') return `V[${slot}]|0`
  return type === 'bool' ? `V[${slot}]!==0` : `V[${slot}]`
}
