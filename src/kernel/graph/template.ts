// What a function did to a graph, kept as the calls that it made of the builder. Replaying them on
// other arguments gives the very graph that executing its text would give, in a fraction of the
// time: nothing is parsed, no variable is looked up.

import type { PureOp, Type } from '../ir.ts'
import { OPS } from '../ir.ts'
import type { GraphBuilder } from './graph.ts'

export interface Template {
  readonly arity: number
  /** Constants of the text. */
  readonly constants: readonly { readonly type: Type; readonly value: number }[]
  /** Names of functions kept as calls. */
  readonly calls: readonly string[]
  /**
   * Entries one after another: a code, then its operands. An operand is the number of a value: the
   * arguments come first, then the constants, then what the entries gave.
   */
  readonly code: readonly number[]
  readonly results: readonly number[]
  /** Whether the function returns an array. */
  readonly array: boolean
}

export const PURE_OPS = Object.keys(OPS) as PureOp[]

/** Codes of entries that are no pure operation; those are numbered as OPS lists them. */
export const CODE = {
  /** condition, then, else */
  select: PURE_OPS.length,
  /** The condition under which the caller's code runs. */
  guard: PURE_OPS.length + 1,
  /** index in `calls`, guard, argument */
  call: PURE_OPS.length + 2,
  /** value, then what the text learned of it: it is 0, it is 1, or it is no constant (EXPECT) */
  check: PURE_OPS.length + 3,
} as const

/** What a check expects where a value is no constant. */
export const NO_CONSTANT = 2

const OPERANDS = [...PURE_OPS.map((op) => OPS[op].args.length as number), 3, 0, 3, 2]

/** How many operands follow a code. */
export const operandsOf = (code: number): number => OPERANDS[code]!

/** What a template asks of its surroundings. */
export interface Surroundings {
  guard(): number
  /** The index and type of a function that is kept as a call. */
  outlined(name: string): { readonly index: number; readonly type: Type }
}

/**
 * The result nodes, or undefined where the text would take another way for these arguments. What
 * was made until then is dead.
 */
export function replay(
  { constants, calls, code, results }: Template,
  b: GraphBuilder,
  args: readonly number[],
  around: Surroundings,
): number[] | undefined {
  const values = args.slice()
  for (const { type, value } of constants) {
    if (type === 'float') values.push(b.constant(value))
    else values.push(type === 'int' ? b.int(value) : b.bool(value === 1))
  }
  for (let at = 0; at < code.length; ) {
    const entry = code[at]!
    const x = code[at + 1]!
    const y = code[at + 2]!
    const count = OPERANDS[entry]!
    at += 1 + count
    if (entry < CODE.select) {
      const operands = count === 1 ? [values[x]!] : [values[x]!, values[y]!]
      values.push(b.push(PURE_OPS[entry]!, operands))
    } else if (entry === CODE.select) {
      values.push(b.select(values[x]!, values[y]!, values[code[at - 1]!]!))
    } else if (entry === CODE.check) {
      if ((b.constantOf(values[x]!) ?? NO_CONSTANT) !== y) return undefined
    } else if (entry === CODE.guard) values.push(around.guard())
    else {
      const { index, type } = around.outlined(calls[x]!)
      values.push(b.call(index, type, values[y]!, [values[code[at - 1]!]!]))
    }
  }
  return results.map((result) => values[result]!)
}
