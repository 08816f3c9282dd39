// Arrays and objects by reference, as in JavaScript: what two names share, both see change.

import type { Node } from '../syntax/parse.ts'
import type { Lowering } from './lowering.ts'
import { mergeValues } from './merge.ts'
import type { NumberValue } from './numbers.ts'
import { fault, floatOf, intOf, intRange, isNumber, numberOf } from './numbers.ts'
import type { ArrayValue, Cell, Choice, ObjectValue, Value } from './values.ts'
import { Int, literal, missing } from './values.ts'

export function newArray(low: Lowering, values: readonly Value[], constant?: string): ArrayValue {
  const cells = values.map((value) => low.heap.cell(value))
  const length = low.heap.cell(literal(values.length))
  return constant === undefined
    ? { kind: 'array', cells, length }
    : { kind: 'array', cells, length, constant }
}

export function newObject(low: Lowering, entries: Iterable<readonly [string, Value]>): ObjectValue {
  const cells = new Map<string, Cell>()
  for (const [name, value] of entries) cells.set(name, low.heap.cell(value))
  return { kind: 'object', entries: cells }
}

/** The same read or write on both sides of a choice. */
function onBoth<T>(low: Lowering, choice: Choice, act: (side: Choice['whenTrue']) => T): [T, T] {
  return low.heap.branch(
    choice.condition,
    () => act(choice.whenTrue),
    () => act(choice.whenFalse),
  )
}

function chosen(low: Lowering, choice: Choice, read: (side: Choice['whenTrue']) => Value): Value {
  const [one, other] = onBoth(low, choice, read)
  return mergeValues(low.b, choice.condition, one, other)
}

export function lengthOf(low: Lowering, array: Value, at: Node): number {
  if (array.kind === 'choice') {
    const [one, other] = onBoth(low, array, (side) => lengthOf(low, side, at))
    return one === other ? one : low.fail(at, `this array has ${one} or ${other} entries`)
  }
  if (array.kind !== 'array') return fault(low, array, at, 'an array')
  const { value } = array.length
  if (value.kind === 'literal') return value.value
  return low.fail(at, 'this array grows by a condition that is known only in the run')
}

/** The values of an array that is surely one. */
export function elementsOf(low: Lowering, array: Value, at: Node): Value[] {
  const elements: Value[] = []
  const length = lengthOf(low, array, at)
  for (let i = 0; i < length; i++) elements.push(readElement(low, array, literal(i), at))
  return elements
}

export function readElement(low: Lowering, array: Value, index: Value, at: Node): Value {
  if (array.kind === 'choice') {
    return chosen(low, array, (side) => readElement(low, side, index, at))
  }
  const length = lengthOf(low, array, at)
  if (array.kind !== 'array') return fault(low, array, at, 'an array')
  const number = numberOf(low, index, at)
  if (number.kind !== 'literal')
    return readAt(low, array, length, indexNode(low, number, length, at))
  const cell = isIndex(number.value) && number.value < length && array.cells[number.value]
  if (cell) return cell.value
  return low.fail(at, `index ${number.value} is outside of an array of ${length}`)
}

/** Writes an element; the index just past the end makes the array longer by one. */
export function writeElement(
  low: Lowering,
  array: Value,
  index: Value,
  value: Value,
  at: Node,
): void {
  if (array.kind === 'choice') {
    onBoth(low, array, (side) => writeElement(low, side, index, value, at))
    return
  }
  const length = lengthOf(low, array, at)
  if (array.kind !== 'array') fault(low, array, at, 'an array')
  const { cells, constant } = array as ArrayValue
  if (constant !== undefined) low.fail(at, `\`${constant}\` is a constant: write to a copy of it`)
  const number = numberOf(low, index, at)
  if (number.kind !== 'literal') {
    writeAt(low, cells.slice(0, length), indexNode(low, number, length, at), value)
  } else if (isIndex(number.value) && number.value < length) {
    low.heap.write(cells[number.value]!, value)
  } else if (number.value === length) {
    // A cell left over from the other branch is written again, so that both merge.
    cells[length] ??= low.heap.outerCell(missing('this entry has no value on some path'))
    low.heap.write(cells[length], value)
    low.heap.write((array as ArrayValue).length, literal(length + 1))
  } else {
    low.fail(at, `index ${number.value} is outside of an array of ${length}`)
  }
}

const isIndex = (x: number) => Math.trunc(x) === x && x >= 0

/**
 * An index of the run as 32 bits: an integer, or a float that was rounded to one. One that is
 * outside of the array stays outside.
 */
function indexNode(low: Lowering, index: NumberValue, length: number, at: Node): number {
  const { b } = low
  if (index.kind === 'int' && intRange(index.low, index.high) !== 'wide') return index.node
  const x = floatOf(b, index)
  const { op } = b.node(x)
  if (index.kind === 'float' && op !== 'floor' && op !== 'ceil' && op !== 'trunc') {
    return low.fail(
      at,
      'an index must be an integer: write `| 0` after it, or Math.floor around it',
    )
  }
  const inside = b.push('and', [
    b.push('le', [b.constant(0), x]),
    b.push('lt', [x, b.constant(length)]),
  ])
  return b.select(inside, b.push('toInt', [x]), b.int(-1))
}

/** Element by an index of the run; an index outside gives the first, as a table does. */
function readAt(low: Lowering, array: ArrayValue, length: number, index: number): Value {
  const values = array.cells.slice(0, length).map((cell) => cell.value)
  if (length === 0) return missing('this array is empty')
  if (length > 1 && values.every((value) => value.kind === 'literal')) {
    const numbers = values.map((value) => (value.kind === 'literal' ? value.value : 0))
    return lookUp(low, numbers, index)
  }
  let result = values[0]!
  for (let i = 1; i < length; i++) {
    const here = low.b.push('ieq', [index, low.b.int(i)])
    result = mergeValues(low.b, here, values[i]!, result)
  }
  return result
}

function lookUp({ b, parts }: Lowering, values: readonly number[], index: number): Value {
  const floats = () => b.lookup(parts.table('float', values), 'float', index)
  const integers = values.every((x) => intOf(b, literal(x)) && (x | 0) === x)
  if (!integers) return { kind: 'float', node: floats() }
  const node = b.lookup(parts.table('int', values), 'int', index)
  const low = values.reduce((a, x) => Math.min(a, x))
  const high = values.reduce((a, x) => Math.max(a, x))
  return new Int(node, low, high, floats)
}

function writeAt(low: Lowering, cells: readonly Cell[], index: number, value: Value): void {
  cells.forEach((cell, i) => {
    const here = low.b.push('ieq', [index, low.b.int(i)])
    low.heap.write(cell, mergeValues(low.b, here, value, cell.value))
  })
}

export function readEntry(low: Lowering, object: Value, name: string, at: Node): Value {
  if (object.kind === 'choice') return chosen(low, object, (side) => readEntry(low, side, name, at))
  if (object.kind === 'array') {
    if (name === 'length') return literal(lengthOf(low, object, at))
    return low.fail(at, `an array has no \`${name}\` here`)
  }
  if (object.kind !== 'object') return fault(low, object, at, 'an object')
  const cell = object.entries.get(name)
  if (cell !== undefined) return cell.value
  const known = [...object.entries.keys()].map((key) => `\`${key}\``).join(', ')
  return low.fail(at, `there is no \`${name}\` here, only ${known || 'an empty object'}`)
}

export function writeEntry(
  low: Lowering,
  object: Value,
  name: string,
  value: Value,
  at: Node,
): void {
  if (object.kind === 'choice') {
    onBoth(low, object, (side) => writeEntry(low, side, name, value, at))
    return
  }
  if (object.kind !== 'object') fault(low, object, at, 'an object')
  const { entries } = object as ObjectValue
  const cell = entries.get(name)
  if (cell !== undefined) {
    low.heap.write(cell, value)
    return
  }
  // Where the branch that adds it is not taken, there is no such entry.
  const added = low.heap.outerCell(missing(`\`${name}\` has no value on some path`))
  entries.set(name, added)
  low.heap.write(added, value)
}

/** A shallow copy of an array, of a part of it if there are bounds. */
export function slice(low: Lowering, array: Value, bounds: readonly Value[], at: Node): ArrayValue {
  const [from, to] = bounds.map((bound) => {
    const number = isNumber(bound) ? bound : numberOf(low, bound, at)
    if (number.kind === 'literal') return number.value
    return low.fail(at, 'the bounds of slice must be known when the scene is compiled')
  })
  return newArray(low, elementsOf(low, array, at).slice(from, to))
}
