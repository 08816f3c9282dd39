// The numbers of the tree-walking evaluator: concrete values with what is known of their kind. Its
// arithmetic shares nothing with the compiler's; both follow DESIGN.md section 3 and these rules:
//
// - a literal is exact in binary64 until it meets a number of the run;
// - integers stay integers while + - * of them surely fit 53 bits; where one meets a float it is
//   what the float operation gives;
// - a value that is either of two by a condition of the run has a kind that holds both.

import type { Precision } from '../ir.ts'

export interface Lit {
  readonly k: 'lit'
  readonly v: number
}
/** `known`: made of literals alone, though by an operation of the precision. */
export interface Flt {
  readonly k: 'flt'
  readonly v: number
  readonly known: boolean
}
/** `v` is the exact integer within [low, high]; `f` what it is as a float. */
export interface Int {
  readonly k: 'int'
  readonly v: number
  readonly low: number
  readonly high: number
  readonly f: number
  readonly known: boolean
}
export interface Bool {
  readonly k: 'bool'
  readonly v: boolean
  readonly known: boolean
}
export type Num = Lit | Flt | Int

const EXACT = 2 ** 53

/** Rounding of the precision; f32: what is -0 becomes +0. */
export type Arithmetic = ReturnType<typeof arithmeticOf>

/** With `meets` the f32 rule for tiny numbers and -0 is off, and it is told where it would act. */
export function arithmeticOf(precision: Precision, meets?: () => void) {
  const narrow = precision === 'f32'
  const changed = (x: number, y: number) => {
    if (meets === undefined || Object.is(x, y)) return y
    meets()
    return x
  }
  const positive = (x: number) => changed(x, x + 0)
  const round = (x: number) => (narrow ? positive(Math.fround(x)) : x)
  const flush = (x: number) => (narrow ? changed(x, Math.abs(x) < 2 ** -100 ? 0 : x) : x)
  const load = (x: number) => flush(round(x))

  const floats: Record<string, (a: number, b: number) => number> = {
    '+': (a, b) => round(a + b),
    '-': (a, b) => round(a - b),
    '*': (a, b) => flush(round(a * b)),
    '/': (a, b) => flush(round(a / b)),
    '%': (a, b) => round(a % b),
  }
  const neg = (a: number) => flush(round(-a))

  const floatOf = (x: Num) => (x.k === 'lit' ? load(x.v) : x.k === 'flt' ? x.v : x.f)
  const isKnown = (x: Num | Bool) => x.k === 'lit' || x.known
  const flt = (v: number, known = false): Flt => ({ k: 'flt', v, known })

  /** An integer of 32 bits that is known to lie in a range. */
  const int = (v: number, low: number, high: number, known = false): Int => ({
    ...{ k: 'int', v, low, high, known },
    f: round(v),
  })

  function intOf(x: Num): Int | undefined {
    if (x.k === 'int') return x
    if (x.k === 'flt' || !Number.isInteger(x.v) || Math.abs(x.v) > EXACT) return undefined
    return Object.is(x.v, -0) ? undefined : { ...int(x.v, x.v, x.v, true), f: load(x.v) }
  }

  function arithmetic(op: string, a: Num, b: Num): Num {
    if (a.k === 'lit' && b.k === 'lit') return lit(inBinary64(op, a.v, b.v))
    const known = isKnown(a) && isKnown(b)
    const f = floats[op](floatOf(a), floatOf(b))
    const [i, j] = [intOf(a), intOf(b)]
    if (i === undefined || j === undefined || a.k === 'flt' || b.k === 'flt') return flt(f, known)
    if (!'+-*'.includes(op)) return flt(f, known)
    const ends = [i.low, i.high].flatMap((x) => [j.low, j.high].map((y) => inBinary64(op, x, y)))
    const [low, high] = [Math.min(...ends), Math.max(...ends)]
    if (low < -EXACT || high > EXACT) return flt(f, known)
    return { k: 'int', v: inBinary64(op, i.v, j.v) + 0, low, high, f, known }
  }

  function negate(x: Num): Num {
    if (x.k === 'lit') return lit(-x.v)
    if (x.k === 'flt') return flt(neg(x.v), x.known)
    return { ...x, v: 0 - x.v, low: -x.high, high: -x.low, f: neg(x.f) }
  }

  /** The kind of "x or y, by a condition of the run". */
  function merge(which: boolean, x: Num, y: Num): Num {
    if (x.k === 'lit' && y.k === 'lit' && Object.is(x.v, y.v)) return x
    const v = which ? x : y
    const [i, j] = [intOf(x), intOf(y)]
    if (i !== undefined && j !== undefined) {
      const [low, high] = [Math.min(i.low, j.low), Math.max(i.high, j.high)]
      const whole = which ? i : j
      if (reading(low, high) !== 'wide') {
        return { k: 'int', v: whole.v, low, high, f: whole.f, known: false }
      }
    }
    return flt(floatOf(v))
  }

  function compare(op: string, a: Num, b: Num): Bool {
    const known = isKnown(a) && isKnown(b)
    if (a.k === 'lit' && b.k === 'lit') return bool(holds(op, a.v, b.v), true)
    const [i, j] = [intOf(a), intOf(b)]
    const whole = a.k !== 'flt' && b.k !== 'flt' && i !== undefined && j !== undefined
    if (whole && narrowInt(i) && narrowInt(j)) return bool(holds(op, i.v, j.v), known)
    return bool(holds(op, floatOf(a), floatOf(b)), known)
  }

  function truth(x: Num | Bool): Bool {
    if (x.k === 'bool') return x
    const v = x.k === 'int' && narrowInt(x) ? x.v : x.k === 'lit' ? x.v : floatOf(x)
    return bool(v !== 0 && !Number.isNaN(v), isKnown(x))
  }

  return {
    ...{ precision, load, round, flush, floatOf, isKnown, flt, int, intOf },
    ...{ arithmetic, negate, merge, compare, truth },
  }
}

export const lit = (v: number): Lit => ({ k: 'lit', v })
export const bool = (v: boolean, known = false): Bool => ({ k: 'bool', v, known })

export function reading(low: number, high: number): 'signed' | 'unsigned' | 'wide' {
  if (low >= -(2 ** 31) && high < 2 ** 31) return 'signed'
  return low >= 0 && high < 2 ** 32 ? 'unsigned' : 'wide'
}

const narrowInt = ({ low, high }: Int) => reading(low, high) !== 'wide'

function inBinary64(op: string, a: number, b: number): number {
  switch (op) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return a / b
    default:
      return a % b
  }
}

function holds(op: string, a: number, b: number): boolean {
  switch (op) {
    case '<':
      return a < b
    case '>':
      return a > b
    case '<=':
      return a <= b
    case '>=':
      return a >= b
    case '===':
    case '==':
      return a === b
    default:
      return a !== b
  }
}

/** | & ^ ~ << >> >>> on 32 bits, with what a mask or a shift says of the range. */
export function integerOperator({ int, isKnown }: Arithmetic, op: string, a: Num, b: Num): Num {
  const [x, y] = [a.v | 0, b.v | 0]
  const results: Record<string, number> = {
    '|': x | y,
    '&': x & y,
    '^': x ^ y,
    '<<': x << y,
    '>>': x >> y,
    '>>>': x >>> y,
  }
  const v = results[op]
  if (a.k === 'lit' && b.k === 'lit') return lit(v)
  return int(v, ...rangeOf(op, a, b), isKnown(a) && isKnown(b))
}

function rangeOf(op: string, a: Num, b: Num): [number, number] {
  const full: [number, number] = op === '>>>' ? [0, 2 ** 32 - 1] : [-(2 ** 31), 2 ** 31 - 1]
  const signed = a.k === 'int' && reading(a.low, a.high) === 'signed' ? a : undefined
  if (op === '&') {
    const mask = (x: Num) => {
      if (x.k === 'lit') return x.v | 0
      return x.k === 'int' && x.low >= 0 && x.high < 2 ** 31 ? x.high : -1
    }
    const masks = [mask(a), mask(b)].filter((x) => x >= 0)
    return masks.length > 0 ? [0, Math.min(...masks)] : full
  }
  if (b.k !== 'lit') return full
  const count = b.v & 31
  if (op === '>>' && signed) return [signed.low >> count, signed.high >> count]
  if (op === '>>>' && signed && signed.low >= 0) return [signed.low >> count, signed.high >> count]
  if (op === '>>>') return [0, (2 ** 32 - 1) >>> count]
  if ((op === '|' || op === '^') && (b.v | 0) === 0 && signed) return [signed.low, signed.high]
  return full
}

/** A number or a condition; nothing else has a truth. */
export function judgeable(x: { readonly k: string }): Num | Bool {
  if (!/^(lit|flt|int|bool)$/.test(x.k)) throw new Error(`${x.k} is not a number`)
  return x as Num | Bool
}

export const not = ({ v, known }: Bool) => bool(!v, known)

export function numberOf({ int }: Arithmetic, x: Num | Bool): Num {
  if (x.k !== 'bool') return x
  return x.known ? lit(Number(x.v)) : int(Number(x.v), 0, 1)
}

export function unaryOperator(n: Arithmetic, operator: string, x: Num): Num {
  if (operator === '-') return n.negate(x)
  return operator === '+' ? x : integerOperator(n, '^', x, lit(-1))
}

export function binaryOperator(
  n: Arithmetic,
  op: string,
  x: Num | Bool,
  y: Num | Bool,
): Num | Bool {
  if (x.k === 'bool' && y.k === 'bool' && /^[!=]==?$/.test(op)) {
    return bool((x.v === y.v) === op.startsWith('='), x.known && y.known)
  }
  const [a, b] = [numberOf(n, x), numberOf(n, y)]
  if ('+-*/%'.includes(op)) return n.arithmetic(op, a, b)
  if (/^([|&^]|<<|>>>?)$/.test(op)) return integerOperator(n, op, a, b)
  return n.compare(op, a, b)
}

/** An index of the run as 32 bits; one that is outside of the array stays outside. */
export function indexOf(n: Arithmetic, index: Num, length: number): number {
  if (index.k === 'int' && narrowInt(index)) return index.v | 0
  const x = n.floatOf(index)
  return x >= 0 && x < length ? Math.trunc(x) : -1
}

/** The entry of an array of literals; an index outside gives the first. */
export function tableEntry(n: Arithmetic, values: readonly Num[], at: number): Num {
  const numbers = values.map(({ v }) => v)
  const v = numbers[at] ?? numbers[0]
  const whole = numbers.every((x) => (x | 0) === x && !Object.is(x, -0))
  if (!whole) return n.flt(n.load(v))
  return { ...n.int(v, Math.min(...numbers), Math.max(...numbers)), f: n.load(v) }
}
