// The expressions and patterns of the plain part of the language; see quick-parse.ts.

import type { Expression, FunctionNode, Pattern } from './parse.ts'
import { KIND, Tokens, UNUSUAL } from './tokens.ts'

/** Words that are no names, and names that strict code treats apart. */
const RESERVED = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends ' +
    'false finally for function if import in instanceof new null return super switch this throw ' +
    'true try typeof var void while with implements interface let package private protected ' +
    'public static yield await async eval arguments'
  ).split(' '),
)

const PRECEDENCE: ReadonlyMap<string, number> = new Map(
  ['||', '&&', '|', '^', '&', '== != === !==', '< > <= >=', '<< >> >>>', '+ -', '* / %'].flatMap(
    (signs, i) => signs.split(' ').map((sign): [string, number] => [sign, i + 1]),
  ),
)
/** The operators up to here are those of LogicalExpression. */
const LOGICAL = 2

const UNARY = new Set('- + ! ~'.split(' '))
const ASSIGNMENTS = new Set('= += -= *= /= %= **= <<= >>= >>>= &= |= ^= &&= ||='.split(' '))

/** Nodes are made by the names of ESTree alone; the test holds them to acorn's. */
export type Tree = never

export abstract class ExpressionParser extends Tokens {
  abstract functionExpression(): FunctionNode
  abstract arrow(start: number): FunctionNode

  name(): Tree {
    if (RESERVED.has(this.word)) throw UNUSUAL
    return this.#anyName()
  }

  /** After a dot and before a colon every word is a name. */
  #anyName(): Tree {
    if (this.kind !== KIND.name) throw UNUSUAL
    const node = { type: 'Identifier', start: this.start, end: this.end, name: this.word }
    this.next()
    return node as Tree
  }

  pattern(): Pattern {
    const { start } = this
    if (this.eat('[')) {
      const elements = this.#list(']', () => this.pattern())
      return { type: 'ArrayPattern', start, end: this.lastEnd, elements } as unknown as Tree
    }
    if (!this.eat('{')) return this.name()
    const properties = this.#properties(() => this.pattern())
    return { type: 'ObjectPattern', start, end: this.lastEnd, properties } as unknown as Tree
  }

  /** Elements up to the closing bracket; null for a hole. */
  #list<T>(close: string, element: () => T): (T | null)[] {
    const elements: (T | null)[] = []
    while (!this.eat(close)) {
      if (this.eat(',')) elements.push(null)
      else {
        elements.push(element())
        if (!this.is(close)) this.expect(',')
      }
    }
    return elements
  }

  /** The entries of an object or of its pattern. */
  #properties(part: () => unknown): unknown[] {
    const properties: unknown[] = []
    while (!this.eat('}')) {
      const { start, word } = this
      const key = this.#anyName()
      const shorthand = !this.eat(':')
      if (shorthand && RESERVED.has(word)) throw UNUSUAL
      const value = shorthand ? { ...(key as object) } : part()
      const rest = { method: false, shorthand, computed: false, key, value, kind: 'init' }
      properties.push({ type: 'Property', start, end: this.lastEnd, ...rest })
      if (!this.is('}')) this.expect(',')
    }
    return properties
  }

  expression(): Expression {
    const { start } = this
    const first = this.assignment()
    if (!this.is(',')) return first
    const expressions = [first]
    while (this.eat(',')) expressions.push(this.assignment())
    return { type: 'SequenceExpression', start, end: this.lastEnd, expressions }
  }

  assignment(): Expression {
    const { start } = this
    if (this.#beginsArrow()) return this.arrow(start) as Tree
    const left = this.#conditional()
    if (this.kind !== KIND.sign || !ASSIGNMENTS.has(this.word)) return left
    if (left.type !== 'Identifier' && left.type !== 'MemberExpression') throw UNUSUAL
    const operator = this.word as never
    this.next()
    const right = this.assignment()
    return { type: 'AssignmentExpression', start, end: this.lastEnd, operator, left, right }
  }

  /** Whether a name or parenthesis at hand is followed by an arrow. */
  #beginsArrow(): boolean {
    const { text } = this
    let at = this.end
    if (this.is('(')) {
      for (let depth = 1; depth > 0 && at < text.length; at++) {
        const c = text.charCodeAt(at)
        if (c === 40) depth++
        else if (c === 41) depth--
      }
    } else if (this.kind !== KIND.name) return false
    while (text.charCodeAt(at) === 32) at++
    return text.charCodeAt(at) === 61 && text.charCodeAt(at + 1) === 62
  }

  #conditional(): Expression {
    const { start } = this
    const test = this.#binary(start, this.#unary(), 0)
    if (!this.eat('?')) return test
    const consequent = this.assignment()
    this.expect(':')
    const alternate = this.assignment()
    const rest = { test, consequent, alternate }
    return { type: 'ConditionalExpression', start, end: this.lastEnd, ...rest }
  }

  /** Goes on with a left operand as far as operators bind more tightly than `least`. */
  #binary(start: number, first: Expression, least: number): Expression {
    let left = first
    for (;;) {
      const operator = this.word as never
      const precedence = this.kind === KIND.sign ? PRECEDENCE.get(operator) : undefined
      if (precedence === undefined || precedence <= least) return left
      this.next()
      const at = this.start
      const right = this.#binary(at, this.#unary(), precedence)
      const type = precedence <= LOGICAL ? 'LogicalExpression' : 'BinaryExpression'
      left = { type, start, end: this.lastEnd, left, operator, right } as Tree
    }
  }

  #unary(): Expression {
    const { start, word } = this
    const isSign = this.kind === KIND.sign
    if (isSign ? UNARY.has(word) : word === 'void') {
      this.next()
      const rest = { operator: word, prefix: true, argument: this.#unary() }
      return { type: 'UnaryExpression', start, end: this.lastEnd, ...rest } as Tree
    }
    if (isSign && (word === '++' || word === '--')) {
      this.next()
      return this.#update(start, word, true, this.#unary())
    }
    const left = this.#postfix(start)
    if (!this.eat('**')) return left
    const rest = { left, operator: '**', right: this.#unary() }
    return { type: 'BinaryExpression', start, end: this.lastEnd, ...rest } as Tree
  }

  #update(start: number, operator: string, prefix: boolean, argument: Expression): Expression {
    if (argument.type !== 'Identifier' && argument.type !== 'MemberExpression') throw UNUSUAL
    const rest = { operator, prefix, argument }
    return { type: 'UpdateExpression', start, end: this.lastEnd, ...rest } as Tree
  }

  #postfix(start: number): Expression {
    let node = this.#primary()
    for (;;) {
      if (this.eat('.')) node = this.#member(start, node, this.#anyName(), false)
      else if (this.eat('[')) {
        const property = this.expression()
        this.expect(']')
        node = this.#member(start, node, property, true)
      } else if (this.eat('(')) {
        const rest = { callee: node, arguments: this.#arguments(), optional: false }
        node = { type: 'CallExpression', start, end: this.lastEnd, ...rest } as Tree
      } else break
    }
    const { word, afterLine } = this
    if (afterLine || !(this.eat('++') || this.eat('--'))) return node
    return this.#update(start, word, false, node)
  }

  #arguments(): Expression[] {
    const args: Expression[] = []
    while (!this.eat(')')) {
      args.push(this.assignment())
      if (!this.is(')')) this.expect(',')
    }
    return args
  }

  #member(start: number, object: Expression, property: Expression, computed: boolean): Expression {
    const rest = { object, property, computed, optional: false }
    return { type: 'MemberExpression', start, end: this.lastEnd, ...rest }
  }

  #primary(): Expression {
    const { start, word, kind } = this
    if (kind === KIND.number) return this.#literal(Number(word))
    if (kind === KIND.string) return this.#literal(word.slice(1, -1))
    if (kind === KIND.name) return this.#named(word)
    if (this.eat('(')) {
      const inner = this.expression()
      this.expect(')')
      return inner
    }
    if (this.eat('[')) {
      const elements = this.#list(']', () => this.assignment())
      return { type: 'ArrayExpression', start, end: this.lastEnd, elements }
    }
    this.expect('{')
    const properties = this.#properties(() => this.assignment()) as Tree[]
    return { type: 'ObjectExpression', start, end: this.lastEnd, properties }
  }

  #named(word: string): Expression {
    if (word === 'true' || word === 'false') return this.#literal(word === 'true')
    if (word === 'null') return this.#literal(null)
    return word === 'function' ? (this.functionExpression() as Tree) : this.name()
  }

  #literal(value: number | string | boolean | null): Expression {
    const { start, end, word: raw } = this
    this.next()
    return { type: 'Literal', start, end, value, raw }
  }
}
