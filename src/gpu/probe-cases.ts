// What the probe computes: small programs whose results depend on every rounding, on signs of zero
// and on the order of operations.

import { compileProgram } from '../kernel/compile.ts'
import { GraphBuilder } from '../kernel/graph/graph.ts'
import { type Graph, OPS, type Precision, type Program, type PureOp } from '../kernel/ir.ts'
import type { ProgramSource, SourceFunction } from '../kernel/source.ts'
import { simDiv, simRecip, simRsqrt, simSqrt } from '../math/sim-arithmetic.ts'

export interface ProbeProgram {
  /** Names of the results, one a component of the state. */
  readonly names: readonly string[]
  readonly program: Program
  /** Components that the inputs set; the others are results. */
  readonly inputs: number
  readonly steps: number
}

const NO_GRAPH: Graph = { nodes: [], roots: [] }
const F64_ONLY = new Set<PureOp>(['highWord', 'lowWord', 'fromWords'])
/** Results of one program: a shader of more takes long to compile. */
const RESULTS = 16

export function probePrograms(precision: Precision): ProbeProgram[] {
  return [
    ...inParts(operations(precision), precision),
    ...inParts(ORDERS, precision),
    functions(precision, ['sin', 'cos', 'tan', 'log'], ({ x, y }: Numbers) => {
      return { x, y, a: Math.sin(x), b: Math.cos(y), c: Math.tan(y), d: Math.log(x) }
    }),
    functions(precision, ['atan2', 'asin', 'exp', 'pow'], ({ x, y }: Numbers) => {
      return { x, y, a: Math.atan2(x, y), b: Math.asin(x), c: Math.exp(y), d: x ** y }
    }),
    functions(precision, ['cbrt', 'hypot', 'tanh', 'acos'], ({ x, y }: Numbers) => {
      return { x, y, a: Math.cbrt(x), b: Math.hypot(x, y), c: Math.tanh(y), d: Math.acos(x) }
    }),
    functions(
      precision,
      ['simDiv', 'simSqrt', 'simRecip', 'simRsqrt'],
      ({ x, y }: Numbers) => {
        return { x, y, a: simDiv(x, y), b: simSqrt(x), c: simRecip(y), d: simRsqrt(x) }
      },
      { simDiv, simSqrt, simRecip, simRsqrt },
    ),
    rollout(precision),
  ]
}

type Numbers = Readonly<Record<'x' | 'y', number>>
type Result = readonly [name: string, (b: GraphBuilder, x: number, y: number) => number]

/** Every operation; an int by its halves, so that no bit of it is lost in a float. */
function operations(precision: Precision): Result[] {
  const names = Object.keys(OPS) as PureOp[]
  return names
    .filter((op) => precision === 'f64' || !F64_ONLY.has(op))
    .flatMap((op): Result[] => {
      const { args, result } = OPS[op]
      const of = (b: GraphBuilder, x: number, y: number) => {
        const given = args.map((type, i) => {
          const value = i === 0 ? x : y
          if (type === 'float') return value
          return type === 'int' ? b.raw('toInt', [value]) : b.raw('lt', [value, b.constant(1)])
        })
        return b.raw(op, given)
      }
      if (result === 'float') return [[op, of]]
      if (result === 'bool')
        return [[op, (b, x, y) => b.select(of(b, x, y), b.constant(1), b.constant(0))]]
      return [
        [`${op}, upper half`, (b, x, y) => half(b, b.raw('ishr', [of(b, x, y), b.int(16)]))],
        [`${op}, lower half`, (b, x, y) => half(b, b.raw('iand', [of(b, x, y), b.int(0xffff)]))],
      ]
    })
}

const half = (b: GraphBuilder, word: number) => b.raw('toFloat', [word])

/** What compilers like to take in another order, to fuse, or to leave out. */
const ORDERS: readonly Result[] = [
  ['(x*c)*d', (b, x) => mul(b, mul(b, x, b.constant(1 / 3)), b.constant(3))],
  ['x*y+x*c', (b, x, y) => add(b, mul(b, x, y), mul(b, x, b.constant(1 / 3)))],
  ['x*y+c', (b, x, y) => add(b, mul(b, x, y), b.constant(1 / 3))],
  ['x*y-x*y', (b, x, y) => sub(b, mul(b, x, y), b.raw('mul', [y, x]))],
  ['x*y+-(y*x)', (b, x, y) => add(b, mul(b, x, y), b.raw('neg', [b.raw('mul', [y, x])]))],
  ['(x+c)+d', (b, x) => add(b, add(b, x, b.constant(1 / 3)), b.constant(1e-3))],
  ['x+(y-x)', (b, x, y) => add(b, x, sub(b, y, x))],
  ['(x+y)-x', (b, x, y) => sub(b, add(b, x, y), x)],
  ['two-sum', (b, x, y) => twoSum(b, x, y)],
  ['x+c-c', (b, x) => sub(b, add(b, x, b.constant(8388608)), b.constant(8388608))],
  ['x-x', (b, x) => b.raw('sub', [x, x])],
  ['x*0', (b, x) => b.raw('mul', [x, b.constant(0)])],
  ['0-x', (b, x) => b.raw('sub', [b.constant(0), x])],
  ['-(x-y)', (b, x, y) => b.raw('neg', [sub(b, x, y)])],
  ['x/y*y', (b, x, y) => mul(b, b.raw('div', [x, y]), y)],
  ['sqrt(x*x)', (b, x) => b.raw('sqrt', [mul(b, x, x)])],
  ['1/(1/x)', (b, x) => b.raw('div', [b.constant(1), b.raw('div', [b.constant(1), x])])],
]

const add = (b: GraphBuilder, x: number, y: number) => b.raw('add', [x, y])
const sub = (b: GraphBuilder, x: number, y: number) => b.raw('sub', [x, y])
const mul = (b: GraphBuilder, x: number, y: number) => b.raw('mul', [x, y])

/** The error of a sum (Knuth): zero for a compiler that believes in real numbers. */
function twoSum(b: GraphBuilder, x: number, y: number): number {
  const sum = add(b, x, y)
  const z = sub(b, sum, x)
  return add(b, sub(b, x, sub(b, sum, z)), sub(b, y, z))
}

function inParts(results: readonly Result[], precision: Precision): ProbeProgram[] {
  const parts: ProbeProgram[] = []
  for (let i = 0; i < results.length; i += RESULTS) {
    const part = results.slice(i, i + RESULTS)
    const b = new GraphBuilder(precision)
    const [x, y] = [b.input('state', 0), b.input('state', 1)]
    const next = b.finish([x, y, ...part.map(([, write]) => write(b, x, y))])
    const names = ['x', 'y', ...part.map(([name]) => name)]
    parts.push({ names, program: programOf(precision, names, next), inputs: 2, steps: 1 })
  }
  return parts
}

function programOf(precision: Precision, state: readonly string[], next: Graph): Program {
  const none = { tables: [], functions: [], accumulators: [], readings: [], params: [] }
  return {
    ...{ precision, state, positions: state.length, dt: 1, next, stop: undefined, ...none },
    ...{ observe: NO_GRAPH, finish: NO_GRAPH },
  }
}

function functions(
  precision: Precision,
  names: readonly string[],
  source: SourceFunction,
  use: ProgramSource['use'] = {},
): ProbeProgram {
  const state = ['x', 'y', 'a', 'b', 'c', 'd']
  const program = compileProgram({ ...sourceOf(precision, source, state), use })
  return { names: ['x', 'y', ...names], program, inputs: 2, steps: 1 }
}

/** Three systems at once: the Lorenz equations, a ball that bounces and the Henon map. */
function rollout(precision: Precision): ProbeProgram {
  const names = ['x', 'y', 'z', 'q', 'v', 'h', 'k']
  const source = ({ x, y, z, q, v, h, k }: Record<string, number>) => {
    const fall = v! - 0.0981
    const low = q! + 0.01 * fall < 0
    return {
      x: x! + 0.01 * (10 * (y! - x!)),
      y: y! + 0.01 * (x! * (28 - z!) - y!),
      z: z! + 0.01 * (x! * y! - (8 / 3) * z!),
      q: low ? 0 : q! + 0.01 * fall,
      v: low ? -0.9 * fall : fall,
      h: 1 - 1.4 * h! * h! + k!,
      k: 0.3 * h!,
    }
  }
  const program = compileProgram(sourceOf(precision, source, names))
  return { names: names.map((name) => `rollout, ${name}`), program, inputs: 0, steps: 100 }
}

function sourceOf(
  precision: Precision,
  source: SourceFunction,
  state: readonly string[],
): ProgramSource {
  return {
    name: 'probe',
    precision,
    state: Object.fromEntries(state.map((name) => [name, 0])),
    ...{ velocities: [], params: {}, dt: 0.01, use: {}, stop: undefined, observed: [] },
    body: { shape: 'step', source },
  }
}
