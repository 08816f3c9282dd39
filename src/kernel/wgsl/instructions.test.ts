// Order and registers of the machine's instructions, without a device.

import { expect, test } from 'vitest'
import { NO_GRAPH, programOf } from '../graphs.fixture.ts'
import type { Graph, Node, Op, Type } from '../ir.ts'
import { CONSTANT, numberOf, writeInstructions } from './instructions.ts'
import { holdValues, inOrder } from './registers.ts'
import { inGroups } from './schedule.ts'

const node = (op: Op, args: number[] = [], value?: number, type: Type = 'float'): Node => ({
  ...{ op, type, args },
  ...(value === undefined ? {} : { value }),
})

/** Registers of inputs, so that all others are the graph's own. */
const given = ({ op, value = 0 }: Node) => (op === 'state' ? value : undefined)

/** x0 times itself, `count` times over: a chain in which each value is used once. */
function chain(count: number): Graph {
  const nodes = [node('state', [], 0)]
  for (let i = 0; i < count; i++) nodes.push(node('mul', [i, 0]))
  return { nodes, roots: [count] }
}

test('a chain of any length takes one register', () => {
  expect(holdValues(chain(1000), 5, given)).toMatchObject({ end: 6 })
})

test('no register changes while its value is still needed', () => {
  // Sums of neighbours, round after round, of which each is used twice.
  const width = 9
  const nodes: Node[] = []
  for (let i = 0; i < width; i++) nodes.push(node('state', [], i))
  for (let i = width; i < 40 * width; i++) nodes.push(node('add', [i - width, i - 1]))
  const roots = [nodes.length - 1, nodes.length - 4]
  const { at, end } = holdValues({ nodes, roots }, width, given)
  const holder: number[] = []
  nodes.forEach(({ args }, i) => {
    for (const arg of args) expect(holder[at[arg]]).toBe(arg)
    holder[at[i]] = i
  })
  for (const root of roots) expect(holder[at[root]]).toBe(root)
  expect(end).toBeLessThan(width + width + 3)
})

test('the result of a call lies in no register of its arguments', () => {
  const nodes = [
    node('state', [], 0),
    node('neg', [0]),
    node('lt', [0, 1], undefined, 'bool'),
    node('call', [2, 1], 0),
  ]
  const { at } = holdValues({ nodes, roots: [3] }, 1, given)
  expect([at[1], at[2]]).not.toContain(at[3])
})

test('moves at once turn a ring round, and copy no more than they must', () => {
  const ring = [0, 1, 2].map((to) => ({ to, from: (to + 1) % 3 }))
  const { list, end } = inOrder([...ring, { to: 3, from: 3 }, { to: 4, from: 9 }], 20)
  const held = Array.from({ length: 30 }, (_, i) => i)
  for (const { to, from } of list) held[to] = held[from]
  expect(held.slice(0, 5)).toEqual([1, 2, 0, 3, 9])
  expect(end).toBe(23)
  expect(list).toHaveLength(7)
})

test('groups make long runs, and each node still follows its arguments', () => {
  const nodes = [node('state', [], 0)]
  for (let i = 0; i < 50; i++) {
    nodes.push(node('mul', [0, 2 * i]), node('add', [0, 2 * i + 1]))
  }
  for (let i = 0; i < 50; i++) nodes.push(node('mul', [0, 2 * i]), node('add', [0, 2 * i]))
  const graph = { nodes, roots: [nodes.length - 1] }
  const groupOf = ({ op }: Node) => (op === 'add' ? 1 : 0)
  const ordered = inGroups(graph, groupOf)
  const changes = ({ nodes: all }: Graph) =>
    all.filter((one, i) => i > 1 && groupOf(one) !== groupOf(all[i - 1])).length
  expect(changes(ordered)).toBeLessThan(0.7 * changes(graph))
  for (const [i, { args }] of ordered.nodes.entries())
    for (const arg of args) expect(arg >= 0 && arg < i).toBe(true)
  expect(ordered.nodes).toHaveLength(nodes.length)
  expect(ordered.nodes[ordered.roots[0]].op).toBe('add')
})

test('an instruction is four words; constants are kept once, by their bits', () => {
  const nodes = [
    node('state', [], 0),
    node('const', [], -0),
    node('add', [0, 1]),
    node('const', [], 0),
    node('sub', [2, 3]),
    node('const', [], 0),
    node('mul', [4, 5]),
  ]
  const program = programOf('f64', 1, { nodes, roots: [6] })
  const { words, next, constants, tables, registers } = writeInstructions(program, 2, {
    seed: [0, 0],
  })
  const own = registers.count - 1
  expect([...words.slice(0, 4 * next.to)]).toEqual([
    ...[(own << 8) | numberOf('add'), 0, CONSTANT, 0],
    ...[(own << 8) | numberOf('add'), own, CONSTANT + 1, 1],
    ...[(own << 8) | numberOf('mul'), own, CONSTANT + 1, 0],
    ...[numberOf('move'), own, 0, 0],
  ])
  expect([...words.slice(4 * constants, tables)]).toEqual([0, 0x80000000, 0, 0, 0, 0, 0, 0])
})

test('a function lies once among the instructions, its registers below those of callers', () => {
  const double: Graph = { nodes: [node('arg', [], 0), node('add', [0, 0])], roots: [1] }
  const twice: Graph = {
    nodes: [
      node('arg', [], 0),
      node('const', [], 1, 'bool'),
      node('call', [1, 0], 1),
      node('call', [1, 2], 1),
    ],
    roots: [3],
  }
  const nodes = [node('state', [], 0), node('const', [], 1, 'bool'), node('call', [1, 0], 0)]
  const functions = [twice, double].map((graph, i) => ({
    ...{ name: `f${i}`, params: ['float' as const], graph },
  }))
  const program = programOf('f64', 1, { nodes, roots: [2] }, { functions, observe: NO_GRAPH })
  const { words, next, constants } = writeInstructions(program, 2, { seed: [0, 0] })
  const every = Array.from({ length: constants }, (_, i) => words.slice(4 * i, 4 * i + 4))
  const of = (which: 'add' | 'call' | 'return') =>
    every.filter(([first]) => (first & 255) === numberOf(which))
  expect([of('add').length, of('call').length, of('return').length]).toEqual([1, 3, 2])
  // Where each call goes on is kept apart while it runs.
  const returns = of('return').map(([, back]) => back)
  expect(new Set(returns).size).toBe(2)
  expect(new Set(of('call').map(([first]) => first >> 8))).toEqual(new Set(returns))
  expect(next.from).toBe(every.findLastIndex(([first]) => (first & 255) === numberOf('return')) + 1)
})
