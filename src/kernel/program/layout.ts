// Named quantities as a row of components and back.

import type { Lowering } from '../lower/lowering.ts'
import { complaint } from '../lower/lowering.ts'
import { toFloat } from '../lower/numbers.ts'
import { keyName } from '../lower/patterns.ts'
import { elementsOf, newArray, newObject, readEntry } from '../lower/references.ts'
import { type Closure, describe, type ObjectValue, type Value } from '../lower/values.ts'
import type { ProgramSource } from '../source.ts'
import type { FunctionNode, Node, ObjectExpression } from '../syntax/parse.ts'

type Quantities = ProgramSource['state']

interface Entry {
  readonly name: string
  /** Index of its first component. */
  readonly at: number
  /** Number of components of an array; undefined for a number. */
  readonly length: number | undefined
}

export interface Layout {
  /** In the order in which the scene lists them. */
  readonly entries: readonly Entry[]
  /** Component names: `x`, `p[0]`, `p[1]`. */
  readonly names: readonly string[]
}

/** Components of the entries in `first`, then of the others, each as the scene lists them. */
export function layoutOf(quantities: Quantities, last: readonly string[] = []): Layout {
  const entries: Entry[] = []
  const names: string[] = []
  const place = (name: string) => {
    const value = quantities[name]!
    const length = typeof value === 'number' ? undefined : value.length
    entries.push({ name, at: names.length, length })
    if (length === undefined) names.push(name)
    else for (let i = 0; i < length; i++) names.push(`${name}[${i}]`)
  }
  const listed = Object.keys(quantities)
  for (const name of listed) if (!last.includes(name)) place(name)
  for (const name of listed) if (last.includes(name)) place(name)
  entries.sort((a, b) => listed.indexOf(a.name) - listed.indexOf(b.name))
  return { entries, names }
}

/** The object that a scene's function takes. */
export function toObject(low: Lowering, layout: Layout, values: readonly Value[]): ObjectValue {
  return newObject(
    low,
    layout.entries.map(({ name, at, length }) => {
      if (length === undefined) return [name, values[at]!] as const
      return [name, newArray(low, values.slice(at, at + length))] as const
    }),
  )
}

/** The components of what a scene's function returns, as float nodes; it must have every entry. */
export function toComponents(
  low: Lowering,
  layout: Layout,
  value: Value,
  closure: Closure,
): number[] {
  const at = resultOf(closure.node)
  const fail = (message: string): never => {
    throw complaint(closure.origin, at, message)
  }
  low.origin = closure.origin
  if (value.kind === 'missing') fail(value.why)
  const unknown = unknownEntry(value, layout)
  if (unknown !== undefined) fail(`the result has \`${unknown}\`, which the state has not`)
  if (value.kind !== 'object' && value.kind !== 'choice') {
    fail(`the result is ${describe(value)}; return an object with the state's entries`)
  }
  const nodes: number[] = []
  for (const { name, at: first, length } of layout.entries) {
    if (!hasEntry(value, name)) fail(`the result lacks \`${name}\``)
    const entry = readEntry(low, value, name, at)
    if (length === undefined) {
      nodes[first] = toFloat(low, entry, entryNode(at, name))
      continue
    }
    if (entry.kind !== 'array' && entry.kind !== 'choice') {
      fail(`\`${name}\` of the result is ${describe(entry)}; the state has ${length} entries there`)
    }
    const elements = elementsOf(low, entry, at)
    if (elements.length !== length) {
      fail(
        `\`${name}\` of the result has ${elements.length} entries; the state has ${length} there`,
      )
    }
    elements.forEach((element, i) => {
      nodes[first + i] = toFloat(low, element, at)
    })
  }
  return nodes
}

function unknownEntry(value: Value, layout: Layout): string | undefined {
  if (value.kind === 'choice') {
    return unknownEntry(value.whenTrue, layout) ?? unknownEntry(value.whenFalse, layout)
  }
  if (value.kind !== 'object') return undefined
  return [...value.entries.keys()].find((key) => !layout.entries.some(({ name }) => name === key))
}

function hasEntry(value: Value, name: string): boolean {
  if (value.kind === 'choice') {
    return hasEntry(value.whenTrue, name) && hasEntry(value.whenFalse, name)
  }
  return value.kind === 'object' && value.entries.has(name)
}

/** The part of an object literal that gives an entry. */
function entryNode(at: Node, name: string): Node {
  if (at.type !== 'ObjectExpression') return at
  const property = (at as ObjectExpression).properties.find(
    (candidate) => candidate.type === 'Property' && keyName(candidate.key) === name,
  )
  return property?.type === 'Property' ? property.value : at
}

/** Where a function says what it returns, as far as one place does. */
export function resultOf({ body }: FunctionNode): Node {
  if (body.type !== 'BlockStatement') return body
  const last = body.body.at(-1)
  return (last?.type === 'ReturnStatement' ? last.argument : last) ?? body
}
