// A scene's f32 kernel computes in binary32; the library computes in binary64 and must round after
// each operation to agree. This test reads the sources and finds an operation that is not rounded.

import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'

const FILES = [
  ...['f32-arc', 'f32-cbrt', 'f32-exp', 'f32-hyperbolic', 'f32-hypot', 'f32-log', 'f32-pow'],
  ...['f32-quarter-turns', 'f32-sin-cos', 'f32-tan'],
]

it.each(FILES)('rounds every operation of %s', (name) => {
  const text = readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8')
  expect(unrounded(text)).toEqual([])
})

it.each(FILES)('has no constant in %s that binary32 cannot hold', (name) => {
  const text = readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8')
  expect(wide(text)).toEqual([])
})

it('would find an operation that is not rounded and a constant that is too long', () => {
  expect(unrounded('const y = f(a * b + c)')).toEqual(['a * b'])
  expect(unrounded('const y = a + f(b * c)')).toEqual(['a + f(b * c)'])
  expect(unrounded('const y = Math.sqrt(a)')).toEqual(['Math.sqrt(a)'])
  expect(unrounded('const y = f(f(a * b) + 1 / 3)')).toEqual([])
  expect(wide('f(f(x * 0.1) + f(-0.2)) * 0.5')).toEqual(['0.1'])
  expect(unrounded('const k = ((a + b) | 0) - 1 | 0')).toEqual([])
})

/**
 * Arithmetic that is not the direct argument of f(...), nor made an integer by `| 0`, nor constant.
 */
function unrounded(text: string): string[] {
  const found: string[] = []
  const tree = ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2022, true)
  const visit = (node: ts.Node): void => {
    if ((isArithmetic(node) && !isConstant(node)) || isRoot(node)) {
      if (!isSettled(node)) found.push(node.getText())
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** Constants that a kernel would round before it uses them, and the library would not. */
function wide(text: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isNumericLiteral(node)) {
      const exact = Math.fround(Number(node.text)) === Number(node.text)
      const signed = ts.isPrefixUnaryExpression(node.parent) ? node.parent : node
      // A word of bits, in hexadecimal, is an integer.
      if (!exact && !isSettled(signed) && !/^0x/.test(node.getText())) found.push(node.getText())
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2022, true))
  return found
}

function isArithmetic(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && /^[-+*/%]$/.test(node.operatorToken.getText())
}

function isRoot(node: ts.Node): boolean {
  return ts.isCallExpression(node) && node.expression.getText() === 'Math.sqrt'
}

function isConstant(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isConstant(node.expression)
  if (isArithmetic(node)) return isConstant(node.left) && isConstant(node.right)
  return ts.isNumericLiteral(node)
}

/** Whether the value goes straight into `f(...)`, or through brackets into `... | 0`. */
function isSettled(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isParenthesizedExpression(parent)) return isSettled(parent)
  if (ts.isCallExpression(parent)) return parent.expression.getText() === 'f'
  return ts.isBinaryExpression(parent) && /^[|&^]$/.test(parent.operatorToken.getText())
}
