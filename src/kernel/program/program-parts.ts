// What the graphs of one program share: tables, and functions that are kept as calls. Both get
// their index when a finished graph first uses them: the order of compiling leaves no trace.

import { loadF32 } from '../f32-rule.ts'
import type { GraphBuilder, Renaming } from '../graph/graph.ts'
import { hashText } from '../graph/node-order.ts'
import type { Func, Graph, Precision, Table, Type } from '../ir.ts'

/** A function kept as a call, before it is known whether a finished graph calls it. */
export interface Draft {
  readonly name: string
  readonly params: readonly Type[]
  readonly b: GraphBuilder
  readonly root: number
}

/** The functions that compute the results of one outlined function, one for each number. */
export interface Outlined {
  /** Their numbers here, and the types of their results. */
  readonly results: readonly { readonly index: number; readonly type: Type }[]
  /** Whether the results are the elements of an array. */
  readonly array: boolean
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
  outlined(
    name: string,
    compile: () => { readonly drafts: readonly Draft[]; readonly array: boolean },
  ): Outlined {
    let entry = this.#outlined.get(name)
    if (entry === undefined) {
      const { drafts, array } = compile()
      const results = drafts.map((draft) => {
        const index = this.#number(`function ${draft.name}`)
        this.#drafts.set(index, draft)
        return { index, type: draft.b.node(draft.root).type }
      })
      entry = { results, array }
      this.#outlined.set(name, entry)
    }
    return entry
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
    // A function may call another, which is then appended.
    for (let i = 0; i < this.#usedDrafts.length; i++) {
      const { name, params, b, root } = this.#drafts.get(this.#usedDrafts[i]!)!
      functions.push({ name, params, graph: this.finish(b, [root]) })
    }
    return { functions, tables: this.#usedTables.map((id) => this.#tables.get(id)!) }
  }
}

function order(used: number[], id: number): number {
  const found = used.indexOf(id)
  return found >= 0 ? found : used.push(id) - 1
}
