import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileProgram } from '../compile.ts'
import { cases } from '../programs.fixture.ts'
import { SourceError } from '../source.ts'
import { mapOf } from '../sources.fixture.ts'
import { parseText } from './parse.ts'
import { quickParse } from './quick-parse.ts'

/** What a scene's author may have on the clipboard. */
const PIECES = [
  ...['(', ')', '{', '}', '[', ']', '=>', '=', '+=', '++', '&&', '||', '!', '?', ':', ',', ';'],
  ...['x', 'y', 'z', 'a', 'Math', '.sin', '.max', '.length', '[0]', '[x | 0]', '1', '0.5', "'s'"],
  ...['if (x > 0)', 'else', 'for (let i = 0; i < 3; i++)', 'break', 'continue', 'return', 'let u'],
  ...['const v = ', 'return { x, y, z }', 'function f() {}', '...', '`t`', '/r/', 'async', 'new '],
]

const PROGRAM = `function ({ x, y, z }, { a, b }, t) {
  const p = [x, y, z]
  let sum = 0
  for (let i = 0; i < p.length; i++) {
    if (p[i] > a) continue
    sum += p[i] * Math.sin(b)
    if (sum > 10) break
  }
  const f = (v) => (v > 0 ? v : -v)
  if (!(x > 1) && y < f(z)) return { x: sum, y: x | 0, z: t }
  return { x, y: p[(x | 0) & 1], z: Math.max(x, 1) }
}`

/** Runs and lets only a SourceError with a place inside of the text pass. */
function onlySourceErrors(run: () => unknown, text: string): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const { line, column, text: shown } = error.where
    expect(line).toBeGreaterThan(0)
    expect(line).toBeLessThanOrEqual(text.split('\n').length)
    expect(column).toBeGreaterThan(0)
    expect(shown).toBe(text.split('\n')[line - 1] ?? '')
  }
}

/** The quick parser gives acorn's tree, or none. Strict code refuses some texts of functions. */
function sameTree(text: string): void {
  const quick = quickParse(text)
  if (quick === undefined) return
  try {
    const { node, shift } = parseText(text)
    if (shift === 0) expect(JSON.stringify(quick)).toBe(JSON.stringify(node))
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
  }
}

/** Compiles a text if the engine takes it for a function. */
function compileText(text: string): void {
  let source: unknown
  try {
    source = new Function(`return (${text}\n)`)()
  } catch {
    return
  }
  if (typeof source !== 'function') return
  const printed = Function.prototype.toString.call(source)
  sameTree(printed)
  onlySourceErrors(() => compileProgram(mapOf(source as never)), printed)
}

describe('whatever the text, nothing but a SourceError is thrown:', () => {
  test('arbitrary strings', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
        onlySourceErrors(() => parseText(text), text)
      }),
      { numRuns: 200 },
    )
  })

  test('pieces of programs in any order', () => {
    const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 })
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = `function ({ x, y, z }, { a }) { ${parts.join(' ')} ; return { x, y, z } }`
        onlySourceErrors(() => parseText(text), text)
        compileText(text)
      }),
      { numRuns: 200 },
    )
  })

  test('random programs give one tree in both parsers', () => {
    fc.assert(
      fc.property(cases, ({ source }) => {
        const { body, use, stop } = source
        for (const fn of [body.source, stop, ...Object.values(use)]) {
          if (typeof fn === 'function') sameTree(Function.prototype.toString.call(fn))
        }
      }),
      { numRuns: 100 },
    )
  })

  test('a program with a piece cut out and another put in', () => {
    const at = fc.nat(PROGRAM.length)
    fc.assert(
      fc.property(at, fc.nat(12), fc.constantFrom('', ...PIECES), (from, length, piece) => {
        const text = `${PROGRAM.slice(0, from)}${piece}${PROGRAM.slice(from + length)}`
        onlySourceErrors(() => parseText(text), text)
        compileText(text)
      }),
      { numRuns: 250 },
    )
  })
})
