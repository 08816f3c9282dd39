// Executes expressions symbolically: a table over the syntax of expressions.

import { mathFunction } from '../library/math-functions.ts'
import type {
  AssignmentExpression,
  BinaryExpression,
  Expression,
  FunctionNode,
  Node,
  ObjectExpression,
  UnaryExpression,
  UpdateExpression,
} from '../syntax/parse.ts'
import { arithmetic, comparison, complement, integer, negate } from './arithmetic.ts'
import { call, invoke } from './calls.ts'
import { conditionOf, logical } from './conditions.ts'
import type { Lowering } from './lowering.ts'
import { mergeValues } from './merge.ts'
import { GLOBALS, OPERATORS, SYNTAX } from './messages.ts'
import { readMember, readName } from './names.ts'
import { numberOf, toBool } from './numbers.ts'
import { assign, keyName, placeOf } from './patterns.ts'
import { newArray, newObject } from './references.ts'
import type { Scope } from './scope.ts'
import { bool, type Closure, literal, type Value } from './values.ts'

type Lower<Kind extends Expression['type']> = (
  low: Lowering,
  node: Extract<Expression, { type: Kind }>,
  scope: Scope,
) => Value

const LOWER: { readonly [Kind in Expression['type']]?: Lower<Kind> } = {
  Literal: (low, node) => {
    if (typeof node.value === 'number') return literal(node.value)
    if (typeof node.value === 'boolean') return bool(low.b.bool(node.value))
    return low.fail(node, literalMessage(node))
  },
  Identifier: readName,
  MemberExpression: readMember,
  CallExpression: call,
  UnaryExpression: unary,
  BinaryExpression: binary,
  LogicalExpression: logical,
  ConditionalExpression: (low, node, scope) => {
    const condition = conditionOf(low, node.test, scope)
    return either(
      low,
      condition,
      () => evaluate(low, node.consequent, scope),
      () => evaluate(low, node.alternate, scope),
    )
  },
  AssignmentExpression: assignment,
  UpdateExpression: update,
  SequenceExpression: (low, node, scope) => {
    let last: Value | undefined
    for (const expression of node.expressions) last = evaluate(low, expression, scope)
    return last!
  },
  ArrayExpression: (low, node, scope) => {
    const values = node.elements.map((element) => {
      if (element === null) return low.fail(node, 'an array literal with a hole: write 0 there')
      if (element.type === 'SpreadElement') return low.fail(element, SYNTAX.SpreadElement!)
      return evaluate(low, element, scope)
    })
    return newArray(low, values)
  },
  ObjectExpression: objectLiteral,
  ArrowFunctionExpression: closure,
  FunctionExpression: closure,
  ParenthesizedExpression: (low, node, scope) => evaluate(low, node.expression, scope),
}

export function evaluate(low: Lowering, node: Expression, scope: Scope): Value {
  const lower = LOWER[node.type] as Lower<Expression['type']> | undefined
  if (lower !== undefined) return lower(low, node, scope)
  const callee = node.type === 'NewExpression' ? node.callee : undefined
  if (callee?.type === 'Identifier' && Object.hasOwn(GLOBALS, callee.name)) {
    return low.fail(node, GLOBALS[callee.name]!)
  }
  return low.fail(node, SYNTAX[node.type] ?? `${node.type} is not part of the scene language`)
}

/** The value of whichever side a condition takes; both run where it is not known. */
export function either(
  low: Lowering,
  condition: number,
  whenTrue: () => Value,
  whenFalse: () => Value,
): Value {
  const known = low.b.known(condition)
  if (known !== undefined) return known === 1 ? whenTrue() : whenFalse()
  const [one, other] = low.heap.branch(condition, whenTrue, whenFalse)
  return mergeValues(low.b, condition, one, other)
}

export function closure(low: Lowering, node: FunctionNode, scope: Scope): Closure {
  if (node.async || node.generator) {
    const what = node.async ? 'an async function' : 'a generator'
    low.fail(node, `${what}: a scene computes one step at once; write a plain function`)
  }
  const name = node.id?.name ?? '(unnamed)'
  return { kind: 'closure', name, node, origin: low.origin, scope }
}

function literalMessage(node: Node): string {
  const { regex, bigint, value } = node as { regex?: unknown; bigint?: unknown; value?: unknown }
  if (regex !== undefined) return 'a regular expression: a scene computes with numbers'
  if (bigint !== undefined) return 'a BigInt: write a plain number, or 32-bit integers by `| 0`'
  return value === null ? '`null`: give a number' : SYNTAX.TemplateLiteral!
}

function unary(low: Lowering, node: UnaryExpression, scope: Scope): Value {
  const refused = OPERATORS[node.operator]
  if (refused !== undefined) return low.fail(node, refused)
  if (node.operator === '!') return bool(conditionOf(low, node, scope))
  const value = evaluate(low, node.argument, scope)
  switch (node.operator) {
    case '-':
      return negate(low, value, node)
    case '+':
      return numberOf(low, value, node)
    default:
      return complement(low, value, node)
  }
}

/** A long sum leans to the left: it is taken apart without recursion. */
function binary(low: Lowering, node: BinaryExpression, scope: Scope): Value {
  const spine = [node]
  let first = node.left
  while (first.type === 'BinaryExpression') {
    spine.push(first)
    first = first.left
  }
  if (first.type === 'PrivateIdentifier') return low.fail(node, SYNTAX.ClassExpression!)
  let value = evaluate(low, first, scope)
  for (const part of spine.reverse()) {
    const refused = OPERATORS[part.operator]
    if (refused !== undefined) return low.fail(part, refused)
    value = operate(low, part.operator, value, evaluate(low, part.right, scope), part)
  }
  return value
}

function operate(low: Lowering, operator: string, x: Value, y: Value, at: Node): Value {
  if (operator === '**') return invoke(low, mathFunction(low, 'pow', at), [x, y], at)
  return (
    arithmetic(low, operator, x, y, at) ??
    integer(low, operator, x, y, at) ??
    comparison(low, operator, x, y, at) ??
    low.fail(at, `\`${operator}\` is not part of the scene language`)
  )
}

function assignment(low: Lowering, node: AssignmentExpression, scope: Scope): Value {
  const refused = OPERATORS[node.operator]
  if (refused !== undefined) return low.fail(node, refused)
  const { left } = node
  if (node.operator === '=' && (left.type === 'ArrayPattern' || left.type === 'ObjectPattern')) {
    const value = evaluate(low, node.right, scope)
    assign(low, left, value, scope)
    return value
  }
  const place = placeOf(low, left, scope)
  const right = () => evaluate(low, node.right, scope)
  let value: Value
  if (node.operator === '=') value = right()
  else if (node.operator === '&&=' || node.operator === '||=') {
    const old = place.get()
    const condition = toBool(low, old, left)
    value =
      node.operator === '&&='
        ? either(low, condition, right, () => old)
        : either(low, condition, () => old, right)
  } else {
    const old = place.get()
    value = operate(low, node.operator.slice(0, -1), old, right(), node)
  }
  place.set(value)
  return value
}

function update(low: Lowering, node: UpdateExpression, scope: Scope): Value {
  const place = placeOf(low, node.argument as never, scope)
  const old = numberOf(low, place.get(), node)
  const operator = node.operator === '++' ? '+' : '-'
  const value = operate(low, operator, old, literal(1), node)
  place.set(value)
  return node.prefix ? value : old
}

function objectLiteral(low: Lowering, node: ObjectExpression, scope: Scope): Value {
  const entries = new Map<string, Value>()
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') return low.fail(property, SYNTAX.SpreadElement!)
    const name = property.computed ? undefined : keyName(property.key)
    if (name === undefined || property.kind !== 'init') {
      return low.fail(property, 'an entry of an object has a plain name and a value')
    }
    entries.set(name, evaluate(low, property.value, scope))
  }
  return newObject(low, entries)
}
