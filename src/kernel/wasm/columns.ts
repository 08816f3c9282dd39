// Where the columns of a block lie in memory, and how vectors of members come from there and go
// back.

import type { Node, Program, Type } from '../ir.ts'
import { type Code, V128 } from './code.ts'
import { LEFT } from './groups.ts'
import {
  highWords,
  LOW_HALVES,
  laneCount,
  lowWords,
  pack,
  settle,
  spread,
  UPPER_HALF,
} from './ops.ts'

/**
 * Columns in the order in which they lie, each as long as the block's stride: of f64, or of pairs
 * of words, one for each member; `replica` and `steps` use half of theirs.
 */
export interface Places {
  readonly state: number
  readonly params: number
  readonly accumulators: number
  readonly outputs: number
  readonly hash: number
  readonly cell: number
  readonly time: number
  readonly replica: number
  readonly steps: number
  /** Number of columns. */
  readonly count: number
}

export function placesOf({ state, params, accumulators, finish }: Program): Places {
  const outputs = state.length + params.length + accumulators.length
  const hash = outputs + finish.roots.length
  return {
    ...{
      state: 0,
      params: state.length,
      accumulators: state.length + params.length,
      outputs,
      hash,
    },
    ...{ cell: hash + 1, time: hash + 2, replica: hash + 3, steps: hash + 4, count: hash + 5 },
  }
}

/** Bytes of one register's members in a column of eight bytes a member. */
const EVEN_WORDS = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27]
const ODD_WORDS = [4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31]

/** The parameters that a function over columns takes first, as the numbers of its locals. */
export const ENTRY = { eight: 0, four: 1, stride: 2 } as const

/** Whose twins a register holds: all but their state is the reference's. */
export interface Beside {
  readonly reference: Register
  /** The parameter with the address of the twins. */
  readonly eight: number
}

/** Reads and writes the members of one register. */
export class Register {
  readonly #c: Code
  readonly #program: Program
  readonly #places: Places
  readonly #index: number
  readonly #beside: Beside | undefined
  readonly #known = new Map<string, number>()

  constructor(c: Code, program: Program, places: Places, index: number, beside?: Beside) {
    this.#c = c
    this.#program = program
    this.#places = places
    this.#index = index
    this.#beside = beside
  }

  /** Variables of the state and of the accumulators, which must have been loaded. */
  variable(kind: 'state' | 'accumulator', i: number): number {
    return this.#known.get(`${kind} ${i}`)!
  }

  /** Loads all columns that these graphs ask for, and the state and accumulators if wanted. */
  load(nodes: readonly Node[]): void {
    for (const node of nodes) {
      const { op, value = 0, type } = node
      const key = `${op} ${value}`
      if (this.#beside && op !== 'state') continue
      if (this.#known.has(key) || !this.#loads(op, value, type)) continue
      if (op !== 'state' && op !== 'accumulator') passThroughMemory(this.#c)
      this.#known.set(key, this.#c.pop(V128))
    }
  }

  /** Puts an input on the stack that has been loaded; false if it is none. */
  push(node: Node): boolean {
    const { op, value = 0 } = node
    if (this.#beside && op !== 'state') return this.#beside.reference.push(node)
    const local = this.#known.get(`${op} ${value}`)
    if (local !== undefined) this.#c.get(local)
    return local !== undefined
  }

  #loads(op: string, value: number, type: Type): boolean {
    const { state, params, accumulators, cell, replica } = this.#places
    if (op === 'state') this.loadNumber(state + value, type)
    else if (op === 'param') this.loadNumber(params + value, type)
    else if (op === 'accumulator') this.loadNumber(accumulators + value, type)
    else if (op === 'cell') this.#loadCell(cell, value)
    else if (op === 'replica') this.loadWord(replica)
    else return false
    return true
  }

  get #wide(): boolean {
    return laneCount(this.#program.precision) === 4
  }

  /** Puts the address of a column on the stack; returns the offset of the register in it. */
  #eight(column: number): number {
    address(this.#c, this.#beside?.eight ?? ENTRY.eight, column)
    return this.#index * (this.#wide ? 32 : 16)
  }

  /** Loads a column of f64 numbers as floats or ints. */
  loadNumber(column: number, type: Type): void {
    const c = this.#c
    const narrow = type === 'int' ? 'i32x4.trunc_sat_f64x2_s_zero' : 'f32x4.demote_f64x2_zero'
    const offset = this.#eight(column)
    c.memory('v128.load', offset)
    if (this.#wide) {
      c.op(narrow)
      this.#eight(column)
      c.memory('v128.load', offset + 16)
      c.op(narrow)
      c.shuffle(LOW_HALVES)
    } else if (type === 'int') {
      c.op(narrow)
      spread(c)
    }
  }

  /** The time column, as the precision has it. */
  loadTime(): void {
    this.loadNumber(this.#places.time, 'float')
    if (this.#wide) settle(this.#c)
  }

  /** Loads a column of four bytes a member. */
  loadWord(column: number): void {
    const c = this.#c
    address(c, ENTRY.four, column)
    if (this.#wide) c.memory('v128.load', this.#index * 16)
    else {
      c.memory('v128.load64_zero', this.#index * 8)
      spread(c)
    }
  }

  #loadCell(column: number, word: number): void {
    const c = this.#c
    const offset = this.#eight(column)
    c.memory('v128.load', offset)
    if (!this.#wide) {
      if (word === 0) lowWords(c)
      else highWords(c)
      return
    }
    this.#eight(column)
    c.memory('v128.load', offset + 16)
    c.shuffle(word === 0 ? EVEN_WORDS : ODD_WORDS)
  }

  /** Stores the vector in a variable into a column of f64 numbers. */
  storeNumber(column: number, type: Type, vector: number): void {
    const c = this.#c
    const widen = type === 'int' ? 'f64x2.convert_low_i32x4_s' : 'f64x2.promote_low_f32x4'
    const offset = this.#eight(column)
    c.get(vector)
    if (this.#wide) {
      c.op(widen)
      c.memory('v128.store', offset)
      this.#eight(column)
      c.get(vector)
      c.rearrange(UPPER_HALF)
      c.op(widen)
      c.memory('v128.store', offset + 16)
      return
    }
    if (type === 'int') {
      pack(c)
      c.op(widen)
    }
    c.memory('v128.store', offset)
  }
}

/** What was made of a load is made anew in every turn of a loop that uses it; a load is not. */
function passThroughMemory(c: Code): void {
  const vector = c.pop(V128)
  c.i32(0)
  c.get(vector)
  c.memory('v128.store', LEFT.stops)
  c.release(vector)
  c.i32(0)
  c.memory('v128.load', LEFT.stops)
}

function address(c: Code, start: number, column: number): void {
  c.get(start)
  if (column === 0) return
  c.get(ENTRY.stride)
  c.i32(column)
  c.op('i32.mul', 'i32.add')
}

/** Puts the address of a column of eight bytes a member on the stack. */
export const addressOf = (c: Code, column: number) => address(c, ENTRY.eight, column)
