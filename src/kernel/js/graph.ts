// A graph as JavaScript statements: values used once stand where they are used, the others get a
// constant of their own. A very large graph becomes several functions that share scratch memory.

import type { DatumOp, Graph, Node, Op, Precision, Type } from '../ir.ts'
import { literal, TABLES, WANTS_NAMES, type Write } from './ops.ts'

/** How the inputs of a graph are called in the text around it. */
export interface Names {
  readonly state: (index: number) => string
  readonly param: (index: number) => string
  readonly accumulator: (index: number) => string
  readonly arg: (index: number) => string
  readonly time: string
  readonly step: string
  readonly seed: (index: number) => string
  readonly cell: (index: number) => string
  readonly replica: string
  /** Number of entries of each table. */
  readonly tableSizes: readonly number[]
}

export interface Statement {
  readonly node: number
  readonly text: string
  /** Earlier statements whose values the text mentions. */
  readonly uses: readonly number[]
  /** How many nodes were written into the text. */
  readonly size: number
}

export interface Written {
  /** In order; the value of each goes by the name `v<node>`. */
  readonly statements: readonly Statement[]
  readonly roots: readonly Expression[]
}

export interface Expression {
  readonly text: string
  readonly uses: readonly number[]
  readonly size: number
}

/** Past this many nodes an expression gets a name, so that no parser runs out of stack. */
const EXPRESSION_SIZE = 24

const DATUM: Readonly<Record<DatumOp, (node: Node, args: string[], names: Names) => string>> = {
  const: ({ type, value = 0 }) => (type === 'bool' ? String(value !== 0) : literal(value)),
  state: ({ value = 0 }, _, names) => names.state(value),
  param: ({ value = 0 }, _, names) => names.param(value),
  accumulator: ({ value = 0 }, _, names) => names.accumulator(value),
  arg: ({ value = 0 }, _, names) => names.arg(value),
  time: (_, __, names) => names.time,
  step: (_, __, names) => names.step,
  seed: ({ value = 0 }, _, names) => names.seed(value),
  cell: ({ value = 0 }, _, names) => names.cell(value),
  replica: (_, __, names) => names.replica,
  select: (_, [condition, yes, no]) => `(${condition}?${yes}:${no})`,
  lookup: ({ value = 0 }, [index], names) =>
    `T${value}[${index}>>>0<${names.tableSizes[value]}?${index}:0]`,
  call: ({ value = 0, type }, [condition, ...args]) =>
    `(${condition}?f${value}(${args.join(',')}):${type === 'bool' ? 'false' : '0'})`,
}

const isDatum = (op: Op): op is DatumOp => op in DATUM

/** Nodes whose text is a name or a literal. */
const isAtom = ({ op, args }: Node) => isDatum(op) && args.length === 0

export function writeGraph(graph: Graph, precision: Precision, names: Names): Written {
  const { nodes, roots } = graph
  const named = namedNodes(graph)
  const table = TABLES[precision]
  const written: Expression[] = []
  const statements: Statement[] = []
  nodes.forEach((node, i) => {
    const args = node.args.map((arg) => written[arg])
    const text = write(
      node,
      args.map((arg) => arg.text),
      table,
      names,
    )
    const uses = [...new Set(args.flatMap((arg) => arg.uses))]
    const size = args.reduce((sum, arg) => sum + arg.size, 1)
    if (isAtom(node)) written.push({ text, uses: [], size: 0 })
    else if (named[i] === 0 && size <= EXPRESSION_SIZE) written.push({ text, uses, size })
    else {
      statements.push({ node: i, text, uses, size })
      written.push({ text: `v${i}`, uses: [i], size: 0 })
    }
  })
  return { statements, roots: roots.map((root) => written[root]) }
}

function write(node: Node, args: string[], table: Record<string, Write>, names: Names): string {
  const { op } = node
  if (isDatum(op)) return DATUM[op](node, args, names)
  return table[op](args[0], args[1])
}

/** 1 for each node that is used more than once, or by an operation that repeats its argument. */
function namedNodes({ nodes, roots }: Graph): Uint8Array {
  const uses = new Uint32Array(nodes.length)
  for (const { op, args } of nodes) {
    for (const arg of args) uses[arg] += WANTS_NAMES.has(op) ? 2 : 1
  }
  for (const root of roots) uses[root] += 1
  return Uint8Array.from(uses, (count) => (count > 1 ? 1 : 0))
}

/** Declarations of all values that have names. */
export const declarations = ({ statements }: Written) =>
  statements.map(({ node, text }) => `const v${node}=${text};`).join('\n')

/** A function of the program as JavaScript, `f<index>(a0,a1...)`. */
export function writeFunction(
  index: number,
  params: readonly Type[],
  graph: Graph,
  precision: Precision,
  names: Names,
): string {
  const inside = { ...names, arg: (i: number) => `a${i}` }
  const written = writeGraph(graph, precision, inside)
  const list = params.map((_, i) => `a${i}`).join(',')
  const body = `${declarations(written)}\nreturn ${written.roots[0].text}`
  return `function f${index}(${list}){let q=0;\n${body}}`
}
