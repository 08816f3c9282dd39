// What a name or a member means: a variable, something of `use` or the library, Math, an import.

import { mathFunction } from '../library/math-functions.ts'
import { MODULE } from '../syntax/free-names.ts'
import type { Identifier, MemberExpression } from '../syntax/parse.ts'
import { evaluate } from './expressions.ts'
import type { Lowering } from './lowering.ts'
import { GLOBALS, MEMBERS, methodMessage, SYNTAX, unknownName } from './messages.ts'
import { fault } from './numbers.ts'
import { memberKey } from './patterns.ts'
import { readElement, readEntry, slice } from './references.ts'
import type { Scope } from './scope.ts'
import { literal, native, type Value } from './values.ts'

const CONSTANTS: Readonly<Record<string, ReadonlySet<string>>> = {
  Math: new Set(['PI', 'E', 'LN2', 'LN10', 'LOG2E', 'LOG10E', 'SQRT2', 'SQRT1_2']),
  Number: new Set([
    ...['EPSILON', 'MAX_VALUE', 'MIN_VALUE', 'MAX_SAFE_INTEGER', 'MIN_SAFE_INTEGER'],
    ...['POSITIVE_INFINITY', 'NEGATIVE_INFINITY', 'NaN'],
  ]),
}

export function readName(low: Lowering, node: Identifier, scope: Scope): Value {
  const { name } = node
  const found = scope.find(name)
  if (found !== undefined) {
    const { value } = found.cell
    return value.kind === 'missing' ? low.fail(node, value.why) : value
  }
  const resolved = low.origin.resolve(low, name)
  if (resolved !== undefined) return resolved
  if (name === 'Infinity') return literal(Number.POSITIVE_INFINITY)
  if (name === 'NaN') return literal(Number.NaN)
  if (name === 'Math') return low.fail(node, '`Math` alone: name the function')
  if (Object.hasOwn(GLOBALS, name)) return low.fail(node, GLOBALS[name]!)
  return low.fail(node, unknownName(name) + (low.origin.hint?.(name) ?? ''))
}

export function readMember(low: Lowering, node: MemberExpression, scope: Scope): Value {
  const { object } = node
  if (object.type === 'Super') return low.fail(node, SYNTAX.Super!)
  if (object.type === 'Identifier' && scope.find(object.name) === undefined) {
    const free = freeMember(low, node, object.name, scope)
    if (free !== undefined) return free
  }
  const value = evaluate(low, object, scope)
  const key = memberKey(low, node, scope)
  if (typeof key !== 'string') {
    if (value.kind === 'object') return fault(low, value, node, 'an array')
    return readElement(low, value, key, node)
  }
  if (key !== 'length' && value.kind === 'array') {
    if (key !== 'slice') return low.fail(node, methodMessage(key))
    return native('slice', (context, args, at) => slice(context, value, args, at))
  }
  return readEntry(low, value, key, node)
}

/** A member of something that the text does not declare: Math, Number, an imported module. */
function freeMember(
  low: Lowering,
  node: MemberExpression,
  object: string,
  scope: Scope,
): Value | undefined {
  const key = memberKey(low, node, scope)
  if (typeof key !== 'string') return undefined
  const full = `${object}.${key}`
  if (Object.hasOwn(CONSTANTS, object) && CONSTANTS[object]!.has(key)) {
    return literal(Reflect.get(object === 'Math' ? Math : Number, key))
  }
  if (Object.hasOwn(MEMBERS, full)) return low.fail(node, MEMBERS[full]!)
  if (object === 'Math') return mathFunction(low, key, node)
  if (!MODULE.test(object)) return undefined
  return low.origin.resolve(low, key) ?? low.fail(node, unknownName(key))
}
