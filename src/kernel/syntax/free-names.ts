// The names that a function's text mentions and does not declare.

import { type AnyNode, children, type FunctionNode, type Node } from './parse.ts'

/** How bundlers and test runners call the module that an import came from. */
export const MODULE = /^(__vi_import_\d+__|__vite_ssr_import_\d+__|import_\w+)$/

/** For each free name: whether it is used as an array (indexed, or asked for an entry). */
export function freeNames(fn: FunctionNode): Map<string, { indexed: boolean }> {
  const found = new Map<string, { indexed: boolean }>()
  visit(fn as AnyNode, new Set(), found)
  return found
}

type Found = Map<string, { indexed: boolean }>

function visit(node: AnyNode, bound: ReadonlySet<string>, found: Found): void {
  switch (node.type) {
    case 'Identifier':
      note(node.name, false, bound, found)
      return
    case 'MemberExpression':
      if (node.object.type === 'Identifier')
        noteObject(node.object.name, node.property, bound, found)
      else visit(node.object as AnyNode, bound, found)
      if (node.computed) visit(node.property as AnyNode, bound, found)
      return
    case 'Property':
      if (node.computed) visit(node.key as AnyNode, bound, found)
      visit(node.value as AnyNode, bound, found)
      return
    case 'BreakStatement':
    case 'ContinueStatement':
      return
    default:
      descend(node, bound, found)
  }
}

function descend(node: AnyNode, outer: ReadonlySet<string>, found: Found): void {
  const declared = declaredBy(node)
  const bound = declared.length > 0 ? new Set([...outer, ...declared]) : outer
  for (const child of children(node)) visit(child, bound, found)
}

function note(name: string, indexed: boolean, bound: ReadonlySet<string>, found: Found): void {
  if (bound.has(name)) return
  found.set(name, { indexed: indexed || found.get(name)?.indexed === true })
}

/** An imported name is written as an entry of its module by some. */
function noteObject(name: string, property: Node, bound: ReadonlySet<string>, found: Found): void {
  const member = property as AnyNode
  const imported = MODULE.test(name) && !bound.has(name) && member.type === 'Identifier'
  if (imported) note(member.name, false, new Set(), found)
  else note(name, true, bound, found)
}

/** The names that a node declares for what is inside of it. */
function declaredBy(node: AnyNode): string[] {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return [node.id as Node | null, ...node.params].flatMap((part) => (part ? namesIn(part) : []))
    case 'BlockStatement':
      return node.body.flatMap(declaredIn)
    case 'ForStatement':
      return node.init ? declaredIn(node.init) : []
    default:
      return []
  }
}

function declaredIn(statement: Node): string[] {
  const node = statement as AnyNode
  if (node.type === 'FunctionDeclaration') return node.id ? [node.id.name] : []
  if (node.type !== 'VariableDeclaration') return []
  return node.declarations.flatMap(({ id }) => namesIn(id))
}

function namesIn(pattern: Node): string[] {
  const node = pattern as AnyNode
  switch (node.type) {
    case 'Identifier':
      return [node.name]
    case 'Property':
      return namesIn(node.value)
    case 'AssignmentPattern':
      return namesIn(node.left)
    case 'ObjectPattern':
    case 'ArrayPattern':
    case 'RestElement':
      return children(node).flatMap(namesIn)
    default:
      return []
  }
}
