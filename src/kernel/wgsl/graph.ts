// A graph as statements of a shader: one a node, in order; names and literals stand where they are
// used.

import type { DatumOp, Func, Graph, Node, Op, Table, Type } from '../ir.ts'
import type { Dialect } from './dialect.ts'
import { TABLE } from './ops.ts'
import { placeTables } from './words.ts'

/** How the inputs of a graph are called in the text around it. */
export interface Names {
  readonly state: (index: number) => string
  readonly param: (index: number) => string
  readonly accumulator: (index: number) => string
  readonly time: string
  readonly step: string
  readonly seed: (index: number) => string
  readonly cell: (index: number) => string
  readonly replica: string
}

export interface Writer {
  readonly dialect: Dialect
  readonly tables: readonly Table[]
  readonly functions: readonly Func[]
  readonly names: Names
  /** Begins the names of values, so that those of two graphs differ. */
  readonly prefix: string
}

export interface Written {
  readonly statements: string
  readonly roots: readonly string[]
}

export const typeName = (type: Type, { float }: Dialect) =>
  type === 'float' ? float : type === 'int' ? 'u32' : 'bool'

const zeroOf = (type: Type, { float }: Dialect) =>
  type === 'bool' ? 'false' : type === 'int' || float === 'u32' ? '0u' : 'vec2u()'

const isDatum = (op: Op): op is DatumOp => !(op in TABLE)

export function writeGraph({ nodes, roots }: Graph, writer: Writer): Written {
  const names: string[] = []
  const lines: string[] = []
  nodes.forEach((node, i) => {
    const args = node.args.map((arg) => names[arg])
    const name = `${writer.prefix}${i}`
    const text = isDatum(node.op)
      ? writeDatum(node, args, writer)
      : TABLE[node.op](args[0], args[1])
    if (node.op === 'call') {
      const [condition, ...given] = args
      const { dialect } = writer
      lines.push(
        `var ${name}:${typeName(node.type, dialect)}=${zeroOf(node.type, dialect)};` +
          `if(${condition}){${name}=f${node.value ?? 0}(${given.join(',')});}`,
      )
      names.push(name)
    } else if (isDatum(node.op) && args.length === 0) names.push(text)
    else {
      lines.push(`let ${name}=${text};`)
      names.push(name)
    }
  })
  return { statements: lines.join('\n'), roots: roots.map((root) => names[root]) }
}

function writeDatum(node: Node, args: readonly string[], writer: Writer): string {
  const { op, type, value = 0 } = node
  const { names, dialect } = writer
  switch (op as DatumOp) {
    case 'const':
      if (type === 'float') return dialect.literal(value)
      return type === 'int' ? `${value >>> 0}u` : String(value !== 0)
    case 'state':
      return names.state(value)
    case 'param':
      return names.param(value)
    case 'accumulator':
      return names.accumulator(value)
    case 'arg':
      return `a${value}`
    case 'time':
      return names.time
    case 'step':
      return names.step
    case 'seed':
      return names.seed(value)
    case 'cell':
      return names.cell(value)
    case 'replica':
      return names.replica
    case 'select':
      return `select(${args[2]},${args[1]},${args[0]})`
    case 'lookup':
      return `table${value}(${args[0]})`
    case 'call':
      return ''
  }
}

/** The functions that are kept apart. */
export function writeFunctions(writer: Writer): string {
  const { dialect, functions } = writer
  return functions
    .map(({ params, graph }, i) => {
      const { statements, roots } = writeGraph(graph, { ...writer, prefix: 'v' })
      const list = params.map((type, p) => `a${p}:${typeName(type, dialect)}`).join(',')
      const result = typeName(graph.nodes[graph.roots[0]].type, dialect)
      return `fn f${i}(${list})->${result}{\n${statements}\nreturn ${roots[0]};\n}`
    })
    .join('\n')
}

/** A function a table; an index outside gives entry 0. */
export function writeTables(writer: Writer): string {
  const { dialect, tables } = writer
  const { starts } = placeTables(tables, dialect.words)
  return tables
    .map(({ type, values }, i) => {
      const row = `select(0u,i,i<${values.length}u)`
      const wide = type === 'float' && dialect.words === 2
      const name = typeName(type, dialect)
      const entry = wide
        ? `let j=${starts[i]}u+2u*${row};return vec2u(tables[j],tables[j+1u]);`
        : `return tables[${starts[i]}u+${row}];`
      return `fn table${i}(i:u32)->${name}{${entry}}`
    })
    .join('\n')
}
