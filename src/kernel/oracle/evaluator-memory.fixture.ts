// The values and the memory of the tree-walking evaluator.

import { parseExpressionAt } from 'acorn'
import { type Arithmetic, type Bool, bool, type Num } from './evaluator-numbers.fixture.ts'

export type Val = Num | Bool | Arr | Obj | Fn | Native | { readonly k: 'missing' }
export interface Arr {
  readonly k: 'arr'
  readonly cells: Cell[]
}
export interface Obj {
  readonly k: 'obj'
  readonly entries: Map<string, Cell>
}
export interface Fn {
  readonly k: 'fn'
  // biome-ignore lint/suspicious/noExplicitAny: the syntax tree is walked by name.
  readonly node: any
  readonly scope: Scope
}
export interface Native {
  readonly k: 'native'
  readonly call: (args: Val[]) => Val
}
export interface Cell {
  val: Val
}
export type Scope = { readonly names: Map<string, Cell>; readonly parent: Scope | undefined }

export const MISSING: Val = { k: 'missing' }
export const TRUE = bool(true, true)
export const FALSE = bool(false, true)

export const array = (values: readonly Val[]): Arr => ({
  k: 'arr',
  cells: values.map((val) => ({ val })),
})
export const object = (entries: Iterable<readonly [string, Val]>): Obj => ({
  k: 'obj',
  entries: new Map([...entries].map(([name, val]) => [name, { val }])),
})

/** A function from its text: a function, an arrow or a method. */
export function functionOf(text: string): Fn {
  const plain = /^(async\s+)?(function\b|\(|[\w$]+\s*=>)/.test(text)
  // biome-ignore lint/suspicious/noExplicitAny: the syntax tree is walked by name.
  let node: any = parseExpressionAt(plain ? `(${text})` : `({${text}})`, 0, { ecmaVersion: 2022 })
  if (node.type === 'ObjectExpression') node = node.properties[0].value
  return { k: 'fn', node, scope: { names: new Map(), parent: undefined } }
}

/** Parses a text that comes again only once. */
export function functionsByText(): (text: string) => Fn {
  const known = new Map<string, Fn>()
  return (text) => {
    const fn = known.get(text) ?? functionOf(text)
    known.set(text, fn)
    return fn
  }
}

/** Cells can be written on both sides of a condition; afterwards each holds either. */
export class Memory {
  readonly #n: Arithmetic
  readonly #journal: Map<Cell, Val>[] = []

  constructor(n: Arithmetic) {
    this.#n = n
  }

  write(cell: Cell, val: Val): void {
    const top = this.#journal.at(-1)
    if (top && !top.has(cell)) top.set(cell, cell.val)
    cell.val = val
  }

  /** Runs both sides of a condition of the run and merges what they write. */
  branch<T>(condition: Bool, yes: () => T, no: () => T): [T, T] {
    const side = (run: () => T): [T, Map<Cell, Val>] => {
      const before = new Map<Cell, Val>()
      this.#journal.push(before)
      const result = run()
      this.#journal.pop()
      const after = new Map<Cell, Val>()
      for (const [cell, old] of before) {
        after.set(cell, cell.val)
        cell.val = old
      }
      return [result, after]
    }
    const [one, first] = side(yes)
    const [other, second] = side(no)
    for (const cell of new Set([...first.keys(), ...second.keys()])) {
      const [x, y] = [first.get(cell) ?? cell.val, second.get(cell) ?? cell.val]
      this.write(cell, this.merge(condition, x, y))
    }
    return [one, other]
  }

  either(condition: Bool, yes: () => Val, no: () => Val): Val {
    if (condition.known) return condition.v ? yes() : no()
    const [one, other] = this.branch(condition, yes, no)
    return this.merge(condition, one, other)
  }

  merge(condition: Bool, x: Val, y: Val): Val {
    if (x === y) return x
    if (condition.known) return condition.v ? x : y
    // What has no value on one path is not asked for there.
    if (x.k === 'missing') return y
    if (y.k === 'missing') return x
    if (x.k === 'bool' && y.k === 'bool') return bool(condition.v ? x.v : y.v)
    const numbers = [x, y].every(({ k }) => k === 'lit' || k === 'flt' || k === 'int')
    if (numbers) return this.#n.merge(condition.v, x as Num, y as Num)
    return condition.v ? x : y
  }
}
