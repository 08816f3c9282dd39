// Functions of the library as templates: each is executed once for all programs of a precision, and
// replayed from then on wherever it takes numbers of the run and gives some.

import type { GraphBuilder } from '../graph/graph.ts'
import { Recorder, recorded } from '../graph/recorder.ts'
import { replay, type Template } from '../graph/template.ts'
import type { Precision } from '../ir.ts'
import type { Lowering } from '../lower/lowering.ts'
import { elementsOf, newArray } from '../lower/references.ts'
import { float, type Value } from '../lower/values.ts'
import type { Outlined } from '../program/program-parts.ts'
import { SourceError } from '../source.ts'
import type { Node } from '../syntax/parse.ts'
import { recordedTemplate } from './recorded.ts'

/** How a function of the library is executed, and how one that is kept as a call is found. */
export interface Execution {
  /** Executes the function on `arity` numbers of the run, in a graph that `make` makes. */
  readonly execute: (name: string, make: MakeBuilder, arity: number) => Executed
  readonly outlined: (low: Lowering, name: string) => Outlined
}

/** Takes what gives the name of a function that is kept as a call. */
type MakeBuilder = (nameOf: (func: number) => string) => GraphBuilder

export interface Executed {
  readonly low: Lowering
  readonly value: Value
  readonly at: Node
}

/** The templates of functions, undefined for those that have none. */
const templates = new Map<string, Template | undefined>()

/** The value of a call, or undefined where the text has to be executed. */
export function replayed(
  low: Lowering,
  name: string,
  args: readonly Value[],
  execution: Execution,
): Value | undefined {
  const { b } = low
  if (b instanceof Recorder) return undefined
  const nodes: number[] = []
  for (const arg of args) {
    // A text may compute more with constants than a builder does.
    if (arg.kind !== 'float' || b.constantOf(arg.node) !== undefined) return undefined
    nodes.push(arg.node)
  }
  const template = templateOf(low, name, nodes.length, execution)
  if (template === undefined) return undefined
  const results = replay(template, b, nodes, {
    guard: () => low.heap.guard(),
    outlined: (func) => execution.outlined(low, func),
  })
  if (results === undefined) return undefined
  const values = results.map(float)
  return template.array ? newArray(low, values) : values[0]
}

function templateOf(
  { b }: Lowering,
  name: string,
  arity: number,
  execution: Execution,
): Template | undefined {
  const key = `${b.precision} ${name}`
  if (!templates.has(key)) {
    const known = recordedTemplate(b.precision, name)
    templates.set(key, known ?? recordTemplate(b.precision, name, arity, execution))
  }
  const template = templates.get(key)
  return template?.arity === arity ? template : undefined
}

/** Executes a function; undefined where it cannot be a template. */
export function recordTemplate(
  precision: Precision,
  name: string,
  arity: number,
  execution: Execution,
): Template | undefined {
  return recorded(() => record(precision, name, arity, execution))
}

function record(
  precision: Precision,
  name: string,
  arity: number,
  { execute }: Execution,
): Template | undefined {
  let recorder: Recorder | undefined
  const make: MakeBuilder = (nameOf) => {
    recorder = new Recorder(precision, arity, nameOf)
    return recorder
  }
  let executed: Executed
  try {
    executed = execute(name, make, arity)
  } catch (error) {
    // Whoever calls it is told when the text is executed there.
    if (error instanceof SourceError) return undefined
    throw error
  }
  const { low, value, at } = executed
  const values = value.kind === 'array' ? elementsOf(low, value, at) : [value]
  const results = values.flatMap((each) => (each.kind === 'float' ? [each.node] : []))
  if (results.length < values.length) return undefined
  return recorder?.template(results, value.kind === 'array')
}
