// What the graphs of one program share: tables, and functions that are kept as calls. Both get
// their index when a finished graph first uses them: the order of compiling leaves no trace.

import { loadF32 } from '../f32-rule.ts'
import type { GraphBuilder, Renaming } from '../graph/graph.ts'
import { hashText } from '../graph/node-order.ts'
import type { Func, Graph, Precision, Table, Type } from '../ir.ts'

/** A function kept as a call, whether a finished graph calls it or not; any program may have it. */
export interface Draft {
  readonly name: string
  readonly params: readonly Type[]
  /** It names tables by numbers of its own, and calls nothing. */
  readonly graph: Graph
  readonly tables: ReadonlyMap<number, Table>
}

/** A function kept as a call, as its program knows it. */
export interface Outlined {
  readonly index: number
  readonly type: Type
}

export class ProgramParts {
  readonly precision: Precision
  readonly #tables = new Map<number, Table>()
  readonly #drafts = new Map<number, Draft>()
  readonly #keys = new Map<number, string>()
  readonly #outlined = new Map<string, Outlined>()
  readonly #usedTables: number[] = []
  readonly #usedDrafts: number[] = []
  readonly #renaming: Renaming = {
    lookup: (table) => order(this.#usedTables, table),
    call: (draft) => order(this.#usedDrafts, draft),
  }

  constructor(precision: Precision) {
    this.precision = precision
  }

  /** The number, here, of a table with these values. */
  table(type: Table['type'], values: readonly number[]): number {
    const rounds = type === 'float' && this.precision === 'f32'
    const rounded = rounds ? values.map(loadF32) : values
    const text = rounded.map((x) => (Object.is(x, -0) ? '-0' : x)).join(' ')
    const id = this.#number(`${type} ${text}`)
    this.#tables.set(id, { type, values: rounded })
    return id
  }

  /** Compiles a function that is kept as a call when it is first met. */
  outlined(name: string, compile: () => Draft): Outlined {
    let entry = this.#outlined.get(name)
    if (entry === undefined) {
      const draft = compile()
      const index = this.#number(`function ${name}`)
      this.#drafts.set(index, draft)
      const { nodes, roots } = draft.graph
      entry = { index, type: nodes[roots[0]!]!.type }
      this.#outlined.set(name, entry)
    }
    return entry
  }

  /** The name of a function that is kept as a call. */
  nameOf(index: number): string {
    return this.#drafts.get(index)!.name
  }

  /** A function of its own, made of a graph of these parts. */
  draft(name: string, params: readonly Type[], graph: Graph): Draft {
    if (graph.nodes.some(({ op }) => op === 'call')) throw new Error(`\`${name}\` calls another`)
    return { name, params, graph, tables: this.#tables }
  }

  /** A number that depends on the key alone, unless the program has two keys of one hash. */
  #number(key: string): number {
    let id = hashText(key)
    while (this.#keys.has(id) && this.#keys.get(id) !== key) id = (id + 1) | 0
    this.#keys.set(id, key)
    return id
  }

  /** A graph that names tables and functions by the program's indices. */
  finish(b: GraphBuilder, roots: readonly number[]): Graph {
    return b.finish(roots, this.#renaming)
  }

  /** Ends the program: the functions and tables that finished graphs use. */
  close(): { readonly functions: Func[]; readonly tables: Table[] } {
    const functions: Func[] = []
    for (const index of this.#usedDrafts) {
      const { name, params, graph, tables } = this.#drafts.get(index)!
      const places = new Map<number, number>()
      const nodes = graph.nodes.map((node) => {
        if (node.op !== 'lookup') return node
        let value = places.get(node.value!)
        if (value === undefined) {
          const { type, values } = tables.get(node.value!)!
          value = order(this.#usedTables, this.table(type, values))
          places.set(node.value!, value)
        }
        return { ...node, value }
      })
      functions.push({ name, params, graph: { nodes, roots: graph.roots } })
    }
    return { functions, tables: this.#usedTables.map((id) => this.#tables.get(id)!) }
  }
}

function order(used: number[], id: number): number {
  const found = used.indexOf(id)
  return found >= 0 ? found : used.push(id) - 1
}
