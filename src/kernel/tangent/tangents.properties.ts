// The law of tangents: the scene itself runs to the same bits with them, and every backend gives
// them the same bits.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JS, type MakeKernel, WASM } from '../backends.fixture.ts'
import { compileProgram } from '../compile.ts'
import { ownComponents, type Program } from '../ir.ts'
import { type Case, cases } from '../programs.fixture.ts'
import { SourceError } from '../source.ts'

const STEPS = 4
const SEED = [0x89abcdef, 0x1234567] as const
const runs = Number(process.env.FURROW_RUNS ?? 60)

/** What a rollout leaves: columns of the scene itself, and those of the tangents. */
function run(program: Program, { starts, discard }: Case, make: MakeKernel) {
  const kernel = make(program, { seed: SEED })
  const count = starts.length
  const block = kernel.block(count, 1)
  const own = ownComponents(program)
  const [twin] = block.twins
  for (const each of [block, twin]) {
    for (const [m, { state, params }] of starts.entries()) {
      for (const [i, column] of each.state.entries()) {
        column[m] = i < own ? state[i] : Number(i % own === Math.floor(i / own) - 1)
      }
      for (const [i, x] of params.entries()) each.params[i][m] = x
      if (each === twin) each.state[0][m] += 1e-3
    }
    each.replica.set(starts.map((_, m) => 3 + m))
    kernel.begin(each, count)
  }
  const distances = new Float64Array(count * STEPS)
  const pairs = [
    { twin, metric: 'sound' as const, stride: 1, last: STEPS, distances, start: 0, width: STEPS },
  ]
  let time = 0
  for (const [from, to] of [
    [0, discard],
    [discard, STEPS],
  ] as const) {
    const span = { from, to, time, observe: from >= discard, fingerprint: 1 }
    time = kernel.advance(block, count, span, pairs)
  }
  kernel.finish(block, count, (m) => block.steps[m] * program.dt)
  const { hash, status, steps, accumulators, outputs } = block
  const columns = [...block.state.slice(0, own), ...accumulators, ...outputs]
  return {
    own: [...columns, hash, status, steps].map((column) => bits(column)),
    distances: bits(distances),
    tangents: block.state.slice(own).map((column) => bits(column)),
  }
}

const bits = (column: ArrayLike<number>) =>
  Array.from(column, (x) => (Object.is(x, -0) ? '-0' : String(x))).join(' ')

function compiled(source: Case['source'], tangents: number): Program | undefined {
  try {
    return compileProgram(source, { tangents })
  } catch (error) {
    const known = error instanceof SourceError && error.message.includes('which have no derivative')
    if (known) return undefined
    throw error
  }
}

test('random programs run to the same bits with tangents, which all backends agree on', () => {
  const seen = { derived: 0, refused: 0 }
  fc.assert(
    fc.property(cases, (one) => {
      const program = compiled(one.source, 2)
      seen[program === undefined ? 'refused' : 'derived'] += 1
      if (program === undefined) return
      const plain = run(compileProgram(one.source), one, JS[one.form][1])
      const js = run(program, one, JS[one.form][1])
      const wasm = run(program, one, WASM[one.form][1])
      expect(js.own).toEqual(plain.own)
      expect(js.distances).toEqual(plain.distances)
      expect(wasm).toEqual(js)
    }),
    { numRuns: runs },
  )
  expect(seen.derived).toBeGreaterThan(runs / 2)
})
