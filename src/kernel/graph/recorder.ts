// Records what a function does to a graph as a template. The function is executed once, on
// arguments of which nothing is known.

import type { Precision, PureOp, Type } from '../ir.ts'
import { OPS } from '../ir.ts'
import { GraphBuilder } from './graph.ts'
import { CODE, NO_CONSTANT, operandsOf, PURE_OPS, type Template } from './template.ts'

/** A function that asks something of a graph that a template does not know. */
class Unrecordable extends Error {}

interface Entry {
  readonly code: number
  /** Values by their numbers here: arguments, then entries; constants from CONSTANTS on. */
  readonly operands: readonly number[]
}

const CONSTANTS = 1_000_000

export class Recorder extends GraphBuilder {
  readonly #arity: number
  readonly #entries: Entry[] = []
  readonly #known = new Set<string>()
  readonly #constants: { type: Type; value: number }[] = []
  readonly #calls: string[] = []
  /** For each node that the function holds: its value's number. */
  readonly #values = new Map<number, number>()
  /** More than 0 inside of the builder's own calls to itself. */
  #depth = 0
  #guard: number | undefined

  readonly #nameOf: (func: number) => string

  /** `nameOf` gives the name of a function that is kept as a call. */
  constructor(precision: Precision, arity: number, nameOf: (func: number) => string) {
    super(precision)
    this.#arity = arity
    this.#nameOf = nameOf
    for (let i = 0; i < arity; i++) this.#values.set(this.input('arg', i), i)
  }

  override push(op: PureOp, args: readonly number[]): number {
    if (this.#depth > 0) return super.push(op, args)
    const id = this.#within(() => super.push(op, args))
    // `true and x` is x whatever x is.
    const folds = (op === 'and' || op === 'or') && args.some((arg) => this.#isKnown(arg))
    if (!folds || !this.#values.has(id)) this.#record(PURE_OPS.indexOf(op), id, args)
    return id
  }

  override select(condition: number, whenTrue: number, whenFalse: number): number {
    if (this.#depth > 0) return super.select(condition, whenTrue, whenFalse)
    const id = this.#within(() => super.select(condition, whenTrue, whenFalse))
    if (!this.#isKnown(condition)) this.#record(CODE.select, id, [condition, whenTrue, whenFalse])
    return id
  }

  override call(func: number, type: Type, guard: number, args: readonly number[]): number {
    const name = this.#nameOf(func)
    if (args.length !== 1) throw new Unrecordable(name)
    const found = this.#calls.indexOf(name)
    const index = found >= 0 ? found : this.#calls.push(name) - 1
    const id = super.call(func, type, guard, args)
    const operands = [index, this.#value(guard), this.#value(args[0]!)]
    this.#add({ code: CODE.call, operands }, id)
    return id
  }

  /** The condition under which the caller's code runs. */
  override outerGuard(): number {
    if (this.#guard === undefined) {
      this.#guard = this.input('arg', this.#arity, 'bool')
      this.#add({ code: CODE.guard, operands: [] }, this.#guard)
    }
    return this.#guard
  }

  override lookup(): number {
    throw new Unrecordable('a table')
  }

  override node(id: number) {
    if (this.#depth === 0) throw new Unrecordable('the operation of a node')
    return super.node(id)
  }

  override known(id: number): number | undefined {
    if (this.#depth > 0) return super.known(id)
    const known = this.#within(() => super.known(id))
    if (known === undefined) this.#check(id)
    return known
  }

  override constantOf(id: number): number | undefined {
    if (this.#depth > 0) return super.constantOf(id)
    if (!this.#isKnown(id)) this.#check(id)
    return this.#within(() => super.constantOf(id))
  }

  #isKnown(id: number): boolean {
    return this.#within(() => super.known(id)) !== undefined
  }

  #within<T>(ask: () => T): T {
    this.#depth++
    try {
      return ask()
    } finally {
      this.#depth--
    }
  }

  #check(id: number): void {
    const constant = this.#within(() => super.constantOf(id)) ?? NO_CONSTANT
    this.#add({ code: CODE.check, operands: [this.#value(id), constant] })
  }

  #record(code: number, id: number, args: readonly number[]): void {
    if (this.#isKnown(id)) return
    this.#add({ code, operands: args.map((arg) => this.#value(arg)) }, id)
  }

  #add(entry: Entry, id?: number): void {
    const key = `${entry.code} ${entry.operands.join(' ')}`
    if (this.#known.has(key)) return
    this.#known.add(key)
    const value = this.#arity + this.#entries.push(entry) - 1
    if (id !== undefined && !this.#values.has(id)) this.#values.set(id, value)
  }

  #value(id: number): number {
    const known = this.#values.get(id)
    if (known !== undefined) return known
    const { op, type, value } = this.#within(() => super.node(id))
    if (op !== 'const') throw new Unrecordable(op)
    const number = CONSTANTS + this.#constants.push({ type, value: value! }) - 1
    this.#values.set(id, number)
    return number
  }

  /** The template of a function with these results. */
  template(results: readonly number[], array: boolean): Template {
    const ends = results.map((id) => this.#value(id))
    const needed = this.#needed(ends)
    const first = this.#arity + this.#constants.length
    const numbers = new Map<number, number>()
    for (let i = 0; i < this.#arity; i++) numbers.set(i, i)
    for (let i = 0; i < this.#constants.length; i++) numbers.set(CONSTANTS + i, this.#arity + i)
    const code: number[] = []
    let count = 0
    this.#entries.forEach((entry, i) => {
      if (!needed[i]) return
      const [x, ...others] = entry.operands
      code.push(entry.code)
      const renamed = (operand: number) => numbers.get(operand)!
      if (entry.code === CODE.check) code.push(renamed(x!), ...others)
      else if (entry.code === CODE.call) code.push(x!, ...others.map(renamed))
      else code.push(...entry.operands.map(renamed))
      if (entry.code !== CODE.check) numbers.set(this.#arity + i, first + count++)
    })
    return {
      ...{ arity: this.#arity, constants: this.#constants, calls: this.#calls, code, array },
      results: ends.map((end) => numbers.get(end)!),
    }
  }

  /**
   * Which entries stay: those that a result needs, and all that has to do with conditions, for the
   * builder remembers the opposites of those.
   */
  #needed(ends: readonly number[]): boolean[] {
    const needed = this.#entries.map(({ code }) => {
      const op = PURE_OPS[code]
      return op === undefined ? code !== CODE.call : OPS[op].result === 'bool'
    })
    const need = (value: number) => {
      if (value >= this.#arity && value < CONSTANTS) needed[value - this.#arity] = true
    }
    ends.forEach(need)
    for (let i = needed.length - 1; i >= 0; i--) {
      const { code, operands } = this.#entries[i]!
      if (!needed[i] || operandsOf(code) === 0) continue
      if (code === CODE.check) need(operands[0]!)
      else operands.slice(code === CODE.call ? 1 : 0).forEach(need)
    }
    return needed
  }
}

/** What `record` gives, or undefined where a function cannot be a template. */
export function recorded<T>(record: () => T): T | undefined {
  try {
    return record()
  } catch (error) {
    if (error instanceof Unrecordable) return undefined
    throw error
  }
}
