// Executes statements symbolically. A path that ends early (`return`, `break`, `continue`) by a
// condition of the run makes the rest of the block conditional on not having ended.

import type { IfStatement, Node, Statement, VariableDeclaration } from '../syntax/parse.ts'
import { conditionOf } from './conditions.ts'
import { type Exits, exit, isCertain, joined, sequence } from './exits.ts'
import { closure, evaluate } from './expressions.ts'
import { runFor } from './loops.ts'
import type { Lowering } from './lowering.ts'
import { SYNTAX } from './messages.ts'
import { bind } from './patterns.ts'
import { Scope } from './scope.ts'
import { missing, type Value } from './values.ts'

interface Block extends Node {
  readonly body: readonly Statement[]
}

/** Runs a function's body and gives what it returns. */
export function runBody(low: Lowering, body: Block, scope: Scope, name: string): Value {
  const exits = runBlock(low, body.body, scope)
  if (exits === undefined) return missing(`\`${name}\` returns nothing`)
  const certain = isCertain(low.b, exits)
  low.heap.draws = Math.max(exits.draws, certain ? 0 : low.heap.draws)
  if (certain) return exits.value!
  if (exits.value!.kind === 'missing') return exits.value!
  return missing(`a path of \`${name}\` ends without a value: add a \`return\``)
}

function runBlock(
  low: Lowering,
  statements: readonly Statement[],
  scope: Scope,
): Exits | undefined {
  hoist(low, statements, scope)
  const early: Exits[] = []
  let last: Exits | undefined
  for (const statement of statements) {
    const exits = run(low, statement, scope)
    if (exits === undefined) continue
    if (isCertain(low.b, exits)) {
      last = exits
      break
    }
    early.push(exits)
    low.heap.enter(low.b.push('not', [exits.any]))
  }
  for (const exits of early.reverse()) {
    low.heap.resume()
    last = sequence(low.b, exits, last)
  }
  return last
}

/** Functions are known in the whole block that declares them. */
function hoist(low: Lowering, statements: readonly Statement[], scope: Scope): void {
  for (const statement of statements) {
    if (statement.type !== 'FunctionDeclaration') continue
    const cell = low.heap.cell(closure(low, statement, scope))
    scope.names.set(statement.id.name, { cell, constant: true })
  }
}

export function run(low: Lowering, node: Statement, scope: Scope): Exits | undefined {
  low.tick(node)
  switch (node.type) {
    case 'ExpressionStatement':
      // 'use strict' and the like.
      if (node.directive === undefined) evaluate(low, node.expression, scope)
      return undefined
    case 'VariableDeclaration':
      declare(low, node, scope)
      return undefined
    case 'ReturnStatement': {
      const { argument } = node
      const value = argument ? evaluate(low, argument, scope) : missing('this returns nothing')
      return exit(low, 'returned', value)
    }
    case 'IfStatement':
      return runIf(low, node, scope)
    case 'ForStatement':
      return runFor(low, node, scope)
    case 'BlockStatement':
      return runBlock(low, node.body, new Scope(scope))
    case 'BreakStatement':
    case 'ContinueStatement':
      if (node.label) return low.fail(node, SYNTAX.LabeledStatement!)
      return exit(low, node.type === 'BreakStatement' ? 'broken' : 'continued')
    case 'FunctionDeclaration':
    case 'EmptyStatement':
      return undefined
    default:
      return low.fail(node, SYNTAX[node.type] ?? `${node.type} is not part of the scene language`)
  }
}

export function declare(low: Lowering, node: VariableDeclaration, scope: Scope): void {
  if (node.kind !== 'const' && node.kind !== 'let') {
    low.fail(node, `\`${node.kind}\`: write const or let`)
  }
  for (const { id, init } of node.declarations) {
    const name = id.type === 'Identifier' ? id.name : 'this'
    const value = init ? evaluate(low, init, scope) : missing(`\`${name}\` may have no value yet`)
    bind(low, id, nameClosure(value, name), scope, node.kind === 'const')
  }
}

/** A function without a name takes that of the variable it is given to. */
function nameClosure(value: Value, name: string): Value {
  return value.kind === 'closure' && value.node.id == null ? { ...value, name } : value
}

function runIf(low: Lowering, node: IfStatement, scope: Scope): Exits | undefined {
  const condition = conditionOf(low, node.test, scope)
  const { consequent, alternate } = node
  const one = () => run(low, consequent, new Scope(scope))
  const other = () => (alternate ? run(low, alternate, new Scope(scope)) : undefined)
  const known = low.b.known(condition)
  if (known !== undefined) return known === 1 ? one() : other()
  // Draws of a path that has ended do not count for what follows.
  const start = low.heap.draws
  let [drawnOne, drawnOther] = [start, start]
  const [first, second] = low.heap.branch(
    condition,
    () => {
      const exits = one()
      drawnOne = ended(low, exits) ? start : low.heap.draws
      return exits
    },
    () => {
      const exits = other()
      drawnOther = ended(low, exits) ? start : low.heap.draws
      return exits
    },
  )
  low.heap.draws = Math.max(drawnOne, drawnOther)
  return joined(low.b, condition, first, second)
}

function ended(low: Lowering, exits: Exits | undefined): boolean {
  return exits !== undefined && isCertain(low.b, exits)
}
