// Calls of library functions: the intrinsics are operations, the long rare functions become calls
// under their condition, all others are executed in place.

import { floatBits, floatFromBits, fromWords, highWord, lowWord } from '../../math/bits.ts'
import type { PureOp } from '../ir.ts'
import { invoke } from '../lower/calls.ts'
import { Lowering } from '../lower/lowering.ts'
import { int32, numberOf, toFloat, toInt32 } from '../lower/numbers.ts'
import { elementsOf, newArray } from '../lower/references.ts'
import {
  type Closure,
  float,
  literal,
  type Native,
  native,
  type Origin,
  type Value,
} from '../lower/values.ts'
import type { Draft } from '../program/program-parts.ts'
import { SourceError } from '../source.ts'
import { type Node, parseFunction } from '../syntax/parse.ts'
import { FUNCTIONS, LIBRARY, libraryName, OUTLINED } from './library.ts'

/** A function of the library as a value. */
export function libraryFunction(name: string): Native {
  return native(name, (low, args, at) => {
    const intrinsic = Object.hasOwn(INTRINSICS, name) ? INTRINSICS[name] : undefined
    if (intrinsic !== undefined) return intrinsic(low, args, at)
    return low.origin.library ? inPlace(low, name, args, at) : fromScene(low, name, args, at)
  })
}

function inPlace(low: Lowering, name: string, args: readonly Value[], at: Node): Value {
  return OUTLINED.has(name) ? outlined(low, name, args, at) : invoke(low, source(name), args, at)
}

/** A fault inside the library is a fault of the call: no one can mend the library's text. */
function fromScene(low: Lowering, name: string, args: readonly Value[], at: Node): Value {
  const caller = low.origin
  const given = args.map((arg) => runtime(low, arg))
  try {
    return inPlace(low, name, given, at)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    low.origin = caller
    const reason = error.message.slice(error.message.indexOf(': ') + 2)
    const portable = low.b.precision === 'f32' && LIBRARY[name]?.f64 === name
    const mend = portable ? `; write Math.${name}, which is binary32 here` : ''
    return low.fail(at, `\`${name}\`: ${reason}${mend}`)
  }
}

/**
 * In f32 the library's functions take literals as numbers of the run: their own source, which
 * rounds where it must, then follows the rule for tiny numbers like everything else.
 */
function runtime(low: Lowering, arg: Value): Value {
  return low.b.precision === 'f32' && arg.kind === 'literal'
    ? float(low.b.constant(arg.value))
    : arg
}

const sources = new Map<string, Closure>()

function source(name: string): Closure {
  let closure = sources.get(name)
  if (closure === undefined) {
    const { text, shift, node } = parseFunction(FUNCTIONS.get(name)!)
    const origin: Origin = {
      text,
      shift,
      label: `library function ${name}`,
      library: true,
      resolve,
    }
    closure = { kind: 'closure', name, node, origin, scope: undefined }
    sources.set(name, closure)
  }
  return closure
}

/** Inside the library names mean functions of the library alone. */
function resolve(_low: Lowering, name: string): Value | undefined {
  const known = libraryName(name)
  return known === undefined ? undefined : libraryFunction(known)
}

/** A call under the condition at hand; the function takes floats. */
function outlined(low: Lowering, name: string, args: readonly Value[], at: Node): Value {
  const { b, parts } = low
  const { results, array } = parts.outlined(name, () => compile(low, name, args.length))
  const guard = low.heap.guard()
  const operands = args.map((arg) => toFloat(low, arg, at))
  const values = results.map(({ index, type }): Value => {
    const node = b.call(index, type, guard, operands)
    if (type === 'float') return float(node)
    return type === 'int' ? int32(b, node) : { kind: 'bool', node }
  })
  return array ? newArray(low, values) : values[0]!
}

function compile(caller: Lowering, name: string, arity: number) {
  const closure = source(name)
  const low = new Lowering(caller.b.precision, caller.parts, closure.origin)
  const { b } = low
  const args = Array.from({ length: arity }, (_, i) => float(b.input('arg', i)))
  const result = invoke(low, closure, args, closure.node)
  const array = result.kind === 'array' || result.kind === 'choice'
  const values = array ? elementsOf(low, result, closure.node) : [result]
  const drafts = values.map((value, i): Draft => {
    const label = array ? `${name}[${i}]` : name
    const params = args.map(() => 'float' as const)
    return { name: label, params, b, root: nodeOf(low, value, closure.node) }
  })
  return { drafts, array }
}

/** The node of a value in its own type. */
function nodeOf(low: Lowering, value: Value, at: Node): number {
  if (value.kind === 'bool') return value.node
  return value.kind === 'int' ? value.node : toFloat(low, value, at)
}

const INTRINSICS: Readonly<Record<string, Native['call']>> = {
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
