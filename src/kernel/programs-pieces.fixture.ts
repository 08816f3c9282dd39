// Random pieces of programs: expressions and statements of the scene language, as source texts.

import fc from 'fast-check'
import type { Precision } from './ir.ts'

/** What a piece of a program may mention where it stands. */
export interface Env {
  readonly precision: Precision
  readonly floats: string[]
  readonly ints: string[]
  readonly arrays: string[]
  /** Names that may be assigned to. */
  readonly openFloats: string[]
  readonly openInts: string[]
  readonly openArrays: string[]
  readonly helpers: readonly string[]
  readonly loops: number
  /** What stands behind `return`, made from one expression. */
  readonly result: (env: Env, piece: Piece) => string
  readonly count: { names: number }
}

/** Writes a piece of a program; statements also declare names in the environment. */
export type Piece = (env: Env) => string
type Pieces = fc.Arbitrary<Piece>

const inside = (env: Env, loops = env.loops): Env => ({
  ...env,
  ...{ floats: [...env.floats], ints: [...env.ints], arrays: [...env.arrays] },
  ...{ openFloats: [...env.openFloats], openInts: [...env.openInts] },
  ...{ openArrays: [...env.openArrays], loops },
})

const fresh = (env: Env, letter: string) => `${letter}${env.count.names++}`
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]
const nat = fc.nat(63)
const weighted = (weight: number, arbitrary: Pieces) => ({ weight, arbitrary })

/** Arrays of the programs have this many elements. */
const LENGTH = 3

const FLOATS = [
  ...['0', '-0', '1', '-1', '0.5', '2', '3', '0.1', '-0.7', '1.5', '8 / 3', '1e-3', '100', '1e9'],
  ...['NaN', 'Infinity', '-Infinity', '5e-324', '-5e-324', '2.2250738585072014e-308', '1e-40'],
  ...['1.7976931348623157e308', '-1e300', '3.4e38', '1e-30', '7.888609052210118e-31', '1e-31'],
  ...['9007199254740993', '16777217', '4294967296', '2147483648', '-2147483649', '1e22'],
  ...['0.1 + 0.2', '1 / 3 - 1 / 3', '-(1 / 0)', '0 / 0', '1e308 * 10', '(0.1 * 3) / 7'],
]
const INTS = ['0', '1', '2', '-1', '7', '31', '255', '65535', '0x7fffffff', '-0x80000000', '12345']
const UNARY = ['abs', 'floor', 'ceil', 'trunc', 'sqrt', 'fround', 'sign', 'round']
const LIBRARY = ['sin', 'cos', 'exp', 'log', 'tanh', 'cbrt', 'atan', 'log1p', 'asin', 'tan', 'acos']
const LIBRARY_OF_TWO = ['atan2', 'pow', 'hypot']
const COMPARE = ['<', '<=', '>', '>=', '===', '!==']

const floatText = (x: number) => (Object.is(x, -0) ? '(-0)' : `(${x})`)
const constant = (texts: readonly string[]): Pieces =>
  fc.constantFrom(...texts).map((x) => () => `(${x})`)

/** One piece inside of a text, or two; `$` stands for the first and `@` for the second. */
const around = (form: string, a: Pieces, b: Pieces = a): Pieces =>
  fc.tuple(a, b).map(([x, y]) => (env) => {
    const texts: Record<string, string> = { $: x(env), '@': form.includes('@') ? y(env) : '' }
    return form.replace(/[$@]/g, (mark) => texts[mark])
  })
/** The right operand is `other` where both would be the same, which a compiler may decide. */
const infix = (operators: readonly string[], a: Pieces, other?: string): Pieces =>
  fc.tuple(fc.constantFrom(...operators), a, a).map(([op, x, y]) => (env) => {
    const [left, right] = [x(env), y(env)]
    return `(${left} ${op} ${left === right ? (other ?? right) : right})`
  })
const called = (names: readonly string[], a: Pieces): Pieces =>
  fc.tuple(fc.constantFrom(...names), a).map(
    ([f, x]) =>
      (env) =>
        `${f}(${x(env)})`,
  )
const choice = (condition: Pieces, a: Pieces): Pieces =>
  fc.tuple(condition, a, a).map(
    ([c, x, y]) =>
      (env) =>
        `(${c(env)} ? ${x(env)} : ${y(env)})`,
  )

/** The first in f64 programs, the second in f32 programs. */
const either = (f64: Pieces, f32: Pieces): Pieces =>
  fc.tuple(f64, f32).map(
    ([x, y]) =>
      (env) =>
        env.precision === 'f64' ? x(env) : y(env),
  )

const deep = { maxDepth: 4, depthIdentifier: 'expression', withCrossShrink: true } as const

function floats(F: Pieces, I: Pieces, B: Pieces, index: Pieces): Pieces {
  const element: Pieces = fc.tuple(nat, index).map(([n, at]) => (env) => {
    return `${pick(env.arrays, n)}[${at(env)}]`
  })
  const helper: Pieces = fc.tuple(nat, F, F).map(([n, x, y]) => (env) => {
    const args = [x(env), y(env), 'step']
    return env.helpers.length === 0 ? args[0] : `${pick(env.helpers, n)}(${args.join(', ')})`
  })
  const double = fc.double({ noNaN: true, min: -8, max: 8 })
  return fc.oneof(
    deep,
    weighted(
      7,
      nat.map((n) => (env) => pick(env.floats, n)),
    ),
    weighted(2, constant(FLOATS)),
    weighted(
      2,
      double.map((x) => () => floatText(x)),
    ),
    weighted(8, infix(['+', '-', '*', '/'], F)),
    weighted(1, infix(['%'], F)),
    weighted(1, around('(-$)', F)),
    // Zeros of both signs, often.
    weighted(1, around('($ * 0)', F)),
    weighted(
      2,
      called(
        UNARY.map((f) => `Math.${f}`),
        F,
      ),
    ),
    weighted(
      1,
      called(
        LIBRARY.map((f) => `Math.${f}`),
        F,
      ),
    ),
    weighted(
      1,
      fc.constantFrom(...LIBRARY_OF_TWO).chain((f) => around(`Math.${f}($, @)`, F)),
    ),
    weighted(1, around('Math.min($, @)', F)),
    weighted(1, around('Math.max($, @, -1)', F)),
    weighted(2, choice(B, F)),
    weighted(1, choice(B, sureInts(F, I))),
    weighted(1, I),
    weighted(1, infix(['*'], I)),
    weighted(1, around('(+$)', B)),
    weighted(1, element),
    weighted(1, helper),
    weighted(1, called(['floatFromBits'], I)),
    weighted(1, either(around('fromWords($, @)', I), I)),
  )
}

/** Integers that surely fit 32 bits stay integers; as floats they may round twice, or be -0. */
const sureInts = (F: Pieces, I: Pieces): Pieces =>
  fc.oneof(
    around('((floatBits($) & 0x3ffffff) + (floatBits(@) & 0x3fffffff))', F),
    around('((floatBits($) & 0xffff) * (floatBits(@) & 0x7fff))', F),
    around('(($ & 0xffff) - (@ & 0x7fff))', I),
    around('(-($ & 3))', I),
    around('Math.abs(-(floatBits($) & 0x7ffffff) - (floatBits(@) & 0x3fffffff))', F),
  )

/** NaN that the machine makes in the run: its sign differs from that of the constant. */
const madeNaN = (F: Pieces): Pieces => around('Math.sqrt(-1 - Math.abs($))', F)

function ints(F: Pieces, I: Pieces, B: Pieces): Pieces {
  const seen = fc.oneof(weighted(2, F), weighted(1, madeNaN(F)))
  return fc.oneof(
    deep,
    weighted(
      3,
      nat.map((n) => (env) => pick([...env.ints, '5'], n)),
    ),
    weighted(2, constant(INTS)),
    weighted(3, around('($ | 0)', F)),
    weighted(2, around('(($ * 1e9) | 0)', F)),
    weighted(1, around('(($ * 1e22) | 0)', F)),
    weighted(3, infix(['|', '&', '^', '<<', '>>', '>>>'], I)),
    weighted(1, infix(['|', '&', '^', '<<', '>>', '>>>'], F)),
    weighted(1, sureInts(F, I)),
    weighted(2, around('(($ + @) | 0)', I)),
    weighted(1, infix(['+', '-'], I)),
    weighted(2, around('(($ * @) | 0)', I)),
    weighted(1, around('Math.imul($, @)', I)),
    weighted(1, around('Math.clz32($)', I)),
    weighted(1, around('(~$)', I)),
    weighted(1, around('(-$ | 0)', I)),
    weighted(1, around('Math.abs($)', I)),
    weighted(1, around('Math.max($, @)', I)),
    weighted(1, choice(B, I)),
    weighted(
      4,
      either(called(['highWord', 'lowWord', 'floatBits'], seen), around('floatBits($)', seen)),
    ),
  )
}

function bools(F: Pieces, I: Pieces, B: Pieces): Pieces {
  return fc.oneof(
    deep,
    weighted(4, infix(COMPARE, F, 'step')),
    weighted(1, infix(COMPARE, fc.oneof(F, madeNaN(F)), 'step')),
    weighted(3, infix(COMPARE, I, '(step | 0)')),
    weighted(1, infix(COMPARE, around('($ >>> 0)', I), '(step >>> 0)')),
    weighted(1, around('(($ >>> 0) < @)', I)),
    weighted(1, around('($ <= (@ >>> 1))', I)),
    weighted(1, around('($ < (@ >>> 0))', I)),
    weighted(1, infix(['&&', '||', '===', '!=='], B, '(step < 0.5)')),
    weighted(1, around('!$', B)),
    weighted(1, around('!!$', F)),
  )
}

const indices = (F: Pieces, I: Pieces): Pieces =>
  fc.oneof(
    weighted(
      2,
      fc.nat(LENGTH - 1).map((n) => () => String(n)),
    ),
    weighted(2, around('(($ ^ step) & 3)', I)),
    weighted(1, around('Math.floor($ + step)', F)),
  )

function declaration(value: Pieces, type: 'float' | 'int'): Pieces {
  return fc.tuple(value, fc.boolean()).map(([x, open]) => (env) => {
    const name = fresh(env, type === 'float' ? 'v' : 'i')
    const line = `${open ? 'let' : 'const'} ${name} = ${x(env)}`
    env[type === 'float' ? 'floats' : 'ints'].push(name)
    if (open) env[type === 'float' ? 'openFloats' : 'openInts'].push(name)
    return line
  })
}

function assignment(value: Pieces, type: 'float' | 'int'): Pieces {
  const operators = type === 'float' ? ['=', '+=', '-=', '*='] : ['=', '|=', '^=', '<<=']
  return fc.tuple(nat, fc.constantFrom(...operators), value).map(([n, op, x]) => (env) => {
    const open = env[type === 'float' ? 'openFloats' : 'openInts']
    return open.length === 0 ? '' : `${pick(open, n)} ${op} ${x(env)}`
  })
}

const newArray = (value: Pieces): Pieces =>
  fc.array(value, { minLength: LENGTH, maxLength: LENGTH }).map((values) => (env) => {
    const written = values.map((x) => x(env)).join(', ')
    const name = fresh(env, 'a')
    env.arrays.push(name)
    env.openArrays.push(name)
    return `let ${name} = [${written}]`
  })

const branch = (condition: Pieces, body: Pieces): Pieces =>
  fc.tuple(condition, body, fc.option(body)).map(([c, yes, no]) => (env) => {
    const otherwise = no ? ` else {\n${no(inside(env))}\n}` : ''
    return `if (${c(env)}) {\n${yes(inside(env))}\n}${otherwise}`
  })

const loop = (body: Pieces, leave: Pieces): Pieces =>
  fc.tuple(fc.nat(3), body, fc.option(leave), body).map(([n, first, way, last]) => (env) => {
    const name = fresh(env, 'n')
    const inner = inside(env, env.loops + 1)
    inner.ints.push(name)
    const parts = [first, ...(way ? [way, last] : [])].map((piece) => piece(inner))
    return `for (let ${name} = 0; ${name} < ${n}; ${name}++) {\n${parts.join('\n')}\n}`
  })

function statements(F: Pieces, I: Pieces, B: Pieces, index: Pieces, body: Pieces): Pieces {
  const store: Pieces = fc.tuple(nat, index, F).map(([n, at, x]) => (env) => {
    return `${pick(env.openArrays, n)}[${at(env)}] = ${x(env)}`
  })
  const leave: Pieces = fc.tuple(B, fc.boolean()).map(([c, stop]) => (env) => {
    return env.loops > 0 ? `if (${c(env)}) ${stop ? 'break' : 'continue'}` : ''
  })
  const early: Pieces = fc.tuple(B, F).map(([c, x]) => (env) => {
    return `if (${c(env)}) return ${env.result(env, x)}`
  })
  return fc.oneof(
    { maxDepth: 3, depthIdentifier: 'statement', withCrossShrink: true },
    weighted(3, declaration(F, 'float')),
    weighted(2, declaration(I, 'int')),
    weighted(3, assignment(F, 'float')),
    weighted(1, assignment(I, 'int')),
    weighted(1, store),
    weighted(1, newArray(F)),
    weighted(3, branch(B, body)),
    weighted(2, loop(body, leave)),
    weighted(1, leave),
    weighted(1, early),
  )
}

type Grammar = {
  float: Piece
  int: Piece
  bool: Piece
  index: Piece
  statement: Piece
  block: Piece
}

export const { float, bool, block } = fc.letrec<Grammar>((tie) => {
  const [F, I, B, index] = [tie('float'), tie('int'), tie('bool'), tie('index')]
  const body: Pieces = fc
    .array(tie('statement'), { maxLength: 3, depthIdentifier: 'statement' })
    .map((lines) => (env) => lines.map((line) => line(env)).join('\n'))
  return {
    float: floats(F, I, B, index),
    int: ints(F, I, B),
    bool: bools(F, I, B),
    index: indices(F, I),
    statement: statements(F, I, B, index, tie('block')),
    block: body,
  }
})
