// The law of the kernel: a program compiled and run by any backend gives the bits that the
// tree-walking evaluator gives, and wabt takes its modules. FURROW_RUNS sets how many programs,
// FURROW_SEED where to begin.

import fc from 'fast-check'
import { test } from 'vitest'
import { JS, type MakeKernel, WASM } from './backends.fixture.ts'
import { compileProgram } from './compile.ts'
import type { Program, Reading } from './ir.ts'
import type { Block } from './kernel.ts'
import { Evaluator, type Rollout } from './oracle/evaluator.fixture.ts'
import { type Case, cases } from './programs.fixture.ts'
import { faultOf, modulesOf } from './wasm/wabt.fixture.ts'

const STEPS = 4
/** Who the members are, for their random numbers. */
const SEED = [0x89abcdef, 0x1234567] as const
const CELL = 5 * 2 ** 32 + 7
const runs = Number(process.env.FURROW_RUNS ?? 300)
const seed = process.env.FURROW_SEED

function readingOf({ kind, at }: Reading, block: Block, m: number): number[] {
  if (kind === 'last') return [block.outputs[at][m]]
  const width = kind === 'sum' || kind === 'mean' ? 2 : 1
  return block.accumulators.slice(at, at + width).map((column) => column[m])
}

function rolloutsOf(program: Program, { starts, discard }: Case, make: MakeKernel): Rollout[] {
  const kernel = make(program, { seed: SEED })
  const block = kernel.block(starts.length)
  for (const [m, { state, params }] of starts.entries()) {
    for (const [i, x] of state.entries()) block.state[i][m] = x
    for (const [i, x] of params.entries()) block.params[i][m] = x
  }
  block.cell.set(starts.flatMap((_, m) => [CELL + m, 5]))
  block.replica.set(starts.map((_, m) => 3 + m))
  kernel.begin(block, starts.length)
  // The first step alone, then up to where the measures begin, then the rest.
  let time = 0
  for (const [from, to] of [
    [0, 1],
    [1, discard],
    [Math.max(discard, 1), STEPS],
  ]) {
    const observe = from >= discard
    time = kernel.advance(block, starts.length, { from, to, time, observe, fingerprint: 1 })
  }
  kernel.finish(block, starts.length, (m) => block.steps[m] * program.dt)
  return starts.map((_, m) => ({
    state: block.state.map((column) => column[m]),
    status: block.status[m],
    steps: block.steps[m],
    hash: BigInt(block.hash[2 * m]) + (BigInt(block.hash[2 * m + 1]) << 32n),
    measures: program.readings.map((reading) => readingOf(reading, block, m)),
  }))
}

/** Prints numbers so that equal texts mean equal bits. */
const show = (rollouts: readonly Rollout[]) =>
  JSON.stringify(rollouts, (_, x) => {
    if (typeof x === 'bigint') return x.toString(16)
    return typeof x === 'number' && (Object.is(x, -0) || !Number.isFinite(x))
      ? Object.is(x, -0)
        ? '-0'
        : String(x)
      : x
  })

const who = (m: number) => ({ seed: SEED, cell: CELL + m, replica: 3 + m })

function check(one: Case): void {
  const { source, text, starts, discard, form: which } = one
  const program = compileProgram(source)
  const evaluator = new Evaluator(source)
  const expected = show(
    starts.map((start, m) => evaluator.rollout({ ...start, ...who(m) }, STEPS, discard)),
  )
  // One form of each, to save time: the law of random graphs has them all.
  for (const [form, make] of [JS[which], WASM[which]]) {
    let got = ''
    const modules = modulesOf(() => {
      got = show(rolloutsOf(program, one, make))
    })
    for (const module of modules) {
      const fault = faultOf(module)
      if (fault) throw new Error(`${text}\nwabt on ${form}: ${fault}`)
    }
    if (got !== expected) {
      throw new Error(
        `${text}\nstarts ${show(starts as never)}\nevaluator ${expected}\n${form} ${got}`,
      )
    }
  }
}

test('random programs give the bits of the tree-walking evaluator', { timeout: 0 }, () => {
  const parameters = { numRuns: runs, ...(seed ? { seed: Number(seed) } : {}) }
  fc.assert(fc.property(cases, check), parameters)
})
