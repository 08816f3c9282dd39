// What an expression means while a function is executed symbolically: numbers that may be known
// only at run time, and references, functions and literals that are known now.

import type { FunctionNode, Node } from '../syntax/parse.ts'
import type { Lowering } from './lowering.ts'
import type { Scope } from './scope.ts'

/** A number of the source text; exact in binary64 until it meets a number of the run. */
export interface Literal {
  readonly kind: 'literal'
  readonly value: number
}

export interface Float {
  readonly kind: 'float'
  readonly node: number
}

export interface Bool {
  readonly kind: 'bool'
  readonly node: number
}

/**
 * An integer from `low` to `high` (within +-2^53). `node` is its value modulo 2^32. `float` is what
 * it is where it meets a float: JavaScript's result, so -0 for `-i` where i is 0.
 */
export class Int {
  readonly kind = 'int'
  readonly node: number
  readonly low: number
  readonly high: number
  readonly #view: () => number
  #float: number | undefined

  constructor(node: number, low: number, high: number, view: () => number) {
    this.node = node
    this.low = low
    this.high = high
    this.#view = view
  }

  /** The float node, made when first asked for. */
  get float(): number {
    this.#float ??= this.#view()
    return this.#float
  }
}

/** A storage location. `birth` counts cells, so that a branch knows which are older than itself. */
export interface Cell {
  value: Value
  readonly birth: number
}

export interface ArrayValue {
  readonly kind: 'array'
  readonly cells: Cell[]
  /** Holds a literal; cells past it are leftovers. */
  readonly length: Cell
  /** The name under which `use` gives it; such an array is a constant. */
  readonly constant?: string
}

export interface ObjectValue {
  readonly kind: 'object'
  readonly entries: Map<string, Cell>
}

/** One of two references, by a condition known at run time. */
export interface Choice {
  readonly kind: 'choice'
  readonly condition: number
  readonly whenTrue: Reference
  readonly whenFalse: Reference
}

export type Reference = ArrayValue | ObjectValue | Choice

/** Where code stands: the text for error messages, and what its free names mean. */
export interface Origin {
  readonly text: string
  readonly shift: number
  /** As in "scene `lorenz`, rates". */
  readonly label: string
  /** Whether this is a function of src/math. */
  readonly library: boolean
  resolve(low: Lowering, name: string): Value | undefined
  /** What to add to the message that a name is unknown. */
  readonly hint?: (name: string) => string
}

export interface Closure {
  readonly kind: 'closure'
  readonly name: string
  readonly node: FunctionNode
  readonly origin: Origin
  readonly scope: Scope | undefined
}

/** A function that the compiler itself carries out. */
export interface Native {
  readonly kind: 'native'
  readonly name: string
  readonly call: (low: Lowering, args: readonly Value[], at: Node) => Value
}

/** No value; `why` is what to say when one is wanted. */
export interface Missing {
  readonly kind: 'missing'
  readonly why: string
}

export type Value = Literal | Float | Bool | Int | Reference | Closure | Native | Missing

export const literal = (value: number): Literal => ({ kind: 'literal', value })
export const float = (node: number): Float => ({ kind: 'float', node })
export const bool = (node: number): Bool => ({ kind: 'bool', node })
export const missing = (why: string): Missing => ({ kind: 'missing', why })
export const native = (name: string, call: Native['call']): Native => ({
  kind: 'native',
  name,
  call,
})

/** What a value is called in an error message. */
export function describe(value: Value): string {
  switch (value.kind) {
    case 'array':
      return 'an array'
    case 'object':
      return 'an object'
    case 'choice':
      return describe(value.whenTrue)
    case 'closure':
    case 'native':
      return `the function \`${value.name}\``
    case 'bool':
      return 'a boolean'
    case 'missing':
      return 'nothing'
    default:
      return 'a number'
  }
}
