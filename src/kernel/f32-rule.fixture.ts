// Whether the f32 rule for tiny numbers and -0 does anything at all in a run: where it does not,
// an f32 program computes what plain binary32 does, so what the seeds' own code gave.

import { OPS, type Op, type Program, type PureOp } from './ir.ts'
import { SCALAR } from './scalar.ts'

/**
 * For a map of parameters alone: says whether a load, a product, a quotient, a negation or a value
 * made from bits is below 2^-100, or any value -0. It computes plain binary32, each node of the
 * graph, also what a branch does not choose; so it says so rather too often.
 */
export function meetsRuleOf({ next: { nodes } }: Program): (params: readonly number[]) => boolean {
  const values = new Float64Array(nodes.length)
  return (params) => {
    for (const [i, { op, args, value = 0 }] of nodes.entries()) {
      const [a, b, c] = args
      if (op === 'const') values[i] = value
      else if (op === 'param') values[i] = Math.fround(params[value])
      else if (op === 'select') values[i] = values[a] === 1 ? values[b] : values[c]
      else values[i] = plain(op as PureOp, values[a], values[b])
      if (changes(op, values[i])) return true
    }
    return false
  }
}

function plain(op: PureOp, a: number, b: number): number {
  const result = SCALAR.f64[op](a, b)
  return OPS[op].result === 'float' ? Math.fround(result) : result
}

const SETTLED: ReadonlySet<Op> = new Set(['param', 'mul', 'div', 'neg', 'floatFromBits'])

function changes(op: Op, x: number): boolean {
  return Object.is(x, -0) || (SETTLED.has(op) && x !== 0 && Math.abs(x) < 2 ** -100)
}
