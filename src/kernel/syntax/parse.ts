// The text of a function to a syntax tree. The only file that knows acorn, which reads what the
// quick parser leaves to it.

import {
  type AnyNode,
  type ArrowFunctionExpression,
  type Expression,
  type FunctionDeclaration,
  type FunctionExpression,
  parseExpressionAt,
} from 'acorn'
import { SourceError, type SourceFunction } from '../source.ts'
import { quickParse } from './quick-parse.ts'

export type {
  AnyNode,
  AssignmentExpression,
  BinaryExpression,
  CallExpression,
  Expression,
  ForStatement,
  Identifier,
  IfStatement,
  LogicalExpression,
  MemberExpression,
  Node,
  ObjectExpression,
  Pattern,
  Statement,
  Super,
  UnaryExpression,
  UpdateExpression,
  VariableDeclaration,
} from 'acorn'

export type FunctionNode = ArrowFunctionExpression | FunctionExpression | FunctionDeclaration

/** A function's text with its tree; `shift` is what to take off a node's offsets. */
export interface Parsed {
  readonly text: string
  readonly shift: number
  readonly node: FunctionNode
}

const OPTIONS = { ecmaVersion: 2022, sourceType: 'module' } as const

/** A method is a function only inside an object literal. */
const BEFORE_METHOD = '({'
/** What begins like a call can only be a method; what else may be one is tried as both. */
const METHOD = /^\s*(?!function\b|async\b)[\w$]+\s*\(/

const trees = new WeakMap<SourceFunction, Parsed>()

/** Parses a function once, however often it is asked for. Throws SourceError. */
export function parseFunction(source: SourceFunction): Parsed {
  let parsed = trees.get(source)
  if (parsed === undefined) {
    const text = Function.prototype.toString.call(source)
    const node = quickParse(text)
    parsed = node === undefined ? parseText(text) : { text, shift: 0, node }
    trees.set(source, parsed)
  }
  return parsed
}

/** The forms that `Function.toString()` gives: function, arrow, method. */
export function parseText(text: string): Parsed {
  if (/\{\s*\[native code\]\s*\}\s*$/.test(text)) {
    throw new SourceError('a built-in or bound function has no text to compile', place(text, 0))
  }
  if (/^\s*class\b/.test(text)) {
    throw new SourceError('this is a class: a scene has plain functions', place(text, 0))
  }
  const parsed = (METHOD.test(text) ? undefined : asExpression(text)) ?? asMethod(text)
  const { node, shift } = parsed
  if (node.async || node.generator) {
    const what = node.async ? 'an async function' : 'a generator'
    throw new SourceError(
      `${what}: a scene computes one step at once; write a plain function`,
      place(text, node.start - shift),
    )
  }
  return parsed
}

/** Line and column (both from 1) of an offset in a text, with that line. */
export function place(text: string, offset: number): SourceError['where'] {
  const at = Math.max(0, Math.min(offset, text.length))
  // A search from -1 would look at 0 all the same.
  const start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
  const end = text.indexOf('\n', at)
  let line = 1
  for (let i = text.indexOf('\n'); i >= 0 && i < at; i = text.indexOf('\n', i + 1)) line++
  return { line, column: at - start + 1, text: text.slice(start, end < 0 ? text.length : end) }
}

function asExpression(text: string): Parsed | undefined {
  let node: Expression
  try {
    node = parseExpressionAt(text, 0, OPTIONS)
  } catch (error) {
    // What can only be a function or an arrow is at fault itself; a method fails here too.
    if (/^\s*(async\s+)?function\b|^\s*(async\s*)?(\(|[\w$]+\s*=>)/.test(text)) {
      throw unreadable(text, 0, error)
    }
    return undefined
  }
  const whole = text.slice(node.end).trim() === ''
  if (!whole || (node.type !== 'ArrowFunctionExpression' && node.type !== 'FunctionExpression')) {
    return undefined
  }
  return { text, shift: 0, node }
}

function asMethod(text: string): Parsed {
  const shift = BEFORE_METHOD.length
  let object: Expression
  try {
    object = parseExpressionAt(`${BEFORE_METHOD}${text}})`, 0, OPTIONS)
  } catch (error) {
    throw unreadable(text, shift, error)
  }
  const property = object.type === 'ObjectExpression' ? object.properties[0] : undefined
  const single = object.type === 'ObjectExpression' && object.properties.length === 1
  if (property?.type !== 'Property' || !single || property.value.type !== 'FunctionExpression') {
    throw new SourceError('this is not the text of a function', place(text, 0))
  }
  if (property.kind !== 'init' || !property.method) {
    throw new SourceError('a getter or setter: write a plain function', place(text, 0))
  }
  return { text, shift, node: property.value }
}

function unreadable(text: string, shift: number, error: unknown): SourceError {
  const { message, pos } = error as { message?: string; pos?: number }
  // Acorn's own words, or the engine's.
  if (error instanceof RangeError || /stack space/.test(String(message))) {
    return new SourceError('an expression is nested too deeply', place(text, 0))
  }
  const what = String(message).replace(/\s*\(\d+:\d+\)$/, '')
  return new SourceError(`this is not JavaScript: ${what}`, place(text, (pos ?? 0) - shift))
}

/** The nodes directly below a node, in the order of the text. */
export function children(node: AnyNode): AnyNode[] {
  const found: AnyNode[] = []
  for (const value of Object.values(node)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item?.type === 'string' && typeof item.start === 'number') found.push(item)
    }
  }
  return found
}
