// What a part of a program means, as text: the operations that lead to some of its results, free of
// the numbers that nodes, functions and tables have in the whole.

import type { Program } from '../workers/protocol.ts'

type Graph = Program['next']

/**
 * Gives the text of a program's graphs: of the operations that `roots` need, in an order that
 * follows from them alone. Accumulators are numbered from `firstAccumulator` on.
 */
export function createMeanings(
  program: Program,
): (graph: Graph, roots: readonly number[], firstAccumulator: number) => string {
  const { functions, tables } = program
  const known: string[] = []
  const functionText = (index: number) => {
    const { params, graph } = functions[index]
    known[index] ??= `${params.join(' ')}(${text(graph, graph.roots, 0)})`
    return known[index]
  }
  const text = (graph: Graph, roots: readonly number[], firstAccumulator: number): string => {
    const order = nodesFor(graph, roots)
    const place = new Map(order.map((node, i) => [node, i]))
    const lines = order.map((node) => {
      const { op, type, args, value = 0 } = graph.nodes[node]
      const datum = {
        call: () => functionText(value),
        lookup: () => JSON.stringify(tables[value]),
        accumulator: () => value - firstAccumulator,
        const: () => (Object.is(value, -0) ? '-0' : value),
      } as Partial<Record<string, () => string | number>>
      const told = datum[op]?.() ?? value
      return [op, type, told, ...args.map((arg) => place.get(arg))].join(' ')
    })
    return [...lines, roots.map((root) => place.get(root)).join(' ')].join('\n')
  }
  return text
}

/** The nodes that the roots need, each after its arguments. */
function nodesFor({ nodes }: Graph, roots: readonly number[]): number[] {
  const order = new Set<number>()
  const waiting = [...roots].reverse()
  while (waiting.length > 0) {
    const node = waiting[waiting.length - 1]
    const missing = order.has(node) ? [] : nodes[node].args.filter((arg) => !order.has(arg))
    if (missing.length > 0) waiting.push(...missing.reverse())
    else {
      order.add(node)
      waiting.pop()
    }
  }
  return [...order]
}
