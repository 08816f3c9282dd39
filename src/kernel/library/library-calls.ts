// Calls of library functions: the intrinsics are operations, the long rare functions become calls
// under their condition, all others are replayed or executed in place.

import type { Precision } from '../ir.ts'
import { invoke } from '../lower/calls.ts'
import { Lowering } from '../lower/lowering.ts'
import { int32, toFloat } from '../lower/numbers.ts'
import {
  type Closure,
  float,
  type Native,
  native,
  type Origin,
  type Value,
} from '../lower/values.ts'
import { type Draft, type Outlined, ProgramParts } from '../program/program-parts.ts'
import { SourceError } from '../source.ts'
import { type Node, parseFunction } from '../syntax/parse.ts'
import { INTRINSICS } from './intrinsics.ts'
import { FUNCTIONS, LIBRARY, libraryName, OUTLINED } from './library.ts'
import { recordedDraft } from './recorded.ts'
import { type Execution, replayed } from './templates.ts'

/** A function of the library as a value. */
export function libraryFunction(name: string): Native {
  return native(name, (low, args, at) => {
    const intrinsic = Object.hasOwn(INTRINSICS, name) ? INTRINSICS[name] : undefined
    if (intrinsic !== undefined) return intrinsic(low, args, at)
    const compute = () =>
      low.origin.library ? inPlace(low, name, args, at) : fromScene(low, name, args, at)
    return low.traced === undefined ? compute() : low.traced.call(low, name, args, at, compute)
  })
}

function inPlace(low: Lowering, name: string, args: readonly Value[], at: Node): Value {
  if (OUTLINED.has(name)) return outlined(low, name, args, at)
  // What is traced shows the calls inside of it.
  const known = low.traced === undefined ? replayed(low, name, args, EXECUTION) : undefined
  return known ?? invoke(low, source(name), args, at)
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
    const label = `library function ${name}`
    const origin: Origin = { text, shift, label, library: true, resolve }
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

/** A call under the condition at hand; the function takes floats and gives a number. */
function outlined(low: Lowering, name: string, args: readonly Value[], at: Node): Value {
  const { b } = low
  const { index, type } = keptAsCall(low, name)
  const guard = low.heap.guard()
  const operands = args.map((arg) => toFloat(low, arg, at))
  const node = b.call(index, type, guard, operands)
  if (type === 'float') return float(node)
  return type === 'int' ? int32(b, node) : { kind: 'bool', node }
}

const drafts = new Map<string, Draft>()

/** Compiled once for all programs of a precision. */
function keptAsCall({ parts, b }: Lowering, name: string): Outlined {
  return parts.outlined(name, () => {
    const key = `${b.precision} ${name}`
    let draft = drafts.get(key)
    if (draft === undefined) {
      const known = b.precision === 'f64' ? recordedDraft(name) : undefined
      draft = known ?? compileDraft(name, b.precision)
      drafts.set(key, draft)
    }
    return draft
  })
}

/** Executes the text of a function that is kept as a call. */
export function compileDraft(name: string, precision: Precision): Draft {
  const closure = source(name)
  const parts = new ProgramParts(precision)
  const low = new Lowering(parts, closure.origin)
  const args = closure.node.params.map((_, i) => float(low.b.input('arg', i)))
  const result = invoke(low, closure, args, closure.node)
  const root = result.kind === 'bool' ? result.node : toFloat(low, result, closure.node)
  const params = args.map(() => 'float' as const)
  return parts.draft(name, params, low.b.finish([root]))
}

export const EXECUTION: Execution = {
  outlined: keptAsCall,
  execute: (name, make, arity) => {
    const closure = source(name)
    const b = make((func) => parts.nameOf(func))
    const parts = new ProgramParts(b.precision)
    const low = new Lowering(parts, closure.origin, b)
    const args = Array.from({ length: arity }, (_, i) => float(b.input('arg', i)))
    return { low, value: invoke(low, closure, args, closure.node), at: closure.node }
  },
}
