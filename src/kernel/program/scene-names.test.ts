// Free names, as a file, a test runner or a bundler writes them.

import { describe, expect, test } from 'vitest'
import { sin } from '../../math/sin-cos.ts'
import { compileProgram } from '../compile.ts'
import { programText } from '../program-text.ts'
import type { ProgramSource } from '../source.ts'
import { functionOf, mapOf } from '../sources.fixture.ts'

const program = (text: string, use: ProgramSource['use']) =>
  programText(compileProgram(mapOf(functionOf(text), { use })))

const half = functionOf('(v) => v / 2')
/** As a bundler renames it. */
const e = functionOf('function e(v) { return v / 2 }')
const expected = program('({ x, y, z }) => ({ x: x / 2, y: y * 1.5, z })', {})
const K = 1.5

describe('one program from', () => {
  test.each<[string, string, ProgramSource['use']]>([
    ['keys of use', '({ x, y, z }) => ({ x: half(x), y: y * K, z })', { half, K }],
    ['a renamed helper', '({ x, y, z }) => ({ x: e(x), y: y * K, z })', { half: e, K }],
    ['a renamed constant', '({ x, y, z }) => ({ x: half(x), y: y * n, z })', { half, K }],
    [
      'a renamed helper and constant',
      '({ x, y, z }) => ({ x: e(x), y: y * n, z })',
      { half: e, K },
    ],
    [
      'the imports of a test runner',
      '({ x, y, z }) => ({ x: (0, __vi_import_0__.half)(x), y: y * __vi_import_12__.K, z })',
      { half, K },
    ],
    [
      'the imports of CommonJS',
      '({ x, y, z }) => ({ x: (0, import_half.half)(x), y: y * import_half.K, z })',
      { half, K },
    ],
    [
      'inner functions with kept names',
      'function({x,y,z}){const h=__name((v)=>v/2,"h");function k(v){return v*1.5}' +
        '__name(k,"k");return{x:h(x),y:k(y),z}}',
      {},
    ],
    [
      'arrays of numbers',
      '({ x, y, z }) => ({ x: x / list[0], y: y * list[1], z })',
      { list: [2, 1.5] },
    ],
    [
      'a renamed array beside a renamed number',
      '({ x, y, z }) => ({ x: x / a[0], y: y * b, z })',
      { list: [2], K },
    ],
    [
      'a name that is declared elsewhere in the text as well',
      '({ x, y, z }) => { const f = (n) => n / 2; for (let n = 0; n < 1; n++) z = z; ' +
        'return { x: f(x), y: y * n, z } }',
      { K },
    ],
  ])('%s', (_, text, use) => {
    expect(program(text, use)).toBe(expected)
  })
})

describe('the library', () => {
  const library = program('({ x, y, z }) => ({ x: sin(x), y, z })', {})

  test.each<[string, string, ProgramSource['use']]>([
    ['by Math', '({ x, y, z }) => ({ x: Math.sin(x), y, z })', {}],
    ['by an alias', '({ x, y, z }) => { const f = Math.sin; return { x: f(x), y, z } }', {}],
    ['in use, under a name of its own', '({ x, y, z }) => ({ x: sine(x), y, z })', { sine: sin }],
    ['by Math itself in use', '({ x, y, z }) => ({ x: sine(x), y, z })', { sine: Math.sin }],
    ['imported', '({ x, y, z }) => ({ x: __vi_import_3__.sin(x), y, z })', {}],
  ])('is found %s', (_, text, use) => {
    expect(program(text, use)).toBe(library)
  })

  test('yields to a helper of the same name', () => {
    const own = program('({ x, y, z }) => ({ x: sin(x), y, z })', { sin: half })
    expect(own).toBe(program('({ x, y, z }) => ({ x: x / 2, y, z })', {}))
  })

  test('does not see the helpers of a scene', () => {
    const text = program('({ x, y, z }) => ({ x: Math.sin(x), y, z })', { nearAngle: half })
    expect(text).toBe(library)
  })
})

describe('a name stays unknown', () => {
  test.each<[string, string, ProgramSource['use']]>([
    ['if two numbers are left over', '({ x, y, z }) => ({ x: x * a, y: y * b, z })', { K, L: 2 }],
    ['if it is no bundler that wrote it', '({ x, y, z }) => ({ x: x * gravity, y, z })', { K }],
  ])('%s', (_, text, use) => {
    expect(() => program(text, use)).toThrow('is not known inside the scene')
  })

  test('and the message names the constants that a bundler may have renamed', () => {
    const text = '({ x, y, z }) => ({ x: x * a, y: y * b, z })'
    expect(() => program(text, { K, L: 2 })).toThrow('if a bundler renamed `K`, `L`: put them into')
  })
})
