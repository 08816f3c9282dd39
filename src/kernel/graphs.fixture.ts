// Programs made by hand for tests of a backend, and what a graph gives by the scalar reference.

import type { GraphBuilder } from './graph/graph.ts'
import type { Accumulator, Graph, Node, Precision, Program, PureOp, Table } from './ir.ts'
import { SCALAR } from './scalar.ts'

export const NO_GRAPH: Graph = { nodes: [], roots: [] }

/** A program of `state` components that computes `next` and observes nothing. */
export function programOf(
  precision: Precision,
  state: number,
  next: Graph,
  rest: Partial<Program> = {},
): Program {
  return {
    precision,
    state: Array.from({ length: state }, (_, i) => `x${i}`),
    positions: state,
    params: [],
    dt: 1,
    tables: [],
    functions: [],
    next,
    observe: NO_GRAPH,
    accumulators: [],
    stop: undefined,
    finish: NO_GRAPH,
    readings: [],
    ...rest,
  }
}

/** The new state is the result of one operation on the state (ints are read off it with toInt). */
export function operationOf(
  b: GraphBuilder,
  op: PureOp,
  args: readonly ('float' | 'int' | 'bool')[],
) {
  const inputs = args.map((type, i) => {
    const x = b.input('state', i)
    if (type === 'float') return x
    return type === 'int' ? b.push('toInt', [x]) : b.push('lt', [x, b.constant(0.5)])
  })
  return b.raw(op, inputs)
}

export interface Inputs {
  readonly state: readonly number[]
  readonly params: readonly number[]
  readonly accumulators: readonly number[]
  readonly time: number
  readonly step: number
  readonly seed: readonly number[]
  readonly cell: readonly number[]
  readonly replica: number
  readonly args?: readonly number[]
}

/** The roots of a graph, node by node; bools are 0 or 1. */
export function evaluateGraph(program: Program, graph: Graph, inputs: Inputs): number[] {
  const values: number[] = []
  for (const node of graph.nodes) values.push(evaluateNode(program, node, values, inputs))
  return graph.roots.map((root) => values[root])
}

function evaluateNode(program: Program, node: Node, values: number[], inputs: Inputs): number {
  const { op, value = 0 } = node
  const args = node.args.map((arg) => values[arg])
  switch (op) {
    case 'const':
      return value
    case 'state':
      return inputs.state[value]
    case 'param':
      return inputs.params[value]
    case 'accumulator':
      return inputs.accumulators[value]
    case 'arg':
      return inputs.args?.[value] ?? Number.NaN
    case 'time':
    case 'step':
    case 'replica':
      return inputs[op]
    case 'seed':
    case 'cell':
      return inputs[op][value]
    case 'select':
      return args[0] === 1 ? args[1] : args[2]
    case 'lookup':
      return at(program.tables[value], args[0])
    case 'call': {
      if (args[0] === 0) return 0
      const { graph } = program.functions[value]
      return evaluateGraph(program, graph, { ...inputs, args: args.slice(1) })[0]
    }
    default:
      return SCALAR[program.precision][op](args[0], args[1])
  }
}

const at = ({ values }: Table, index: number) => values[index] ?? values[0]

/** FNV-1a 64 as it is defined, one byte after the other. */
export class SlowHash {
  value = 0xcbf29ce484222325n
  word(word: bigint): void {
    for (let i = 0n; i < 8n; i++) {
      const byte = (word >> (8n * i)) & 0xffn
      this.value = BigInt.asUintN(64, (this.value ^ byte) * 0x100000001b3n)
    }
  }
  number(x: number): void {
    this.word(Number.isNaN(x) ? 0x7ff8000000000000n : bitsOf(x))
  }
  state(positions: readonly number[], velocities: readonly number[], time: number): void {
    this.word(BigInt(positions.length))
    for (const x of positions) this.number(x)
    this.word(BigInt(velocities.length))
    for (const x of velocities) this.number(x)
    this.number(time)
  }
}

export function bitsOf(x: number): bigint {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, Number.isNaN(x) ? Number.NaN : x)
  return view.getBigUint64(0)
}

/** Numbers at which operations differ: signs of zero, borders of the formats, NaN. */
export const EDGES: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  1.5,
  2.5,
  -2.5,
  3,
  7,
  -7.25,
  1 / 3,
  0.1,
  -0.1,
  1e-3,
  2 ** 23,
  2 ** 24 + 1,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 32 + 5,
  2 ** 52 + 0.5,
  2 ** 53,
  1e15,
  -1e17,
  1e22,
  1.7e308,
  -1.7e308,
  3.4e38,
  -3.5e38,
  2 ** -60,
  -(2 ** -60),
  2 ** -99,
  2 ** -100,
  1.5 * 2 ** -100,
  2 ** -101,
  2 ** -123,
  2 ** -126,
  2 ** -149,
  2 ** -1022,
  5e-324,
  -5e-324,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NaN,
]

export type { Accumulator }
