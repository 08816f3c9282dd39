// How control leaves a statement other than at its end: by which of three ways, under which
// condition, and with which value.

import type { GraphBuilder } from '../graph/graph.ts'
import type { Lowering } from './lowering.ts'
import { mergeValues } from './merge.ts'
import type { Value } from './values.ts'

/** Conditions are nodes, seen from where the statement begins; at most one of the three holds. */
export interface Exits {
  readonly returned: number
  readonly broken: number
  readonly continued: number
  /** Whether any of the three holds. */
  readonly any: number
  /** What is returned, where `returned` holds. */
  readonly value: Value | undefined
  /** The most random draws on a path that left. */
  readonly draws: number
}

/** Leaves for certain. */
export function exit(
  low: Lowering,
  way: 'returned' | 'broken' | 'continued',
  value?: Value,
): Exits {
  const [yes, no] = [low.b.bool(true), low.b.bool(false)]
  return {
    returned: way === 'returned' ? yes : no,
    broken: way === 'broken' ? yes : no,
    continued: way === 'continued' ? yes : no,
    any: yes,
    value,
    draws: low.heap.draws,
  }
}

export function isCertain(b: GraphBuilder, exits: Exits): boolean {
  return b.constantOf(exits.any) === 1
}

/** One statement after another: the second runs only where the first did not leave. */
export function sequence(b: GraphBuilder, first: Exits, second: Exits | undefined): Exits {
  if (second === undefined) return first
  const stays = b.push('not', [first.any])
  const way = (one: number, other: number) => b.push('or', [one, b.push('and', [stays, other])])
  return {
    returned: way(first.returned, second.returned),
    broken: way(first.broken, second.broken),
    continued: way(first.continued, second.continued),
    any: b.push('or', [first.any, second.any]),
    value: mergedValue(b, first.returned, first.value, second.value),
    draws: Math.max(first.draws, second.draws),
  }
}

/** Either of two statements, by a condition. */
export function joined(
  b: GraphBuilder,
  condition: number,
  one: Exits | undefined,
  other: Exits | undefined,
): Exits | undefined {
  if (one === undefined && other === undefined) return undefined
  const no = b.bool(false)
  const way = (pick: (exits: Exits) => number) =>
    b.select(condition, one ? pick(one) : no, other ? pick(other) : no)
  return {
    returned: way((exits) => exits.returned),
    broken: way((exits) => exits.broken),
    continued: way((exits) => exits.continued),
    any: way((exits) => exits.any),
    value: mergedValue(b, condition, one?.value, other?.value),
    draws: Math.max(one?.draws ?? 0, other?.draws ?? 0),
  }
}

function mergedValue(
  b: GraphBuilder,
  condition: number,
  one: Value | undefined,
  other: Value | undefined,
): Value | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return mergeValues(b, condition, one, other)
}
