// Calls: the arguments are evaluated, then the function's own text is executed in their place.

import type { CallExpression, Expression, Node } from '../syntax/parse.ts'
import { evaluate } from './expressions.ts'
import type { Lowering } from './lowering.ts'
import { SYNTAX } from './messages.ts'
import { fault } from './numbers.ts'
import { bind } from './patterns.ts'
import { Scope } from './scope.ts'
import { runBody } from './statements.ts'
import { type Closure, missing, type Value } from './values.ts'

export function call(low: Lowering, node: CallExpression, scope: Scope): Value {
  if (node.callee.type === 'Super') return low.fail(node, SYNTAX.Super!)
  const named = keptName(node, scope)
  if (named !== undefined) return evaluate(low, named, scope)
  const callee = evaluate(low, node.callee, scope)
  const args = node.arguments.map((argument) => {
    if (argument.type === 'SpreadElement') return low.fail(argument, SYNTAX.SpreadElement!)
    return evaluate(low, argument, scope)
  })
  return invoke(low, callee, args, node)
}

export function invoke(low: Lowering, callee: Value, args: readonly Value[], at: Node): Value {
  if (callee.kind === 'native') return callee.call(low, args, at)
  if (callee.kind !== 'closure') return fault(low, callee, at, 'a function')
  if (low.stack.includes(callee.node)) {
    low.fail(at, `\`${callee.name}\` calls itself: write a \`for\` loop with a fixed bound`)
  }
  return execute(low, callee, args)
}

/** Executes a function's text in a scope of its own. */
function execute(low: Lowering, callee: Closure, args: readonly Value[]): Value {
  const caller = low.origin
  const { node } = callee
  low.origin = callee.origin
  low.stack.push(node)
  const scope = new Scope(callee.scope)
  node.params.forEach((pattern, i) => {
    const given = args[i] ?? missing(`\`${callee.name}\` is called without this argument`)
    bind(low, pattern, given, scope, false)
  })
  const value =
    node.body.type === 'BlockStatement'
      ? runBody(low, node.body, scope, callee.name)
      : evaluate(low, node.body, scope)
  low.stack.pop()
  low.origin = caller
  return value
}

/** `__name(f, "f")`, by which some compilers keep the names of inner functions, is `f`. */
function keptName(node: CallExpression, scope: Scope): Expression | undefined {
  const { callee, arguments: args } = node
  if (callee.type !== 'Identifier' || args.length !== 2) return undefined
  const [fn, name] = args as [Expression, Expression]
  const free = scope.find(callee.name) === undefined
  const text = name.type === 'Literal' && typeof name.value === 'string'
  return free && text && /^__name\d*$/.test(callee.name) ? fn : undefined
}
