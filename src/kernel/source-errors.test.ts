// Whatever is not part of the scene language is named, with its place and what to write instead.

import { describe, expect, test } from 'vitest'
import { compileProgram } from './compile.ts'
import { type ProgramSource, SourceError } from './source.ts'
import { functionOf, mapOf } from './sources.fixture.ts'
import { parseText } from './syntax/parse.ts'

function errorOf(source: ProgramSource): SourceError {
  try {
    compileProgram(source)
  } catch (error) {
    if (error instanceof SourceError) return error
    throw error
  }
  throw new Error('this compiles')
}

type Row = readonly [text: string, message: string, line: number, column: number]

/** Each in a line of its own, in front of a plain return. */
const STATEMENTS: readonly Row[] = [
  ['while (x > 0) x -= 1', '`while`: its length is not known', 2, 1],
  ['do { x -= 1 } while (x > 0)', '`do`: its length is not known', 2, 1],
  [
    'for (const v of [x, y]) x += v',
    '`for ... of`: write `for (let i = 0; i < a.length; i++)`',
    2,
    1,
  ],
  ['for (const k in s) x += 1', '`for ... in`: write out the entries by name', 2, 1],
  ['switch (x) { case 1: x = 2 }', '`switch`: write `if` and `else`', 2, 1],
  ['try { x = 1 } catch { x = 2 }', '`try`: nothing in a scene throws', 2, 1],
  ["throw new Error('no')", '`throw`: return a state, and let `stop` end the rollout', 2, 1],
  [
    'outer: for (let i = 0; i < 2; i++) x += i',
    'a label: put the inner loop into a function',
    2,
    1,
  ],
  ['class Ball {}', '`class`: a scene computes with numbers', 2, 1],
  ['var v = 1', '`var`: write const or let', 2, 1],
  ['debugger', '`debugger`: leave it out', 2, 1],
  ['for (let i = 0; i < x; i++) y += 1', 'the bound of a `for` must be known', 2, 17],
  ['for (;;) {}', 'a loop that does not end within', 2, 1],
  ['const k = 1; k = x', '`k` is a const: declare it by let', 2, 14],
  ['K = 2', '`K` is a constant of the scene', 2, 1],
  ['TABLE[1] = x', '`TABLE` is a constant: write to a copy of it', 2, 1],
  ['let u; if (x > 0) u = 1; y = u', '`u` may have no value yet', 2, 30],
]

/** Each as the value of a constant. */
const EXPRESSIONS: readonly Row[] = [
  ['Math.random()', 'Math.random: a rollout must be reproducible; take `noise.uniform()`', 2, 11],
  ['Date.now()', 'Date.now: a rollout must be reproducible; take the time `t`', 2, 11],
  ['performance.now()', 'performance.now: a rollout must be reproducible', 2, 11],
  ['new Date()', '`Date`: a rollout must be reproducible; take the time `t`', 2, 11],
  ['new Map()', '`Map`: a scene computes with numbers', 2, 11],
  ['new Array(3)', '`Array`: write `[]` and set `a[i]`', 2, 11],
  ['new Ball()', '`new`: a scene computes with numbers', 2, 11],
  ['Math.asinh(x)', 'Math.asinh: there is no portable version of it; there are sin, cos', 2, 11],
  ['Math.sin()', 'Math.sin takes 1 number, not 0', 2, 11],
  ['x + k', '`k` is not known inside the scene: pass it in `use: { k }`', 2, 15],
  ["'text'", 'a string: a scene computes with numbers', 2, 11],
  ['`text`', 'a string: a scene computes with numbers', 2, 11],
  ['10n', 'a BigInt: write a plain number', 2, 11],
  ['/a/', 'a regular expression', 2, 11],
  ['null', '`null`: give a number', 2, 11],
  ['undefined', '`undefined`: give a number', 2, 11],
  ['void 0', '`undefined`: give a number', 2, 11],
  ['typeof x', '`typeof`: the types of a scene are known', 2, 11],
  ['delete s.x', '`delete`: an entry of a scene stays', 2, 11],
  ['s?.x', '`?.`: every entry exists in a scene; write `.`', 2, 11],
  ['x ?? 1', '`??`: every entry exists in a scene', 2, 11],
  ['[...TABLE]', '`...`: copy an array by `a.slice()`', 2, 12],
  ['({ ...s })', '`...`: copy an array by `a.slice()`, and write out the entries', 2, 14],
  ['Math.max(...TABLE)', '`...`: copy an array', 2, 20],
  ['TABLE.map((v) => v)', '`.map`: write a `for` loop with a fixed bound', 2, 11],
  ['[x].push(1)', '`.push`: write `a[i] = ...` for the next `i`', 2, 11],
  ['console.log(x)', '`console`: a scene prints nothing', 2, 11],
  ['Number.isNaN(x)', 'Number.isNaN: write `x !== x`', 2, 11],
  ['Number(x)', '`Number`: write the number alone', 2, 11],
  ['isNaN(x)', '`isNaN`: write `x !== x`', 2, 11],
  ['this', '`this`: take what the function needs as an argument', 2, 11],
  ["import('x')", '`import()`: pass the function in `use`', 2, 11],
  ['async () => 1', 'an async function: a scene computes one step at once', 2, 11],
  ['((v = 1) => v)(x)', 'a default value', 2, 13],
  ['s.w', 'there is no `w` here, only `x`, `y`, `z`', 2, 11],
  ['TABLE[3]', 'index 3 is outside of an array of 3', 2, 11],
  ['TABLE[x]', 'an index must be an integer: write `| 0` after it', 2, 11],
  ['x[0]', 'a number stands where an array is wanted', 2, 11],
  ['x(1)', 'a number stands where a function is wanted', 2, 11],
  ['TABLE + 1', 'an array stands where a number is wanted', 2, 11],
  ['(x > 0) === 1', 'a boolean and a number are compared', 2, 11],
  ['half(x > 0 ? [x] : 1)', 'this is an array or a number, by a condition', 1, 9],
  ['again(x)', '`again` calls itself: write a `for` loop', 1, 13],
  ['((v) => { if (v > 0) return 1 })(x)', 'a path of `(unnamed)` ends without a value', 3, 13],
  ['half()', '`half` is called without this argument', 1, 9],
  ['noise.uniform', 'the function `noiseUniform` stands where a number is wanted', 3, 13],
]

const use = {
  K: 1.5,
  L: 2.5,
  M: 3.5,
  TABLE: [1, 2, 3],
  half: functionOf('(v) => (v / 2)'),
  again: functionOf('(v) =>      again(v - 1)'),
}

describe('a statement is refused:', () => {
  test.each(STATEMENTS)('%s', (text, message, line, column) => {
    const body = `(s, p, t) => { let { x, y } = s\n${text}\nreturn { x, y, z: 0 } }`
    const error = errorOf(mapOf(functionOf(body), { use }))
    expect(error.message).toContain(`scene \`test\`, next: ${message}`)
    expect(error.where).toEqual({ line, column, text })
  })
})

describe('an expression is refused:', () => {
  test.each(EXPRESSIONS)('%s', (text, message, line, column) => {
    const first = '(s, p, t, dt, noise) => { const { x, y } = s'
    const body = `${first}\nconst v = ${text}\nreturn { x: v, y, z: 0 } }`
    const error = errorOf(mapOf(functionOf(body), { use }))
    expect(error.message).toContain(message)
    expect(error.message).toMatch(/^(scene `test`, next|helper `\w+`): /)
    expect([error.where.line, error.where.column]).toEqual([line, column])
  })
})

describe('a function is refused:', () => {
  test.each([
    ['async () => ({ x: 0 })', 'an async function'],
    ['function* () { yield 1 }', 'a generator'],
    ['class {}', 'this is a class'],
  ])('%s', (text, message) => {
    expect(errorOf(mapOf(functionOf(text))).message).toContain(message)
  })

  test('without a text', () => {
    const bound = functionOf('() => ({ x: 0 })').bind(undefined)
    expect(errorOf(mapOf(bound)).message).toContain('a built-in or bound function has no text')
  })
})

describe('a result is refused:', () => {
  test.each([
    ['() => ({ x: 0, y: 0 })', 'the result lacks `z`', 8],
    ['() => ({ x: 0, y: 0, z: 0, w: 0 })', 'the result has `w`, which the state has not', 8],
    ['() => ({ x: 0, y: 0, z: [0] })', 'an array stands where a number is wanted', 25],
    ['() => [0, 0, 0]', "the result is an array; return an object with the state's entries", 7],
    ['() => 1', 'the result is a number', 7],
    ['(s) => { s.x = 1 }', 'returns nothing', 10],
    ['(s) => { if (s.x > 0) return s }', 'ends without a value: add a `return`', 10],
  ])('%s', (text, message, column) => {
    const error = errorOf(mapOf(functionOf(text)))
    expect(error.message).toContain(message)
    expect(error.where.column).toBe(column)
  })

  test.each([
    ['() => ({ p: [0, 0] })', '`p` of the result has 2 entries; the state has 3 there'],
    ['() => ({ p: 1 })', '`p` of the result is a number; the state has 3 entries there'],
  ])('%s', (text, message) => {
    const error = errorOf(mapOf(functionOf(text), { state: { p: [1, 2, 3] } }))
    expect(error.message).toContain(message)
  })
})

describe('a place is right', () => {
  test('in a method, whose text is no expression', () => {
    const { method } = functionOf('{ method({ x, y, z }) {\n  return { x, y, z: q } } }') as never
    expect(errorOf(mapOf(method)).where).toEqual({
      line: 2,
      column: 21,
      text: '  return { x, y, z: q } }',
    })
  })

  test('in the first line of a method', () => {
    const { method } = functionOf('{ method({ x, y, z }) { return { x, y, z: q } } }') as never
    expect(errorOf(mapOf(method)).where.column).toBe(41)
  })

  test('in a helper, which is named', () => {
    const helper = functionOf('function helper(v) {\n  return v + nothing\n}')
    const source = functionOf('({ x, y, z }) => ({ x: helper(x), y, z })')
    const error = errorOf(mapOf(source, { use: { helper } }))
    expect(error.message).toContain('helper `helper`: `nothing` is not known')
    expect(error.where).toEqual({ line: 2, column: 14, text: '  return v + nothing' })
  })

  test('of a call of the library, for a fault inside of it', () => {
    const source = functionOf('({ x, y, z }) => ({ x: sin(x), y: simDot(x, y), z })')
    expect(errorOf(mapOf(source)).message).toBe(
      'scene `test`, next: `simDot`: a number stands where an array is wanted',
    )
    const narrow = errorOf(mapOf(source, { precision: 'f32' }))
    expect(narrow.message).toContain('write Math.sin, which is binary32 here')
    expect(narrow.where.column).toBe(24)
  })
})

test('noise in rates is refused, and step is named', () => {
  const source = functionOf('({ x, y, z }, p, t, dt, noise) => ({ x: noise.normal(), y, z })')
  const body = { shape: 'rates', integrator: 'rk4', source } as const
  const error = errorOf(mapOf(source, { body }))
  expect(error.message).toContain('noise in `rates`: an integrator asks for rates several times')
})

test('a loop that makes too many operations is refused', () => {
  const text =
    '({ x, y, z }) => { for (let i = 0; i < 1e6; i++) x = x * y + z; return { x, y, z } }'
  const error = errorOf(mapOf(functionOf(text)))
  expect(error.message).toContain('more than 200000 operations a step')
})

test('an expression nested too deeply is refused', () => {
  const text = `() => ${'('.repeat(20_000)}x${')'.repeat(20_000)}`
  expect(() => parseText(text)).toThrow(SourceError)
  expect(() => parseText(text)).toThrow('nested too deeply')
})

test('a long sum is not nested', () => {
  const text = `({ x, y, z }) => ({ x: ${'x + '.repeat(3_000)}x, y, z })`
  expect(() => compileProgram(mapOf(functionOf(text)))).not.toThrow()
})
