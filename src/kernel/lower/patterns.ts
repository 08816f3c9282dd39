// What stands left of `=` and in parameter lists: names, elements, entries, and patterns of these.

import type { Identifier, MemberExpression, Node, Pattern } from '../syntax/parse.ts'
import { evaluate } from './expressions.ts'
import type { Lowering } from './lowering.ts'
import { SYNTAX, unknownName } from './messages.ts'
import { fault } from './numbers.ts'
import { lengthOf, readElement, readEntry, writeElement, writeEntry } from './references.ts'
import type { Scope } from './scope.ts'
import { literal, type Value } from './values.ts'

/** A place that can be read and written; its parts were evaluated once. */
export interface Place {
  get(): Value
  set(value: Value): void
}

/** Declares the names of a pattern in a scope. */
export function bind(
  low: Lowering,
  pattern: Pattern,
  value: Value,
  scope: Scope,
  constant: boolean,
): void {
  takeApart(low, pattern, value, (target, part) => {
    if (target.type !== 'Identifier') low.fail(target, 'only names can be declared')
    else scope.names.set(target.name, { cell: low.heap.cell(part), constant })
  })
}

/** Assigns to whatever a pattern mentions. */
export function assign(low: Lowering, pattern: Pattern, value: Value, scope: Scope): void {
  takeApart(low, pattern, value, (target, part) => placeOf(low, target, scope).set(part))
}

export function placeOf(low: Lowering, target: Pattern, scope: Scope): Place {
  if (target.type === 'Identifier') return nameOf(low, target, scope)
  if (target.type === 'MemberExpression') return memberOf(low, target, scope)
  return low.fail(target, SYNTAX[target.type] ?? 'this cannot be assigned to')
}

function takeApart(
  low: Lowering,
  pattern: Pattern,
  value: Value,
  leaf: (target: Identifier | MemberExpression, part: Value) => void,
): void {
  switch (pattern.type) {
    case 'Identifier':
    case 'MemberExpression':
      leaf(pattern, value)
      return
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') throw low.fault(property, SYNTAX.RestElement!)
        const name = property.computed ? undefined : keyName(property.key)
        if (name === undefined) throw low.fault(property, 'a computed name: write it out')
        takeApart(low, property.value, readEntry(low, value, name, property), leaf)
      }
      return
    case 'ArrayPattern':
      takeElements(low, pattern, value, leaf)
      return
    default:
      low.fail(pattern, SYNTAX[pattern.type] ?? 'this pattern is not part of the scene language')
  }
}

function takeElements(
  low: Lowering,
  pattern: Extract<Pattern, { type: 'ArrayPattern' }>,
  value: Value,
  leaf: (target: Identifier | MemberExpression, part: Value) => void,
): void {
  const length = lengthOf(low, value, pattern)
  pattern.elements.forEach((element, i) => {
    if (element === null) return
    if (element.type === 'RestElement') low.fail(element, SYNTAX.RestElement!)
    if (i >= length) low.fail(element, `the array has ${length} entries, so no entry ${i}`)
    takeApart(low, element, readElement(low, value, literal(i), element), leaf)
  })
}

function nameOf(low: Lowering, target: Identifier, scope: Scope): Place {
  const { name } = target
  const binding = scope.find(name)
  if (binding === undefined) {
    const known = low.origin.resolve(low, name) !== undefined
    const why = known ? `\`${name}\` is a constant of the scene` : unknownName(name)
    return low.fail(target, why)
  }
  return {
    get: () => binding.cell.value,
    set: (value) => {
      if (binding.constant) low.fail(target, `\`${name}\` is a const: declare it by let`)
      low.heap.write(binding.cell, value)
    },
  }
}

function memberOf(low: Lowering, target: MemberExpression, scope: Scope): Place {
  if (target.object.type === 'Super') return low.fail(target, SYNTAX.Super!)
  const object = evaluate(low, target.object, scope)
  const key = memberKey(low, target, scope)
  if (typeof key === 'string') {
    if (object.kind === 'array') {
      return low.fail(target, `\`.${key}\` of an array cannot be assigned to`)
    }
    return {
      get: () => readEntry(low, object, key, target),
      set: (value) => writeEntry(low, object, key, value, target),
    }
  }
  if (object.kind === 'object') fault(low, object, target, 'an array')
  return {
    get: () => readElement(low, object, key, target),
    set: (value) => writeElement(low, object, key, value, target),
  }
}

/** `.x` and `['x']` are names; what else stands in brackets is an index. */
export function memberKey(low: Lowering, node: MemberExpression, scope: Scope): string | Value {
  const { property } = node
  if (property.type === 'PrivateIdentifier') return low.fail(property, SYNTAX.ClassExpression!)
  if (!node.computed) return (property as Identifier).name
  return keyString(property) ?? evaluate(low, property, scope)
}

/** The name that a key in a literal or a pattern stands for. */
export function keyName(key: Node): string | undefined {
  if (key.type === 'Identifier') return (key as Identifier).name
  return keyString(key)
}

function keyString(key: Node): string | undefined {
  const { type, value } = key as Node & { value?: unknown }
  return type === 'Literal' && typeof value === 'string' ? value : undefined
}
