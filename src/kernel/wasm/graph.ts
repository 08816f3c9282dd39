// A graph as WebAssembly on vectors: values used once stay on the stack, the others get a local
// variable for as long as they are needed.

import type { Graph, Node, Precision, Program, Table } from '../ir.ts'
import { Code, I32, V128 } from './code.ts'
import type { Func } from './module.ts'
import { constant, HOST, perMember, SHIFTS, TABLES } from './ops.ts'

/** Puts an input (state, time and so on) on the stack. */
export type Input = (node: Node) => void

export interface Writer {
  readonly precision: Precision
  /** Tables with the addresses where their entries lie, floats as f64 and ints as i32. */
  readonly tables: readonly (Table & { readonly address: number })[]
}

/** Past this many nodes a value gets a name, so that deep graphs do not exhaust any stack. */
const EXPRESSION_SIZE = 24

/** Inputs and constants are repeated rather than named. */
const isAtom = ({ args }: Node) => args.length === 0

/** Leaves the values of the roots on the stack, in order. */
export function writeGraph(c: Code, { nodes, roots }: Graph, writer: Writer, input: Input): void {
  const uses = countUses({ nodes, roots })
  const sizes = new Uint32Array(nodes.length)
  const locals = new Int32Array(nodes.length).fill(-1)
  const write = (i: number): void => {
    const local = locals[i]
    if (local < 0) {
      evaluate(i)
      return
    }
    c.get(local)
    uses[i] -= 1
    if (uses[i] === 0) c.release(local)
  }
  const evaluate = (i: number): void => writeNode(c, nodes, i, writer, input, write)
  for (const [i, node] of nodes.entries()) {
    if (isAtom(node) || uses[i] === 0) continue
    sizes[i] = node.args.reduce((sum, arg) => sum + (locals[arg] < 0 ? sizes[arg] : 0), 1)
    if (uses[i] === 1 && sizes[i] <= EXPRESSION_SIZE) continue
    evaluate(i)
    locals[i] = c.pop(V128)
  }
  for (const root of roots) write(root)
}

function countUses({ nodes, roots }: Graph): Uint32Array {
  const uses = new Uint32Array(nodes.length)
  for (const { args } of nodes) for (const arg of args) uses[arg] += 1
  for (const root of roots) uses[root] += 1
  return uses
}

function writeNode(
  c: Code,
  nodes: readonly Node[],
  index: number,
  writer: Writer,
  input: Input,
  write: (i: number) => void,
): void {
  const { op, type, args, value = 0 } = nodes[index]
  const { precision } = writer
  if (op === 'const') constant(c, precision, type, value)
  else if (op === 'select') {
    for (const i of [args[1], args[2], args[0]]) write(i)
    c.op('v128.bitselect')
  } else if (op === 'lookup') {
    write(args[0])
    lookup(c, writer, value)
  } else if (op === 'call') {
    call(c, args, value, write)
  } else if (op in TABLES[precision]) {
    const shift = SHIFTS[op as keyof typeof SHIFTS]
    const count = nodes[args[1]]
    if (shift && count.op === 'const') {
      write(args[0])
      c.i32(count.value ?? 0)
      c.op(shift)
    } else {
      for (const arg of args) write(arg)
      TABLES[precision][op as keyof typeof TABLES.f64](c)
    }
  } else input(nodes[index])
}

/** An index outside gives entry 0. */
function lookup(c: Code, { precision, tables }: Writer, index: number): void {
  const { type, values, address } = tables[index]
  const at = c.local(I32)
  perMember(precision, ['int'], type, (code) => {
    code.tee(at)
    code.i32(0)
    code.get(at)
    code.i32(values.length)
    code.op('i32.lt_u', 'select')
    code.i32(type === 'float' ? 8 : 4)
    code.op('i32.mul')
    code.memory(type === 'float' ? 'f64.load' : 'i32.load', address)
  })(c)
  c.release(at)
}

/** Calls a function where the condition holds for any member; the others get 0. */
function call(c: Code, args: readonly number[], index: number, write: (i: number) => void): void {
  write(args[0])
  const guard = c.pop(V128)
  for (const arg of args.slice(1)) write(arg)
  const values = args.slice(1).map(() => c.pop(V128))
  c.get(guard)
  c.op('v128.any_true')
  c.open('if', V128)
  c.get(...values.reverse())
  c.call(HOST.length + index)
  c.get(guard)
  c.op('v128.and', 'else')
  c.i32x4(0)
  c.op('end')
  for (const local of [guard, ...values]) c.release(local)
}

/** The functions that a program keeps apart, on vectors as well. */
export function writeFunctions({ functions }: Program, writer: Writer): Func[] {
  return functions.map(({ params, graph }) => {
    const code = new Code(params.map(() => V128))
    writeGraph(code, graph, writer, ({ value = 0 }) => code.get(value))
    return { code, result: V128 }
  })
}
