// One value that is either of two by a condition of the run: what follows an `if` sees these.

import type { GraphBuilder } from '../graph/graph.ts'
import { floatOf, intOf, intRange, isNumber } from './numbers.ts'
import { bool, type Choice, describe, float, Int, missing, type Value } from './values.ts'

export function mergeValues(
  b: GraphBuilder,
  condition: number,
  whenTrue: Value,
  whenFalse: Value,
): Value {
  if (whenTrue === whenFalse) return whenTrue
  const known = b.known(condition)
  if (known !== undefined) return known === 1 ? whenTrue : whenFalse
  if (isNumber(whenTrue) && isNumber(whenFalse)) {
    return mergeNumbers(b, condition, whenTrue, whenFalse)
  }
  if (whenTrue.kind === 'bool' && whenFalse.kind === 'bool') {
    return bool(b.select(condition, whenTrue.node, whenFalse.node))
  }
  if (isReference(whenTrue) && isReference(whenFalse)) {
    return { kind: 'choice', condition, whenTrue, whenFalse }
  }
  if (whenTrue.kind === 'closure' && whenFalse.kind === 'closure') {
    const same = whenTrue.node === whenFalse.node && whenTrue.scope === whenFalse.scope
    if (same) return whenTrue
  }
  if (whenTrue.kind === 'missing') return whenTrue
  if (whenFalse.kind === 'missing') return whenFalse
  const [one, other] = [describe(whenTrue), describe(whenFalse)]
  return missing(
    one === other
      ? `${one} by a condition that is known only in the run`
      : `this is ${one} or ${other}, by a condition that is known only in the run`,
  )
}

type NumberValue = Extract<Value, { kind: 'literal' | 'float' | 'int' }>

function mergeNumbers(
  b: GraphBuilder,
  condition: number,
  whenTrue: NumberValue,
  whenFalse: NumberValue,
): Value {
  if (whenTrue.kind === 'literal' && whenFalse.kind === 'literal') {
    if (Object.is(whenTrue.value, whenFalse.value)) return whenTrue
  }
  const floats = () => b.select(condition, floatOf(b, whenTrue), floatOf(b, whenFalse))
  const [one, other] = [intOf(b, whenTrue), intOf(b, whenFalse)]
  if (one === undefined || other === undefined) return float(floats())
  const node = b.select(condition, one.node, other.node)
  const low = Math.min(one.low, other.low)
  const high = Math.max(one.high, other.high)
  return intRange(low, high) === 'wide' ? float(floats()) : new Int(node, low, high, floats)
}

function isReference(value: Value): value is Choice['whenTrue'] {
  return value.kind === 'array' || value.kind === 'object' || value.kind === 'choice'
}
