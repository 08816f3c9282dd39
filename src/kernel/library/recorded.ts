// What compiling the library gives, kept as data: a scene with a sine parses and executes none of
// its text. `recorded.test.ts` holds the data to the text of the library, and writes it anew.

import type { Template } from '../graph/template.ts'
import type { Node, Op, Table, Type } from '../ir.ts'
import { OPS } from '../ir.ts'
import type { Draft } from '../program/program-parts.ts'
import { CALLS } from './recorded-calls.ts'
import { F32 } from './recorded-f32.ts'
import { F64 } from './recorded-f64.ts'

/** Lines of JSON, to be joined. */
export type Recorded = Readonly<Record<string, readonly string[]>>

export const TYPES: readonly Type[] = ['float', 'int', 'bool']
/** Operations of drafts, as they are numbered there. */
export const NUMBERED: readonly Op[] = [
  ...(Object.keys(OPS) as Op[]),
  ...(['const', 'arg', 'select', 'lookup'] as const),
]

/** JSON knows neither -0 nor NaN, so numbers that may be these are texts. */
type Constant = readonly [type: number, value: string]

export type TemplateData = readonly [
  arity: number,
  array: boolean,
  results: readonly number[],
  calls: readonly string[],
  constants: readonly Constant[],
  code: readonly number[],
]

export type DraftData = readonly [
  params: number,
  root: number,
  tables: readonly (readonly [id: number, type: number, values: readonly number[]])[],
  nodes: readonly (readonly [op: number, type: number, value: string | 0, ...args: number[]])[],
]

function read<T>(from: Recorded, key: string): T | undefined {
  return Object.hasOwn(from, key) ? JSON.parse(from[key]!.join('')) : undefined
}

/** The template of a function, by precision and name. */
export function recordedTemplate(precision: string, name: string): Template | undefined {
  const data = read<TemplateData>(precision === 'f64' ? F64 : F32, name)
  if (data === undefined) return undefined
  const [arity, array, results, calls, constants, code] = data
  const typed = constants.map(([type, value]) => ({ type: TYPES[type]!, value: Number(value) }))
  return { arity, constants: typed, calls, code, results, array }
}

/** A function that is kept as a call in f64 programs. */
export function recordedDraft(name: string): Draft | undefined {
  const data = read<DraftData>(CALLS, name)
  if (data === undefined) return undefined
  const [params, root, tables, rows] = data
  const nodes = rows.map(([op, type, value, ...args]): Node => {
    const node = { op: NUMBERED[op]!, type: TYPES[type]!, args }
    return value === 0 ? node : { ...node, value: Number(value) }
  })
  const byId = new Map<number, Table>()
  for (const [id, type, values] of tables) {
    byId.set(id, { type: TYPES[type] as Table['type'], values })
  }
  return {
    name,
    params: Array.from({ length: params }, () => 'float' as const),
    graph: { nodes, roots: [root] },
    tables: byId,
  }
}
