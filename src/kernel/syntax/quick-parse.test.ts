import { expect, test } from 'vitest'
import * as scenes from '../../scenes/index.ts'
import { FUNCTIONS } from '../library/library.ts'
import { INTEGRATORS } from '../program/integrators.ts'
import { functionOf } from '../sources.fixture.ts'
import { parseText } from './parse.ts'
import { quickParse } from './quick-parse.ts'

/** Acorn's tree with offsets in the text itself, as JSON, so that the order of entries counts. */
function acornTree(text: string): string {
  const { node, shift } = parseText(text)
  return JSON.stringify(node, (key, value) =>
    key === 'start' || key === 'end' ? value - shift : value,
  )
}

const textOf = (source: unknown) => Function.prototype.toString.call(source)

test.each([...FUNCTIONS, ...Object.entries(INTEGRATORS)])('%s gives the tree of acorn', (_, fn) => {
  expect(JSON.stringify(quickParse(textOf(fn)))).toBe(acornTree(textOf(fn)))
})

test.each(Object.values(scenes))(
  'the functions of scene $name give the trees of acorn',
  (scene) => {
    const sources = Object.values(scene).filter((entry) => typeof entry === 'function')
    expect(sources.length).toBeGreaterThan(0)
    for (const source of sources) {
      expect(JSON.stringify(quickParse(textOf(source)))).toBe(acornTree(textOf(source)))
    }
  },
)

const PLAIN = [
  'function named({ x, y: { z, w: [p, , q] } }, k) { return { x, y: z } }',
  'method({ x }, [a, b]) { const { z } = x; let u, v = a; return [u, , v] }',
  'x => -x ? (x, +x).c[x] : x && ~x || !x',
  '({ x }) => ({ x: 1e3, y: 0x1F, z: .5, if: 5., w: 1.5E-7 })',
  '(a, b,) => { for (;;) { if (a) break; else continue } }',
  'a => b => { return void 0, a, (b) }',
  'function () { const f = function g(x) { return x }; function h() {} return h(f(1), 2,) }',
  'x => x < 1 === x > 2 | x ^ x & x << 1 >> 2 >>> 3 + 4 - 5 * 6 / 7 % 8',
  'x => 2 ** x ** -x * 3',
  '(x) => { x = x += x -= x *= x /= x %= x <<= x >>= x >>>= x &= x |= x ^= x &&= x ||= x **= x }',
  '(x) => { x++; --x; x[0]--; ++x.y\n++x\nx\n--x }',
  '(x) => { // a comment (\n /* another ) => */ let y = 1\n y = /* in\nside */ 2\n return\n y }',
  'x => { let y = x /* ends\n */ y = 1; { ; } return null === true !== false }',
  'x => x ? y => y : (z, w) => z',
  'x => __name(x, \'f\')("g")',
  'x => { if (x) return\nelse x = 1; if (x) ; else if (!x) { } }',
]

test.each(PLAIN)('%s is plain, and gives the tree of acorn', (text) => {
  const tree = quickParse(text)
  expect(tree).toBeDefined()
  expect(JSON.stringify(tree)).toBe(acornTree(text))
})

const UNUSUAL = [
  ...['async x => x', 'async (x) => x', 'async function f() {}', 'function* f() {}', 'get x() {}'],
  ...['class A {}', '(x = 1) => x', '(...x) => x', '({ x = 1 }) => x', '({ [x]: y }) => y'],
  ...['x => x?.y', 'x => x ?? 1', 'x => `t`', 'x => /r/', 'x => 1n', 'x => 1_0', 'x => new x()'],
  ...['x => typeof x', 'x => delete x.y', 'x => this', 'x => x in y', 'x => { x instanceof y }'],
  ...['x => { while (x) x }', 'x => { a: x }', 'x => { for (const y of x) y }', 'x => { throw x }'],
  ...['x => { for (y in x) y }', 'x => { for (a: ;;) break a }', "x => { 'use strict' }"],
  ...[
    'x => { [x, y] = x }',
    'x => [...x]',
    'x => x(...x)',
    "x => 'a\\n'",
    'x => \u03c0',
    'x => x.#y',
  ],
  ...['x => ({ f() {} })', "x => ({ 'a': 1 })", 'function f() { [native code] }', 'x => x =', ''],
  ...[
    'let => let',
    'x => arguments',
    'function (x) { return 010 }',
    'x => x\u2028 + 1',
    '(x)\n=> x',
  ],
]

test.each(UNUSUAL)('%s is left to acorn', (text) => {
  expect(quickParse(text)).toBeUndefined()
})

test('what is nested too deeply is left to acorn', () => {
  expect(quickParse(`x => ${'('.repeat(100_000)}x${')'.repeat(100_000)}`)).toBeUndefined()
})

test('a long sum is no nesting', () => {
  const text = `x => ${Array(5_000).fill('x').join(' + ')}`
  expect(quickParse(textOf(functionOf(text)))).toBeDefined()
})
