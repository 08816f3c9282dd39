// A tree-walking interpreter of the scene language over acorn's syntax tree, for tests. It computes
// with concrete numbers and walks both sides of a condition of the run, because the kind that a
// value has afterwards (evaluator-numbers.fixture.ts) depends on both.

import {
  type Arr,
  array,
  type Cell,
  FALSE,
  functionsByText,
  Memory,
  MISSING,
  type Native,
  type Obj,
  object,
  type Scope,
  TRUE,
  type Val,
} from './evaluator-memory.fixture.ts'
import {
  type Arithmetic,
  type Bool,
  binaryOperator,
  bool,
  indexOf,
  judgeable,
  lit,
  type Num,
  not,
  numberOf,
  tableEntry,
  unaryOperator,
} from './evaluator-numbers.fixture.ts'

// biome-ignore lint/suspicious/noExplicitAny: the syntax tree is walked by name.
type Syntax = any

/** Where control stands: in a function, in loops, in a round of a loop; false once it has left. */
interface Frame {
  readonly returned: Cell
  readonly alive: Cell[]
}

export class Interpreter {
  readonly n: Arithmetic
  /** What a name means that the text does not declare. */
  readonly #free: (name: string) => Val | undefined
  readonly #math: (name: string) => Native
  readonly #memory: Memory

  constructor(
    n: Arithmetic,
    free: (name: string) => Val | undefined,
    math: (name: string) => Native,
  ) {
    this.n = n
    this.#memory = new Memory(n)
    this.#free = free
    this.#math = math
  }

  fn = functionsByText()

  /** What a free name means. */
  name(name: string): Val {
    const value = this.#free(name)
    if (!value) throw new Error(`unknown name ${name}`)
    return value
  }

  call(callee: Val, args: Val[]): Val {
    if (callee.k === 'native') return callee.call(args)
    if (callee.k !== 'fn') throw new Error(`a call of ${callee.k}`)
    const { node } = callee
    const scope: Scope = { names: new Map(), parent: callee.scope }
    for (const [i, pattern] of node.params.entries()) {
      this.#bind(pattern, args[i] ?? MISSING, scope)
    }
    if (node.body.type !== 'BlockStatement') return this.#eval(node.body, scope)
    const frame: Frame = { returned: { val: MISSING }, alive: [{ val: TRUE }] }
    this.#block(node.body.body, scope, frame)
    return frame.returned.val
  }

  number = (x: Val): Num => numberOf(this.n, judgeable(x))

  // ---- statements

  #block(statements: Syntax[], scope: Scope, frame: Frame): void {
    for (const s of statements) {
      if (s.type === 'FunctionDeclaration') {
        scope.names.set(s.id.name, { val: { k: 'fn', node: s, scope } })
      }
    }
    this.#rest(statements, 0, scope, frame)
  }

  #rest(statements: Syntax[], from: number, scope: Scope, frame: Frame): void {
    for (let i = from; i < statements.length; i++) {
      this.#statement(statements[i], scope, frame)
      if (this.#alive(frame) === false) return
      if (this.#alive(frame) === undefined) {
        this.#whileAlive(frame, () => this.#rest(statements, i + 1, scope, frame))
        return
      }
    }
  }

  /** true and false where that is known, undefined where it depends on the run. */
  #alive({ alive }: Frame): boolean | undefined {
    if (alive.some(({ val }) => val.k === 'bool' && val.known && !val.v)) return false
    return alive.every(({ val }) => val.k === 'bool' && val.known) ? true : undefined
  }

  #whileAlive(frame: Frame, run: () => void): void {
    const holds = frame.alive.every(({ val }) => val.k === 'bool' && val.v)
    this.#memory.branch(
      bool(holds),
      () => {
        for (const cell of frame.alive) this.#memory.write(cell, TRUE)
        run()
      },
      () => {},
    )
  }

  #statement(node: Syntax, scope: Scope, frame: Frame): void {
    switch (node.type) {
      case 'ExpressionStatement':
        if (!node.directive) this.#eval(node.expression, scope)
        return
      case 'VariableDeclaration':
        for (const { id, init } of node.declarations) {
          this.#bind(id, init ? this.#eval(init, scope) : MISSING, scope)
        }
        return
      case 'ReturnStatement':
        this.#memory.write(
          frame.returned,
          node.argument ? this.#eval(node.argument, scope) : MISSING,
        )
        this.#memory.write(frame.alive[0], FALSE)
        return
      case 'IfStatement':
        this.#if(node, scope, frame)
        return
      case 'ForStatement':
        this.#for(node, scope, frame)
        return
      case 'BlockStatement':
        this.#block(node.body, { names: new Map(), parent: scope }, frame)
        return
      case 'BreakStatement':
        this.#memory.write(frame.alive.at(-2) as Cell, FALSE)
        return
      case 'ContinueStatement':
        this.#memory.write(frame.alive.at(-1) as Cell, FALSE)
        return
      case 'FunctionDeclaration':
      case 'EmptyStatement':
        return
      default:
        throw new Error(node.type)
    }
  }

  #if({ test, consequent, alternate }: Syntax, scope: Scope, frame: Frame): void {
    const condition = this.#truth(test, scope)
    const inside = () => ({ names: new Map(), parent: scope })
    const yes = () => this.#statement(consequent, inside(), frame)
    const no = () => alternate && this.#statement(alternate, inside(), frame)
    if (condition.known) condition.v ? yes() : no()
    else this.#memory.branch(condition, yes, no)
  }

  #for(node: Syntax, outer: Scope, { returned, alive }: Frame): void {
    const broken: Cell = { val: TRUE }
    const loop: Frame = { returned, alive: [...alive, broken] }
    const round = (scope: Scope): void => {
      const going = node.test ? this.#truth(node.test, scope) : TRUE
      if (going.known && !going.v) return
      const body = () => {
        this.#statement(node.body, scope, { returned, alive: [...loop.alive, { val: TRUE }] })
        const next = () => {
          const names = new Map([...scope.names].map(([name, { val }]) => [name, { val }]))
          const fresh = { names, parent: outer }
          if (node.update) this.#eval(node.update, fresh)
          round(fresh)
        }
        const going = this.#alive(loop)
        if (going) next()
        else if (going === undefined) this.#whileAlive(loop, next)
      }
      if (going.known) body()
      else this.#memory.branch(going, body, () => {})
    }
    const scope: Scope = { names: new Map(), parent: outer }
    if (node.init?.type === 'VariableDeclaration') this.#statement(node.init, scope, loop)
    else if (node.init) this.#eval(node.init, scope)
    round(scope)
  }

  // ---- names and places

  #find(name: string, scope: Scope): Cell | undefined {
    for (let s: Scope | undefined = scope; s; s = s.parent) {
      const cell = s.names.get(name)
      if (cell) return cell
    }
    return undefined
  }

  #bind(pattern: Syntax, value: Val, scope: Scope): void {
    if (pattern.type === 'Identifier') scope.names.set(pattern.name, { val: value })
    else if (pattern.type === 'ArrayPattern') {
      pattern.elements.forEach((element: Syntax, i: number) => {
        if (element) this.#bind(element, (value as Arr).cells[i].val, scope)
      })
    } else {
      for (const { key, value: target } of pattern.properties) {
        this.#bind(target, ((value as Obj).entries.get(key.name) as Cell).val, scope)
      }
    }
  }

  #key(node: Syntax, scope: Scope): string | Num {
    return node.computed ? this.number(this.#eval(node.property, scope)) : node.property.name
  }

  /** Reads `object[index]`; an index of the run that is outside gives the first element. */
  #element({ cells }: Arr, index: Num): Val {
    if (index.k === 'lit') return cells[index.v].val
    const values = cells.map(({ val }) => val)
    const at = indexOf(this.n, index, cells.length)
    if (values.length > 1 && values.every(({ k }) => k === 'lit'))
      return tableEntry(this.n, values as Num[], at)
    return values.reduce((found, value, i) =>
      i === 0 ? value : this.#memory.merge(bool(at === i, this.n.isKnown(index)), value, found),
    )
  }

  #store(target: Syntax, value: Val, scope: Scope): void {
    if (target.type === 'Identifier') {
      this.#memory.write(this.#find(target.name, scope) as Cell, value)
      return
    }
    const holder = this.#eval(target.object, scope)
    const key = this.#key(target, scope)
    if (typeof key === 'string') {
      const { entries } = holder as Obj
      const cell = entries.get(key) ?? { val: MISSING }
      entries.set(key, cell)
      this.#memory.write(cell, value)
      return
    }
    const { cells } = holder as Arr
    if (key.k === 'lit') {
      if (key.v === cells.length) cells.push({ val: MISSING })
      this.#memory.write(cells[key.v], value)
      return
    }
    const at = indexOf(this.n, key, cells.length)
    const known = this.n.isKnown(key)
    cells.forEach((cell, i) => {
      this.#memory.write(cell, this.#memory.merge(bool(at === i, known), value, cell.val))
    })
  }

  #member(node: Syntax, scope: Scope): Val {
    if (node.object.name === 'Math' && !this.#find('Math', scope)) {
      const name = node.property.name
      if (/^[A-Z]/.test(name)) return lit((Math as never)[name])
      return this.#math(name)
    }
    // How a test runner prints an imported function.
    if (/^__(vi|vite_ssr)_import_\d+__$/.test(node.object.name))
      return this.name(node.property.name)
    const holder = this.#eval(node.object, scope)
    const key = this.#key(node, scope)
    if (typeof key !== 'string') return this.#element(holder as Arr, key)
    if (holder.k === 'obj') return (holder.entries.get(key) as Cell).val
    const { cells } = holder as Arr
    if (key === 'length') return lit(cells.length)
    const bounds = (args: Val[]) => args.map((arg) => this.number(arg).v)
    return {
      k: 'native',
      call: (args) => array(cells.map(({ val }) => val).slice(...bounds(args))),
    }
  }

  // ---- expressions

  #eval(node: Syntax, scope: Scope): Val {
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'boolean' ? bool(node.value, true) : lit(node.value)
      case 'Identifier': {
        const { name } = node
        const value = this.#find(name, scope)?.val
        if (value) return value
        return name === 'NaN' || name === 'Infinity' ? lit(Number(name)) : this.name(name)
      }
      case 'MemberExpression':
        return this.#member(node, scope)
      case 'CallExpression': {
        const callee = this.#eval(node.callee, scope)
        return this.call(
          callee,
          node.arguments.map((argument: Syntax) => this.#eval(argument, scope)),
        )
      }
      case 'UnaryExpression':
        if (node.operator === '!') return this.#truth(node, scope)
        return unaryOperator(this.n, node.operator, this.number(this.#eval(node.argument, scope)))
      case 'BinaryExpression': {
        const left = this.#eval(node.left, scope)
        return binaryOperator(
          this.n,
          node.operator,
          judgeable(left),
          judgeable(this.#eval(node.right, scope)),
        )
      }
      case 'LogicalExpression':
      case 'ConditionalExpression':
        return this.#choose(node, scope)
      case 'AssignmentExpression':
      case 'UpdateExpression':
        return this.#assign(node, scope)
      case 'SequenceExpression':
        return node.expressions.map((part: Syntax) => this.#eval(part, scope)).at(-1)
      case 'ArrayExpression':
        return array(node.elements.map((element: Syntax) => this.#eval(element, scope)))
      case 'ObjectExpression':
        return object(
          node.properties.map(({ key, value }: Syntax) => [key.name, this.#eval(value, scope)]),
        )
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        return { k: 'fn', node, scope }
      default:
        throw new Error(node.type)
    }
  }

  #choose(node: Syntax, scope: Scope): Val {
    const value = (part: Syntax) => () => this.#eval(part, scope)
    if (node.type === 'LogicalExpression') return this.#judge(node, scope).value
    const condition = this.#truth(node.test, scope)
    return this.#memory.either(condition, value(node.consequent), value(node.alternate))
  }

  /** A condition: of its parts, too, only the truth is wanted. */
  #truth(node: Syntax, scope: Scope): Bool {
    const part = (inner: Syntax) => () => this.#truth(inner, scope)
    const either = (test: Syntax, yes: () => Bool, no: () => Bool) =>
      this.#memory.either(this.#truth(test, scope), yes, no) as Bool
    if (node.type === 'ConditionalExpression') {
      return either(node.test, part(node.consequent), part(node.alternate))
    }
    if (node.operator === '&&') return either(node.left, part(node.right), () => FALSE)
    if (node.operator === '||') return either(node.left, () => TRUE, part(node.right))
    if (node.operator === '!') return not(this.#truth(node.argument, scope))
    return this.n.truth(judgeable(this.#eval(node, scope)))
  }

  /** The value of `a && b` or `a || b` with its truth, each part being evaluated once. */
  #judge(node: Syntax, scope: Scope): { value: Val; truth: Bool } {
    if (node.type !== 'LogicalExpression') {
      const value = this.#eval(node, scope)
      // Asked for in a logical expression alone, whose parts are conditions or numbers.
      return { value, truth: this.n.truth(judgeable(value)) }
    }
    const and = node.operator === '&&'
    const left = this.#judge(node.left, scope)
    if (left.truth.known) return left.truth.v === and ? this.#judge(node.right, scope) : left
    const right = () => this.#judge(node.right, scope)
    const sides = [and ? right : () => left, and ? () => left : right] as const
    const [one, other] = this.#memory.branch(left.truth, ...sides)
    const last = (and ? one : other).truth
    const truth = and ? left.truth.v && last.v : left.truth.v || last.v
    const known = last.known && last.v !== and
    return {
      value: this.#memory.merge(left.truth, one.value, other.value),
      truth: bool(truth, known),
    }
  }

  #assign(node: Syntax, scope: Scope): Val {
    const update = node.type === 'UpdateExpression'
    const target = update ? node.argument : node.left
    const old = node.operator === '=' ? MISSING : this.#eval(target, scope)
    const right = update ? lit(1) : this.#eval(node.right, scope)
    const operator = update ? node.operator[0] : node.operator.slice(0, -1)
    const value =
      operator === '' ? right : binaryOperator(this.n, operator, judgeable(old), judgeable(right))
    this.#store(target, value, scope)
    return update && !node.prefix ? old : value
  }
}
