// The reference vectors, which the seeds' own Rust code gave, by the compiled functions: a scene
// calls the function, and a member of a block is a row.

import { describe, expect, test } from 'vitest'
import { BACKENDS, type MakeKernel } from './backends.fixture.ts'
import { compileProgram } from './compile.ts'
import { meetsRuleOf } from './f32-rule.fixture.ts'
import type { Program } from './ir.ts'
import { createInterpreter } from './oracle/evaluator-library.fixture.ts'
import { type Arr, array } from './oracle/evaluator-memory.fixture.ts'
import { type Arithmetic, arithmeticOf, type Num } from './oracle/evaluator-numbers.fixture.ts'
import { sceneOf, VECTORS, type Vectors } from './reference.fixture.ts'

type Row = readonly number[]

/** Members of the blocks, in turn: mostly no whole number of groups. */
const SIZES = [1, 3, 7, 61, 257, 1021, 2048]
const SPAN = { from: 0, to: 1, time: 0, observe: false, fingerprint: 0 }
/** The tree-walking evaluator is slow: it sees each row whose number is a multiple of this. */
const STRIDE = 211

/** What the members have after one step, row by row. */
function compiled({ rows }: Vectors, program: Program, make: MakeKernel): Row[] {
  const kernel = make(program, { seed: [0, 0] })
  const block = kernel.block(Math.max(...SIZES))
  const found: Row[] = []
  for (let from = 0, turn = 0; from < rows.length; turn++) {
    const part = rows.slice(from, from + SIZES[turn % SIZES.length])
    for (const [i, column] of block.params.entries()) {
      for (const [m, { input }] of part.entries()) column[m] = input[i]
    }
    kernel.begin(block, part.length)
    kernel.advance(block, part.length, SPAN)
    for (const m of part.keys()) found.push(block.state.map((column) => column[m]))
    from += part.length
  }
  return found
}

/** Equal bits, where NaN has one pattern. */
const equal = (a: Row, b: Row) => a.every((x, i) => Object.is(x, b[i]))

/** How many rows are right, and the first few of `asked` that are not, as text. */
function judge({ rows }: Vectors, found: readonly Row[], asked: (row: number) => boolean) {
  const right = rows.map(({ output }, i) => equal(found[i], output))
  const wrong = [...rows.keys()].filter((i) => asked(i) && !right[i])
  const texts = wrong
    .slice(0, 5)
    .map((i) => `row ${i}, ${rows[i].input}: ${found[i]}, not ${rows[i].output}`)
  return { wrong: texts, right: right.filter(Boolean).length }
}

/** A row by the tree-walking evaluator. */
function walked({ text, rows }: Vectors, n: Arithmetic): (row: number) => Row {
  const walk = createInterpreter(n, {})
  const seen = walk.fn(text)
  return (row) => {
    const x = array(rows[row].input.map((value) => n.flt(n.load(value))))
    const { cells } = walk.call(seen, [x]) as Arr
    return cells.map(({ val }) => n.floatOf(walk.number(val) as Num))
  }
}

const counts = { rows: 0, f64: 0, f32Asked: 0, f32Right: 0, walked: 0 }

describe.each(VECTORS.map((vectors) => [vectors.file, vectors] as const))('%s', (_, vectors) => {
  const { file, rows } = vectors
  counts.rows += rows.length

  test('has all its rows from each backend in f64', () => {
    const program = compileProgram(sceneOf(vectors, 'f64'))
    for (const [form, make] of BACKENDS) {
      const { wrong, right } = judge(vectors, compiled(vectors, program, make), () => true)
      expect({ form, wrong, right }).toEqual({ form, wrong: [], right: rows.length })
    }
    counts.f64 += rows.length
  })

  // The natural logarithm is of binary64.
  if (file === 'ln.bin') return

  test('has the rows that the rule for tiny numbers leaves alone from each backend in f32', () => {
    const program = compileProgram(sceneOf(vectors, 'f32'))
    const meetsRule = meetsRuleOf(program)
    const alone = rows.map(({ input }) => !meetsRule(input))
    const [first, ...others] = BACKENDS.map(([form, make]) => {
      return { form, found: compiled(vectors, program, make) }
    })
    const { wrong, right } = judge(vectors, first.found, (row) => alone[row])
    expect(wrong).toEqual([])
    for (const { form, found } of others) {
      const different = found.flatMap((row, i) => (equal(row, first.found[i]) ? [] : [i]))
      expect({ form, different }).toEqual({ form, different: [] })
    }
    counts.f32Asked += alone.filter(Boolean).length
    counts.f32Right += right

    // The evaluator has the rule in its own words: it tells the same rows, and the other bits.
    let met = false
    const without = walked(
      vectors,
      arithmeticOf('f32', () => (met = true)),
    )
    const ruled = walked(vectors, arithmeticOf('f32'))
    for (let row = 0; row < rows.length; row += STRIDE) {
      met = false
      expect(without(row)).toEqual(rows[row].output)
      if (alone[row] && met) expect(rows[row].input).toEqual('a row that the rule leaves alone')
      expect(first.found[row]).toEqual(ruled(row))
      counts.walked += 1
    }
  })
})

test('no row is missing', () => {
  const { rows, f64, f32Asked, f32Right, walked } = counts
  process.stdout.write(
    `compiled functions: ${f64} of ${rows} rows reproduced in f64; in f32 all of the ${f32Asked} ` +
      `that the rule leaves alone, ${f32Right} in all; ${walked} seen by the evaluator\n`,
  )
  expect([rows, f64, f32Right]).toEqual([92372, 92372, 83343])
  // Which rows the rule leaves alone depends a little on what the graph keeps.
  expect(f32Asked).toBeGreaterThan(73_000)
})
