// The functions of src/math/bits.ts, which are operations.

import { floatBits, floatFromBits, fromWords, highWord, lowWord } from '../../math/bits.ts'
import type { PureOp } from '../ir.ts'
import type { Lowering } from '../lower/lowering.ts'
import { int32, numberOf, toFloat, toInt32 } from '../lower/numbers.ts'
import { float, literal, type Native, type Value } from '../lower/values.ts'
import type { Node } from '../syntax/parse.ts'

export const INTRINSICS: Readonly<Record<string, Native['call']>> = {
  highWord: (low, args, at) => ofFloat(low, 'highWord', highWord, args, at),
  lowWord: (low, args, at) => ofFloat(low, 'lowWord', lowWord, args, at),
  floatBits: (low, args, at) => ofFloat(low, 'floatBits', floatBits, args, at),
  fromWords: (low, args, at) => fromInts(low, 'fromWords', fromWords, args, at),
  floatFromBits: (low, args, at) => fromInts(low, 'floatFromBits', floatFromBits, args, at),
}

function ofFloat(
  low: Lowering,
  op: PureOp,
  fold: (x: number) => number,
  args: readonly Value[],
  at: Node,
): Value {
  refuseWords(low, op, at)
  const [x] = args
  if (x === undefined) return low.fail(at, `${op} takes a number`)
  // The bits of NaN are left to the fold of the graph, which knows the one pattern.
  if (x.kind === 'literal' && x.value === x.value) return literal(fold(x.value))
  return int32(low.b, low.b.push(op, [toFloat(low, x, at)]))
}

function fromInts(
  low: Lowering,
  op: PureOp,
  fold: (a: number, b: number) => number,
  args: readonly Value[],
  at: Node,
): Value {
  refuseWords(low, op, at)
  const numbers = args.map((arg) => numberOf(low, arg, at))
  const known = numbers.flatMap((number) => (number.kind === 'literal' ? [number.value] : []))
  if (known.length === numbers.length) return literal(fold(known[0]!, known[1]!))
  return float(
    low.b.push(
      op,
      numbers.map((number) => toInt32(low, number, at)),
    ),
  )
}

function refuseWords(low: Lowering, op: PureOp, at: Node): void {
  if (low.b.precision === 'f32' && op !== 'floatBits' && op !== 'floatFromBits') {
    low.fail(at, `${op} takes a binary64, which an f32 program has not`)
  }
}
