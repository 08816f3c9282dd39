// The library's functions compile, and their programs give what the functions themselves give.

import { describe, expect, test } from 'vitest'
import * as math from '../../math/elementary.ts'
import { loadF32 } from '../f32-rule.ts'
import { evaluateGraph, programOf } from '../graphs.fixture.ts'
import type { Graph, Precision } from '../ir.ts'
import { invoke } from '../lower/calls.ts'
import { Lowering } from '../lower/lowering.ts'
import { toFloat } from '../lower/numbers.ts'
import { elementsOf, newArray } from '../lower/references.ts'
import { float, type Origin, type Value } from '../lower/values.ts'
import { ProgramParts } from '../program/program-parts.ts'
import { NO_INPUTS } from '../sources.fixture.ts'
import { FUNCTIONS, LIBRARY, OUTLINED } from './library.ts'
import { libraryFunction } from './library-calls.ts'

const HERE: Origin = {
  ...{ text: '', shift: 0, label: 'test', library: false },
  resolve: () => undefined,
}
const AT = { type: 'Test', start: 0, end: 0 }

/** What each parameter is where it is no number: the length of an array. */
const ARRAYS: Record<string, number[]> = {
  simEulerFromRotation: [9],
  simRotationFromScaledAxis: [3],
  simModelMatrix: [3, 3, 3],
  simModelParts: [16],
  simDivVector: [3, 0],
  simDot: [3, 3],
  simLength: [3],
  simMul: [9, 3],
  simMulTransposed: [9, 3],
  simNormalize: [3],
  simToIntVector: [3],
  eulerFromRotationF32: [9],
  modelPartsF32: [16],
  lengthF32: [3],
  normalizeF32: [3],
}

/** Ordinary functions for objects, around functions of numbers. */
const NOT_FOR_SCENES = new Set([
  ...['simTransformMatrix', 'simTransformFromMatrix', 'transformFromMatrixF32'],
])

const isF32 = (name: string) =>
  /F32$|^sim|^portable|^(uniform24|twoOverPiWord|carryOf|mulHigh|philox4x32|noiseBlock)$/.test(name)

const names = [...FUNCTIONS.keys()].filter((name) => !NOT_FOR_SCENES.has(name))

interface Compiled {
  /** Number of arguments and, for each, the length of an array or 0. */
  readonly shape: readonly number[]
  readonly run: (args: readonly number[]) => number[]
  readonly nodes: number
}

function compile(name: string, precision: Precision): Compiled {
  const parts = new ProgramParts(precision)
  const low = new Lowering(parts, HERE)
  const shape = ARRAYS[name] ?? Array.from({ length: FUNCTIONS.get(name)!.length }, () => 0)
  let count = 0
  const input = () => float(low.b.input('arg', count++))
  const args = shape.map((length): Value => {
    return length === 0 ? input() : newArray(low, Array.from({ length }, input))
  })
  const value = invoke(low, libraryFunction(name), args, AT)
  const array = value.kind === 'array' || value.kind === 'choice'
  const results = array ? elementsOf(low, value, AT) : [value]
  const graph: Graph = parts.finish(
    low.b,
    results.map((result) => toFloat(low, result, AT)),
  )
  const { functions, tables } = parts.close()
  const program = programOf(precision, 0, graph, { functions, tables })
  const run = (inputs: readonly number[]) =>
    evaluateGraph(program, graph, { ...NO_INPUTS, args: inputs })
  const nodes = [graph, ...functions.map((func) => func.graph)]
  return { shape, run, nodes: nodes.reduce((sum, { nodes }) => sum + nodes.length, 0) }
}

/** Calls the function itself; arrays are cut from the row of arguments. */
function call(name: string, shape: readonly number[], args: readonly number[]): number[] {
  let at = 0
  const given = shape.map((length) => {
    if (length === 0) return args[at++]
    at += length
    return args.slice(at - length, at)
  })
  const result: unknown = FUNCTIONS.get(name)!(...given)
  return (Array.isArray(result) ? result : [result]).map(Number)
}

/** The same numbers on every run: 32-bit words of a linear congruence. */
function numbers(seed: number): () => number {
  let word = seed
  return () => {
    word = (Math.imul(word, 1664525) + 1013904223) | 0
    return (word >>> 0) / 4294967296
  }
}

const EDGES = [0, -0, 1, -1, 0.5, 2, 1e300, -1e-300, 5e-324, 1e22, Infinity, -Infinity, NaN]

/** Arguments of all sizes, special values among them. */
function anyNumber(next: () => number): number {
  const pick = next()
  if (pick < 0.25) return EDGES[Math.floor(next() * EDGES.length)]
  const sign = next() < 0.5 ? -1 : 1
  return pick < 0.7 ? sign * next() * 10 : sign * next() * 2 ** (next() * 200 - 100)
}

function compare(
  name: string,
  precision: Precision,
  draw: (next: () => number) => number,
  settle: (x: number) => number,
): void {
  const { shape, run } = compile(name, precision)
  const next = numbers(1)
  for (let i = 0; i < 40; i++) {
    const args = shape.flatMap((length) =>
      Array.from({ length: Math.max(1, length) }, () => draw(next)),
    )
    expect(run(args), `${name}(${args})`).toEqual(call(name, shape, args).map(settle))
  }
}

describe('in an f64 program a function gives what it gives when called:', () => {
  test.each(names)('%s', (name) => compare(name, 'f64', anyNumber, (x) => x))
})

describe('in an f32 program too, where no number on the way is tiny:', () => {
  const ordinary = (next: () => number) => Math.fround(next() * 8 - 4)
  test.each(names.filter(isF32))('%s', (name) => compare(name, 'f32', ordinary, loadF32))
})

describe('the table of Math', () => {
  test('names functions that exist, in both precisions', () => {
    for (const { f64, f32 } of Object.values(LIBRARY)) {
      expect(FUNCTIONS.has(f64)).toBe(true)
      expect(FUNCTIONS.has(f32)).toBe(true)
    }
  })

  test('has all that furrow/math exports', () => {
    const functions = Object.keys(math).filter(
      (name) => typeof Reflect.get(math, name) === 'function',
    )
    for (const name of functions) expect(FUNCTIONS.has(name) || name in LIBRARY).toBe(true)
  })

  test('has no name twice, whatever the file', () => {
    for (const [name, fn] of FUNCTIONS) expect(fn.name).toBe(name)
  })

  test('keeps as calls only what exists', () => {
    for (const name of OUTLINED) expect(FUNCTIONS.has(name)).toBe(true)
  })
})

test('the size of every function stays within reason', () => {
  const sizes = names.map(
    (name) => [name, compile(name, isF32(name) ? 'f32' : 'f64').nodes] as const,
  )
  const total = sizes.reduce((sum, [, nodes]) => sum + nodes, 0)
  const [largest, most] = sizes.reduce((a, b) => (b[1] > a[1] ? b : a))
  console.info(`${sizes.length} library functions, ${total} nodes; ${largest} has most, ${most}`)
  expect(most).toBeLessThan(1_000)
})
