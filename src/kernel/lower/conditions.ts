// Conditions: expressions of which only the truth is wanted. There `!!x && y` and `x && y` are the
// same, and a minifier writes the shorter one.

import type { Expression, LogicalExpression } from '../syntax/parse.ts'
import { evaluate } from './expressions.ts'
import type { Lowering } from './lowering.ts'
import { mergeValues } from './merge.ts'
import { OPERATORS } from './messages.ts'
import { toBool } from './numbers.ts'
import type { Scope } from './scope.ts'
import type { Value } from './values.ts'

/** The truth of an expression, as a node; its value need not be a single type. */
export function conditionOf(low: Lowering, node: Expression, scope: Scope): number {
  const { b } = low
  switch (node.type) {
    case 'LogicalExpression': {
      refuse(low, node)
      const left = conditionOf(low, node.left, scope)
      const right = () => conditionOf(low, node.right, scope)
      return node.operator === '&&'
        ? eitherNode(low, left, right, () => b.bool(false))
        : eitherNode(low, left, () => b.bool(true), right)
    }
    case 'ConditionalExpression':
      return eitherNode(
        low,
        conditionOf(low, node.test, scope),
        () => conditionOf(low, node.consequent, scope),
        () => conditionOf(low, node.alternate, scope),
      )
    case 'UnaryExpression':
      if (node.operator !== '!') break
      return b.push('not', [conditionOf(low, node.argument, scope)])
    case 'SequenceExpression': {
      for (const expression of node.expressions.slice(0, -1)) evaluate(low, expression, scope)
      return conditionOf(low, node.expressions.at(-1)!, scope)
    }
    default:
  }
  return toBool(low, evaluate(low, node, scope), node)
}

/** The value of `a && b` or `a || b`. */
export function logical(low: Lowering, node: LogicalExpression, scope: Scope): Value {
  return judged(low, node, scope).value
}

/** An expression that was evaluated once: its value, and its truth for whoever asks. */
interface Judged {
  readonly value: Value
  readonly truth: () => number
}

function judged(low: Lowering, node: Expression, scope: Scope): Judged {
  if (node.type !== 'LogicalExpression') {
    const value = evaluate(low, node, scope)
    return { value, truth: () => toBool(low, value, node) }
  }
  refuse(low, node)
  const { b } = low
  const and = node.operator === '&&'
  const left = judged(low, node.left, scope)
  const condition = left.truth()
  const right = () => judged(low, node.right, scope)
  const known = b.known(condition)
  if (known !== undefined) return (known === 1) === and ? right() : left
  const [one, other] = low.heap.branch(
    condition,
    () => (and ? right() : left),
    () => (and ? left : right()),
  )
  return {
    value: mergeValues(b, condition, one.value, other.value),
    truth: () => b.push(and ? 'and' : 'or', [condition, (and ? one : other).truth()]),
  }
}

/** As `either`, for a bool node. */
function eitherNode(
  low: Lowering,
  condition: number,
  whenTrue: () => number,
  whenFalse: () => number,
): number {
  const known = low.b.known(condition)
  if (known !== undefined) return known === 1 ? whenTrue() : whenFalse()
  const [one, other] = low.heap.branch(condition, whenTrue, whenFalse)
  return low.b.select(condition, one, other)
}

function refuse(low: Lowering, node: LogicalExpression): void {
  if (node.operator === '??') low.fail(node, OPERATORS['??']!)
}
