// A program as instructions of the machine: stretches of four words each, with what they read.

import { type Graph, type Node, OPS, type Program, type PureOp } from '../ir.ts'
import type { KernelOptions } from '../kernel.ts'
import { holdValues, inOrder } from './registers.ts'
import { inGroups } from './schedule.ts'
import { placeTables, wordsOfValue } from './words.ts'

/** Operations whose functions are long. The machine does runs of one in a loop of its own. */
export const LONG = ['add', 'mul', 'div', 'rem', 'sqrt'] as const satisfies PureOp[]
export type LongOperation = (typeof LONG)[number]

/**
 * What the machine does beside the graph's operations. `unless` jumps where its first argument is
 * 0, `call` leaves in its register where to go on, and `return` goes on there. Their targets, and
 * the first word of a table, are the third argument itself.
 */
const OTHERS = ['move', 'select', 'lookup', 'lookupWide', 'unless', 'call', 'return'] as const
export type Operation = PureOp | (typeof OTHERS)[number]
const OPERATIONS = new Set<Operation>([...LONG, ...(Object.keys(OPS) as PureOp[]), ...OTHERS])
const NUMBERS = new Map([...OPERATIONS].map((operation, i) => [operation, i]))

/**
 * How an instruction says which operation it is: in its first 8 bits; the others are its register.
 * The long ones have the first numbers. There is no `sub`: it is `add` with a third argument of 1.
 */
export const numberOf = (operation: Operation): number => NUMBERS.get(operation) as number

/** An argument with this bit is a constant, else a register. */
export const CONSTANT = 0x80000000

/** Registers that the shader itself fills and reads, each the first of its kind. */
export interface Registers {
  readonly state: number
  readonly accumulators: number
  readonly params: number
  readonly time: number
  readonly step: number
  readonly cell: number
  readonly replica: number
  /** Whether to stop. */
  readonly answer: number
  /** Takes what is not wanted. */
  readonly nowhere: number
  readonly count: number
}

/** From the first instruction up to, but without, the last. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

export interface Instructions {
  readonly registers: Registers
  readonly next: Stretch
  readonly observe: Stretch
  /** Follows `observe`. */
  readonly stop: Stretch
  readonly used: ReadonlySet<Operation>
  /** Instructions, constants and tables; each begins at a multiple of four words. */
  readonly words: Uint32Array<ArrayBuffer>
  /** The first fourth of the constants; each has one. */
  readonly constants: number
  /** The first word of the tables. */
  readonly tables: number
}

/** An operation's loop in the machine: the number of a long one, or that of all others. */
const groupOf = ({ op }: Node) => {
  const index = LONG.indexOf((op === 'sub' ? 'add' : op) as LongOperation)
  return index < 0 ? LONG.length : index
}

interface Frame {
  /** The result, where to go on, and the arguments. */
  readonly base: number
  readonly end: number
  readonly start: number
}

export function writeInstructions(
  program: Program,
  words: 1 | 2,
  options: KernelOptions,
): Instructions {
  return new Assembler(program, words, options).assemble()
}

class Assembler {
  readonly #program: Program
  readonly #words: 1 | 2
  readonly #seed: readonly number[]
  readonly #registers: Registers
  readonly #code: number[] = []
  readonly #used = new Set<Operation>()
  readonly #constants = new Map<string, number>()
  readonly #pool: number[] = []
  readonly #frames: Frame[] = []
  readonly #tables: readonly number[]
  readonly #tableWords: readonly number[]
  #count: number

  constructor(program: Program, words: 1 | 2, { seed }: KernelOptions) {
    this.#program = program
    this.#words = words
    this.#seed = seed
    this.#registers = fixedRegisters(program)
    this.#count = this.#registers.count
    const { starts, words: tableWords } = placeTables(program.tables, words)
    this.#tables = starts
    this.#tableWords = tableWords
  }

  assemble(): Instructions {
    const { functions, next, observe, stop } = this.#program
    const { state, accumulators, answer } = this.#registers
    functions.forEach((_, i) => {
      this.#frame(i)
    })
    // The functions' registers lie below all others: what calls them must not share them.
    const first = this.#count
    const stretch = (graph: Graph | undefined, target: number): Stretch => {
      const from = this.#at
      if (graph) this.#count = Math.max(this.#count, this.#graph(graph, first, target))
      return { from, to: this.#at }
    }
    const stretches = {
      next: stretch(next, state),
      observe: stretch(observe, accumulators),
      stop: stretch(stop, answer),
    }
    const constants = this.#at
    const tables = this.#code.length + this.#pool.length
    const all = [...this.#code, ...this.#pool, ...this.#tableWords]
    const padded = new Uint32Array(4 * Math.ceil(all.length / 4))
    padded.set(all)
    const registers = { ...this.#registers, count: this.#count }
    return { registers, ...stretches, used: this.#used, words: padded, constants, tables }
  }

  get #at(): number {
    return this.#code.length / 4
  }

  #emit(operation: Operation, to: number, a = 0, b = 0, c = 0): void {
    this.#used.add(operation)
    this.#code.push((to << 8) | numberOf(operation), a, b, c)
  }

  #constant(value: number, type: Node['type']): number {
    const held = wordsOfValue(value, type, this.#words)
    const key = held.join()
    let index = this.#constants.get(key)
    if (index === undefined) {
      index = this.#constants.size
      this.#constants.set(key, index)
      this.#pool.push(held[0], held[1] ?? 0, 0, 0)
    }
    return (CONSTANT | index) >>> 0
  }

  /**
   * The graph's instructions; its roots end in the registers from `target` on. Returns the first
   * register behind those it takes, of which `first` is the first.
   */
  #graph(given: Graph, first: number, target: number, args = 0): number {
    const graph = inGroups(given, groupOf)
    const { at, end } = holdValues(graph, first, (node) => this.#input(node, args))
    graph.nodes.forEach((node, i) => {
      const operands = node.args.map((arg) => at[arg])
      if (this.#input(node, args) === undefined) this.#node(node, at[i], operands)
    })
    const moves = graph.roots.map((root, i) => ({ to: target + i, from: at[root] }))
    const ordered = inOrder(moves, end)
    for (const { to, from } of ordered.list) this.#emit('move', to, from)
    return ordered.end
  }

  /** The operand of a node that needs no instruction. */
  #input({ op, type, value = 0 }: Node, args: number): number | undefined {
    const { state, accumulators, params, time, step, cell, replica } = this.#registers
    switch (op) {
      case 'const':
        return this.#constant(value, type)
      case 'seed':
        return this.#constant(this.#seed[value], 'int')
      case 'state':
        return state + value
      case 'accumulator':
        return accumulators + value
      case 'param':
        return params + value
      case 'arg':
        return args + value
      case 'time':
        return time
      case 'step':
        return step
      case 'cell':
        return cell + value
      case 'replica':
        return replica
      default:
        return undefined
    }
  }

  #node({ op, value = 0 }: Node, to: number, args: readonly number[]): void {
    if (op === 'call') this.#call(value, to, args)
    else if (op === 'lookup') {
      const { type, values } = this.#program.tables[value]
      const length = this.#constant(values.length, 'int')
      const isWide = type === 'float' && this.#words === 2
      this.#emit(isWide ? 'lookupWide' : 'lookup', to, args[0], length, this.#tables[value])
    } else if (op === 'sub') this.#emit('add', to, args[0], args[1], 1)
    else this.#emit(op as Operation, to, ...args)
  }

  #call(index: number, to: number, [condition, ...args]: readonly number[]): void {
    const { base, start } = this.#frame(index)
    this.#emit('move', to, this.#constant(0, 'int'))
    const jump = this.#code.length
    this.#emit('unless', this.#registers.nowhere, condition)
    args.forEach((arg, i) => {
      this.#emit('move', base + 2 + i, arg)
    })
    this.#emit('call', base + 1, 0, 0, start)
    this.#emit('move', to, base)
    this.#code[jump + 3] = this.#at
  }

  /** Functions never call themselves; each has its registers behind those of all that it calls. */
  #frame(index: number): Frame {
    const known = this.#frames[index]
    if (known) return known
    const { graph, params } = this.#program.functions[index]
    const called = graph.nodes.filter(({ op }) => op === 'call')
    const ends = called.map(({ value = 0 }) => this.#frame(value).end)
    const base = Math.max(this.#registers.count, ...ends)
    const start = this.#at
    const args = base + 2
    const end = this.#graph(graph, args + params.length, base, args)
    this.#emit('return', this.#registers.nowhere, base + 1)
    this.#count = Math.max(this.#count, end)
    this.#frames[index] = { base, end, start }
    return this.#frames[index]
  }
}

function fixedRegisters({ state, accumulators, params }: Program): Registers {
  let count = 0
  const take = (registers: number) => {
    const first = count
    count += registers
    return first
  }
  return {
    state: take(state.length),
    accumulators: take(accumulators.length),
    params: take(params.length),
    time: take(1),
    step: take(1),
    cell: take(2),
    replica: take(1),
    answer: take(1),
    nowhere: take(1),
    count,
  }
}
