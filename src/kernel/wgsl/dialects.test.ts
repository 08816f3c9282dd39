// Every function of every dialect on a device, bit for bit against JavaScript.

import { afterAll, describe, expect, it } from 'vitest'
import { closeTestDevice, openTestDevice } from '../../gpu/adapter.fixture.ts'
import { floatBits, floatFromBits, fromWords, highWord, lowWord } from '../../math/bits.ts'
import { loadF32 } from '../f32-rule.ts'
import { OPS, type Precision, type PureOp } from '../ir.ts'
import { SCALAR } from '../scalar.ts'
import type { Dialect } from './dialect.ts'
import { EXACT_F32 } from './exact-f32.ts'
import { EXACT_F64 } from './exact-f64.ts'
import { FENCED_F32 } from './fenced-f32.ts'
import { floatPairs, floats, ints } from './numbers.fixture.ts'
import { TABLE } from './ops.ts'
import { type Kind, runOnDevice, type Trial, wordsOf } from './run-function.fixture.ts'

const device = await openTestDevice()
const why = typeof device === 'string' ? `, which needs WebGPU: ${device}` : ''
const test = it.skipIf(typeof device === 'string')
afterAll(closeTestDevice)

const INPUTS = Number(process.env.FURROW_GPU_INPUTS ?? 2 ** 14)
const AT_ONCE = 2 ** 18

/** What devices and programs make of NaN: all of these are one and the same. */
const NAN_WORDS = {
  1: [[0x7fc00000], [0xffc00000], [0x7f800001]],
  2: [
    [0, 0x7ff80000],
    [0, 0xfff80000],
    [1, 0x7ff00000],
  ],
} as const

const floatOps = (Object.keys(OPS) as PureOp[]).filter((op) =>
  [...OPS[op].args, OPS[op].result].includes('float' as never),
)
const ONLY_F64: readonly PureOp[] = ['highWord', 'lowWord', 'fromWords']

/** With one argument; a second would be printed. */
const one = (op: PureOp) => (TABLE[op] as (a: string) => string)('a')

interface Case extends Omit<Trial, 'dialect'> {
  readonly name: string
  /** The number, integer or truth; of `words` the float whose words they are. */
  readonly truth: (a: number, b: number) => number
}

function casesOf(precision: Precision): Case[] {
  const ops = floatOps.filter((op) => precision === 'f64' || !ONLY_F64.includes(op))
  const cases = ops.map((op): Case => {
    const { args, result } = OPS[op] as Pick<Trial, 'args' | 'result'>
    const expression = args.length === 1 ? one(op) : TABLE[op]('a', 'b')
    return { name: op, expression, args, result, truth: SCALAR[precision][op] }
  })
  return [
    ...cases,
    {
      ...{ name: 'x - x', expression: TABLE.sub('a', 'a'), args: ['float'], result: 'float' },
      truth: (a) => a - a,
    },
    {
      ...{ name: 'finite', expression: 'finite(a)', args: ['float'], result: 'bool' },
      truth: (a) => (Number.isFinite(a) ? 1 : 0),
    },
    {
      ...{ name: 'words', expression: 'words(a)', args: ['float'], result: 'words' },
      truth: (a) => a,
    },
  ]
}

/** The words of a value; those of a NaN as the one pattern. */
function putWords(out: number[], x: number, kind: Kind, words: 1 | 2): void {
  if (kind === 'float' && words === 1) out.push(Number.isNaN(x) ? 0x7fc00000 : floatBits(x))
  else if (kind === 'float' || kind === 'words')
    out.push(Number.isNaN(x) ? 0 : lowWord(x), Number.isNaN(x) ? 0x7ff80000 : highWord(x))
  else out.push(x)
}

function canonical(found: Uint32Array, at: number, kind: Kind, words: 1 | 2): number[] {
  const out: number[] = []
  if (kind === 'float' && words === 1) putWords(out, floatFromBits(found[at]), kind, words)
  else if (kind === 'float') putWords(out, fromWords(found[at + 1], found[at]), kind, words)
  else for (let w = 0; w < (kind === 'words' ? 2 : 1); w++) out.push(found[at + w])
  return out
}

function inputsOf(args: Trial['args'], precision: Precision, count: number, seed: number) {
  if (args.length === 0) return Array.from({ length: count }, () => [])
  if (args.length === 2 && args[0] === 'float') return floatPairs(precision, count, seed)
  const columns = args.map((kind, i) =>
    kind === 'float' ? floats(precision, count, seed + i) : ints(count, seed + 5 * i),
  )
  return columns[0].map((_, i) => columns.map((column) => column[i]))
}

const hex = (words: readonly number[]) =>
  words
    .map((w) => (w >>> 0).toString(16).padStart(8, '0'))
    .reverse()
    .join('_')

/** The first few differences, in words of numbers and bits, and how many there are. */
async function differences(dialect: Dialect, one: Case, count: number, seed: number) {
  const precision = dialect.words === 2 ? 'f64' : 'f32'
  const inputs = inputsOf(one.args, precision, count, seed)
  const given: number[] = []
  for (const row of inputs)
    row.forEach((x, i) => {
      if (Number.isNaN(x)) given.push(...NAN_WORDS[dialect.words][given.length % 3])
      else putWords(given, x, one.args[i], dialect.words)
    })
  const words = Uint32Array.from(given)
  const found = await runOnDevice(device as GPUDevice, { dialect, ...one }, words, count)
  const width = wordsOf(one.result, dialect)
  const wrong: string[] = []
  let number = 0
  inputs.forEach(([a, b], i) => {
    const expected: number[] = []
    putWords(expected, one.truth(a, b), one.result, dialect.words)
    const got = canonical(found, width * i, one.result, dialect.words)
    if (got.every((w, j) => w >>> 0 === expected[j] >>> 0)) return
    number += 1
    if (wrong.length < 5) wrong.push(`${one.name}(${a}, ${b}): ${hex(got)} is not ${hex(expected)}`)
  })
  return { number, wrong }
}

describe.each([EXACT_F64, EXACT_F32, FENCED_F32])('$name', (dialect) => {
  const precision = dialect.words === 2 ? 'f64' : 'f32'
  for (const [i, one] of casesOf(precision).entries())
    test(`computes ${one.name} as JavaScript does${why}`, async () => {
      for (let done = 0; done < INPUTS; done += AT_ONCE) {
        const count = Math.min(AT_ONCE, INPUTS - done)
        const report = await differences(dialect, one, count, 1000 * i + done + 1)
        expect(report).toEqual({ number: 0, wrong: [] })
      }
    })

  const constants = [0, -0, 1, -0.1, 1e30, 5e-324, Infinity, -Infinity, Number.NaN]
  test(`writes constants by their bits${why}`, async () => {
    const held = precision === 'f64' ? constants : constants.map(loadF32)
    for (const x of held) {
      const one: Case = {
        ...{ name: String(x), expression: dialect.literal(x), args: [], result: 'float' },
        truth: () => x,
      }
      expect(await differences(dialect, one, 1, 1)).toEqual({ number: 0, wrong: [] })
    }
  })
})
