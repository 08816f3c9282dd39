// A graph as WebAssembly on vectors: values used once stay on the stack, the others get a local
// variable for as long as they are needed.

import type { Graph, Node, Precision, Program, Table } from '../ir.ts'
import { Code, I32, V128 } from './code.ts'
import type { Func } from './module.ts'
import { constant, FIRST_FUNCTION, hostRemainder, perMember, SHIFTS, TABLES } from './ops.ts'
import { remainderFunction } from './remainder.ts'

/** Puts an input (state, time and so on) on the stack. */
export type Input = (node: Node) => void

export interface Writer {
  readonly precision: Precision
  /** Tables with the addresses where their entries lie, floats as f64 and ints as i32. */
  readonly tables: readonly (Table & { readonly address: number })[]
}

/** Past this many nodes a value gets a name, so that deep graphs do not exhaust any stack. */
const EXPRESSION_SIZE = 24

/** `flip` negates its second argument where the first, a mask, is as `value` says (0: clear). */
type Flip = Omit<Node, 'op'> & { readonly op: 'flip' }
type Step = Node | Flip

/** Inputs and constants are repeated rather than named. */
const isAtom = ({ args }: Step) => args.length === 0

/** Leaves the values of the roots on the stack, in order. */
export function writeGraph(c: Code, graph: Graph, writer: Writer, input: Input): void {
  for (const _ of writeParts(c, graph, writer, input, new Set())) {
    // Without a cut there is nothing to do between parts.
  }
}

/**
 * As writeGraph, but stops after each node of `cuts` and tells the variables of what is needed
 * further on. The variables may be read until the next part is written.
 */
export function* writeParts(
  c: Code,
  graph: Graph,
  writer: Writer,
  input: Input,
  cuts: ReadonlySet<number>,
): Generator<readonly number[], void> {
  const { roots } = graph
  const { nodes, uses: counted } = preparedFor(graph, writer.precision)
  const uses = counted.slice()
  const sizes = new Uint32Array(nodes.length)
  const locals = new Int32Array(nodes.length).fill(-1)
  const write = (i: number): void => {
    const local = locals[i]
    if (!isAtom(nodes[i])) uses[i] -= 1
    if (local < 0) {
      writeNode(c, nodes, i, writer, input, write)
      return
    }
    c.get(local)
    if (uses[i] === 0) c.release(local)
  }
  const name = (i: number): void => {
    writeNode(c, nodes, i, writer, input, write)
    locals[i] = c.pop(V128)
  }
  for (let i = 0; i < nodes.length; i++) {
    const { args } = nodes[i]
    if (args.length > 0 && uses[i] > 0) {
      let size = 1
      for (let k = 0; k < args.length; k++) if (locals[args[k]] < 0) size += sizes[args[k]]
      sizes[i] = size
      if (uses[i] > 1 || sizes[i] > EXPRESSION_SIZE) name(i)
    }
    if (!cuts.has(i)) continue
    const needed: number[] = []
    for (let k = i; k >= 0; k--) {
      if (isAtom(nodes[k]) || uses[k] === 0) continue
      if (locals[k] < 0) name(k)
      needed.push(locals[k])
    }
    yield needed
  }
  for (const root of roots) write(root)
}

interface Prepared {
  readonly nodes: readonly Step[]
  readonly uses: Uint32Array
}

/** A graph is written several times: for each register, in each function. */
const prepared: Readonly<Record<Precision, WeakMap<Graph, Prepared>>> = {
  f64: new WeakMap(),
  f32: new WeakMap(),
}

function preparedFor(graph: Graph, precision: Precision): Prepared {
  let known = prepared[precision].get(graph)
  if (known === undefined) {
    const nodes = precision === 'f64' ? inBinary64(graph) : graph.nodes
    known = { nodes, uses: countUses(nodes, graph.roots) }
    prepared[precision].set(graph, known)
  }
  return known
}

/**
 * What takes less in binary64: choosing between a number and its negative is an exclusive or with
 * the sign, and twice a number is a sum, which needs no constant.
 */
function inBinary64({ nodes }: Graph): Step[] {
  const negates = (i: number, x: number) => nodes[i].op === 'neg' && nodes[i].args[0] === x
  const isTwo = (i: number) => nodes[i].op === 'const' && nodes[i].value === 2
  return nodes.map((node) => {
    const [first, second, third] = node.args
    if (node.op === 'mul') {
      if (isTwo(first)) return { ...node, op: 'add', args: [second, second] }
      if (isTwo(second)) return { ...node, op: 'add', args: [first, first] }
    }
    if (node.op === 'select') {
      if (negates(second, third)) return flip(first, third, 1)
      if (negates(third, second)) return flip(first, second, 0)
    }
    return node
  })
}

const flip = (mask: number, x: number, value: number): Flip => ({
  ...{ op: 'flip', type: 'float', args: [mask, x], value },
})

/** How often a value is needed by others that are. */
function countUses(nodes: readonly Step[], roots: readonly number[]): Uint32Array {
  const uses = new Uint32Array(nodes.length)
  for (const root of roots) uses[root] += 1
  for (let i = nodes.length - 1; i >= 0; i--) {
    const { args } = nodes[i]
    if (uses[i] > 0) for (let k = 0; k < args.length; k++) uses[args[k]] += 1
  }
  return uses
}

function writeNode(
  c: Code,
  nodes: readonly Step[],
  index: number,
  writer: Writer,
  input: Input,
  write: (i: number) => void,
): void {
  const node = nodes[index]
  const { op, type, args, value = 0 } = node
  const { precision } = writer
  if (op === 'const') constant(c, precision, type, value)
  else if (op === 'flip') {
    c.f64x2(-0)
    write(args[0])
    c.op(value === 1 ? 'v128.and' : 'v128.andnot')
    write(args[1])
    c.op('v128.xor')
  } else if (op === 'select') {
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
  } else input(node as Node)
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
  c.call(FIRST_FUNCTION + index)
  c.get(guard)
  c.op('v128.and', 'else')
  c.i32x4(0)
  c.op('end')
  for (const local of [guard, ...values]) c.release(local)
}

/** `%`, and the functions that a program keeps apart, on vectors as well. */
export function writeFunctions({ functions }: Program, writer: Writer): Func[] {
  const own = functions.map(({ params, graph }): Func => {
    const code = new Code(params.map(() => V128))
    writeGraph(code, graph, writer, ({ value = 0 }) => code.get(value))
    return { code, result: V128 }
  })
  return [remainderFunction(hostRemainder), ...own]
}
