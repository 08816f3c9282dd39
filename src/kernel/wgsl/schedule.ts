// The order of a graph's nodes for the machine: those of one group in long runs.

import type { Graph, Node } from '../ir.ts'

/** How many nodes may wait: more make longer runs, and more values that registers must hold. */
const WINDOW = 128

/**
 * The same graph in another order. Of the first nodes that are left, those come next that are of
 * the last one's group and whose arguments are there; where there are none, the largest group.
 */
export function inGroups(
  { nodes, roots }: Graph,
  groupOf: (node: Node) => number,
  window = WINDOW,
): Graph {
  const place = new Int32Array(nodes.length).fill(-1)
  const placed: Node[] = []
  const put = (i: number) => {
    const node = nodes[i]
    place[i] = placed.length
    placed.push({ ...node, args: node.args.map((arg) => place[arg]) })
  }
  const isReady = (i: number) => nodes[i].args.every((arg) => place[arg] >= 0)
  let waiting: number[] = []
  let seen = 0
  let group = 0
  while (placed.length < nodes.length) {
    while (seen < nodes.length && waiting.length < window) waiting.push(seen++)
    const before = placed.length
    waiting = waiting.filter((i) => {
      const { args } = nodes[i]
      // What has no arguments is no instruction: it breaks no run.
      if (args.length > 0 && (groupOf(nodes[i]) !== group || !isReady(i))) return true
      put(i)
      return false
    })
    if (placed.length === before)
      group = largest(waiting.filter(isReady).map((i) => groupOf(nodes[i])))
  }
  return { nodes: placed, roots: roots.map((root) => place[root]) }
}

/** Which one of the numbers is there most often. */
function largest(groups: readonly number[]): number {
  const counts: number[] = []
  for (const group of groups) counts[group] = (counts[group] ?? 0) + 1
  return counts.reduce(
    (best, count, group) => (count > (counts[best] ?? 0) ? group : best),
    groups[0],
  )
}
