// Parses the plain part of the language, in which nearly all scenes are written: in a new process
// acorn's first parse takes longer than the rest of a small compilation. What this does not know is
// left to acorn; what it does gives acorn's tree. It is for texts that the engine has parsed: it
// does not look for faults.

import type { Expression, FunctionNode, Pattern, Statement, VariableDeclaration } from './parse.ts'
import { ExpressionParser, type Tree } from './quick-expressions.ts'
import { KIND, UNUSUAL } from './tokens.ts'

/** The tree of a function's text, or undefined where acorn is to read it. */
export function quickParse(text: string): FunctionNode | undefined {
  try {
    return new QuickParser(text).function()
  } catch (error) {
    if (error === UNUSUAL || error instanceof RangeError) return undefined
    throw error
  }
}

class QuickParser extends ExpressionParser {
  /** The forms that `Function.toString()` gives: function, arrow, method. */
  function(): FunctionNode {
    const { start, word } = this
    let node: FunctionNode
    if (word === 'function') node = this.functionExpression()
    else if (this.kind === KIND.name && this.text.charCodeAt(this.end) === 40) {
      this.next()
      node = this.#functionFrom('FunctionExpression', this.start, null)
    } else node = this.arrow(start)
    if (this.kind !== KIND.end) throw UNUSUAL
    return node
  }

  functionExpression(): FunctionNode {
    const { start } = this
    this.next()
    return this.#functionFrom('FunctionExpression', start, this.is('(') ? null : this.name())
  }

  #functionFrom(type: string, start: number, id: Tree | null): FunctionNode {
    this.expect('(')
    const params = this.#params()
    const flags = { expression: false, generator: false, async: false }
    const body = this.#block()
    return { type, start, end: this.lastEnd, id, ...flags, params, body } as unknown as Tree
  }

  #params(): Pattern[] {
    const params: Pattern[] = []
    while (!this.eat(')')) {
      params.push(this.pattern())
      if (!this.is(')')) this.expect(',')
    }
    return params
  }

  arrow(start: number): FunctionNode {
    const params = this.eat('(') ? this.#params() : [this.name()]
    if (this.afterLine) throw UNUSUAL
    this.expect('=>')
    const expression = !this.is('{')
    const body = expression ? this.assignment() : this.#block()
    const rest = { id: null, expression, generator: false, async: false, params, body }
    return { type: 'ArrowFunctionExpression', start, end: this.lastEnd, ...rest } as unknown as Tree
  }

  /** Whether a statement may end here without a semicolon. */
  #atEnd(): boolean {
    return this.kind === KIND.end || this.afterLine || this.is('}')
  }

  #semicolon(): void {
    if (!this.eat(';') && !this.#atEnd()) throw UNUSUAL
  }

  #block(): Statement {
    const { start } = this
    this.expect('{')
    const body: Statement[] = []
    while (!this.eat('}')) body.push(this.#statement())
    return { type: 'BlockStatement', start, end: this.lastEnd, body } as Tree
  }

  #statement(): Statement {
    const { start, word } = this
    if (this.kind === KIND.name) {
      const node = this.#keyword(word, start)
      if (node !== undefined) return node
    } else if (this.kind === KIND.string) throw UNUSUAL
    else if (word === '{') return this.#block()
    else if (this.eat(';')) return { type: 'EmptyStatement', start, end: this.lastEnd }
    const expression = this.expression()
    this.#semicolon()
    return { type: 'ExpressionStatement', start, end: this.lastEnd, expression }
  }

  #keyword(word: string, start: number): Statement | undefined {
    switch (word) {
      case 'const':
      case 'let':
      case 'var': {
        const node = this.#declaration()
        this.#semicolon()
        node.end = this.lastEnd
        return node
      }
      case 'return': {
        this.next()
        const argument = this.is(';') || this.#atEnd() ? null : this.expression()
        this.#semicolon()
        return { type: 'ReturnStatement', start, end: this.lastEnd, argument }
      }
      case 'if':
        return this.#if(start)
      case 'for':
        return this.#for(start)
      case 'break':
      case 'continue': {
        this.next()
        this.#semicolon()
        const type = word === 'break' ? 'BreakStatement' : 'ContinueStatement'
        return { type, start, end: this.lastEnd, label: null } as Tree
      }
      case 'function':
        this.next()
        return this.#functionFrom('FunctionDeclaration', start, this.name()) as Tree
      default:
        return undefined
    }
  }

  #declaration(): VariableDeclaration {
    const { start, word: kind } = this
    this.next()
    const declarations: unknown[] = []
    do {
      const at = this.start
      const id = this.pattern()
      const init = this.eat('=') ? this.assignment() : null
      declarations.push({ type: 'VariableDeclarator', start: at, end: this.lastEnd, id, init })
    } while (this.eat(','))
    return { type: 'VariableDeclaration', start, end: this.lastEnd, declarations, kind } as Tree
  }

  #if(start: number): Statement {
    this.next()
    this.expect('(')
    const test = this.expression()
    this.expect(')')
    const consequent = this.#statement()
    let alternate: Statement | null = null
    if (this.kind === KIND.name && this.word === 'else') {
      this.next()
      alternate = this.#statement()
    }
    return { type: 'IfStatement', start, end: this.lastEnd, test, consequent, alternate }
  }

  #for(start: number): Statement {
    this.next()
    this.expect('(')
    const { word } = this
    let init: VariableDeclaration | Expression | null
    if (word === 'let' || word === 'const' || word === 'var') {
      init = this.#declaration()
      this.expect(';')
    } else init = this.#part(';')
    const test = this.#part(';')
    const update = this.#part(')')
    const body = this.#statement()
    return { type: 'ForStatement', start, end: this.lastEnd, init, test, update, body }
  }

  /** A part of the head of a `for`, and what closes it. */
  #part(close: string): Expression | null {
    const node = this.is(close) ? null : this.expression()
    this.expect(close)
    return node
  }
}
