// `for` loops, which are unrolled. What comes after a `break` or `return` by a condition of the run
// is conditional on its not having happened, iteration inside iteration.

import type { Expression, ForStatement } from '../syntax/parse.ts'
import { conditionOf } from './conditions.ts'
import { type Exits, exit, isCertain, sequence } from './exits.ts'
import { evaluate } from './expressions.ts'
import type { Lowering } from './lowering.ts'
import { Scope } from './scope.ts'
import { declare, run } from './statements.ts'

export function runFor(low: Lowering, node: ForStatement, outer: Scope): Exits | undefined {
  const { b, heap } = low
  let scope = new Scope(outer)
  if (node.init?.type === 'VariableDeclaration') declare(low, node.init, scope)
  else if (node.init) evaluate(low, node.init, scope)
  const early: Exits[] = []
  let last: Exits | undefined
  const leave = (exits: Exits) => {
    early.push(exits)
    heap.enter(b.push('not', [exits.any]))
  }
  for (;;) {
    low.tick(node)
    const going = node.test ? testOf(low, node.test, scope) : b.bool(true)
    const known = b.known(going)
    if (known === 0) break
    if (known === undefined) leave(leaving(low, b.push('not', [going])))
    const exits = run(low, node.body, scope)
    const ends = exits && endOf(low, exits)
    if (ends && isCertain(b, ends)) {
      last = ends
      break
    }
    if (ends && b.constantOf(ends.any) !== 0) leave(ends)
    scope = nextRound(low, scope, outer)
    if (node.update) evaluate(low, node.update, scope)
  }
  for (const exits of early.reverse()) {
    heap.resume()
    last = sequence(b, exits, last)
  }
  return afterLoop(low, last)
}

/** The loop ends by its own test. */
function leaving(low: Lowering, condition: number): Exits {
  return { ...exit(low, 'broken'), broken: condition, any: condition }
}

/** What ends the loop as a whole; `continue` does not. */
function endOf(low: Lowering, exits: Exits): Exits {
  const { b } = low
  const any = b.push('or', [exits.broken, exits.returned])
  return { ...exits, continued: b.bool(false), any }
}

/** Outside of the loop, only a `return` is still on its way. */
function afterLoop(low: Lowering, last: Exits | undefined): Exits | undefined {
  if (last === undefined) return undefined
  const { b } = low
  low.heap.draws = Math.max(low.heap.draws, last.draws)
  if (b.constantOf(last.returned) === 0) return undefined
  return { ...last, broken: b.bool(false), any: last.returned }
}

/** Each round has its own loop variables, which functions made in it keep. */
function nextRound(low: Lowering, scope: Scope, outer: Scope): Scope {
  const next = new Scope(outer)
  for (const [name, { cell, constant }] of scope.names) {
    next.names.set(name, { cell: low.heap.cell(cell.value), constant })
  }
  return next
}

/**
 * Whether another round follows. A part of `a && b` may depend on the run, which is how minifiers
 * write `if (...) break`, but one must be known, or the loop would never end here.
 */
function testOf(low: Lowering, test: Expression, scope: Scope): number {
  let bounded = false
  const parts = (node: Expression): number => {
    if (node.type !== 'LogicalExpression' || node.operator !== '&&') {
      const part = conditionOf(low, node, scope)
      bounded ||= low.b.known(part) !== undefined
      return part
    }
    const left = parts(node.left)
    const known = low.b.known(left)
    if (known !== undefined) return known === 1 ? parts(node.right) : left
    const [right] = low.heap.branch(
      left,
      () => parts(node.right),
      () => 0,
    )
    return low.b.push('and', [left, right])
  }
  const going = parts(test)
  if (bounded) return going
  return low.fail(
    test,
    'the bound of a `for` must be known when the scene is compiled; put `if (...) break` inside',
  )
}
