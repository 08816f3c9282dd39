// The eight small systems of the reference, computed by Rust: the compiled kernel gives every hash
// and final state, and the tree-walking evaluator the first thousand steps.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { toys } from '../workers/toys.fixture.ts'
import { BACKENDS } from './backends.fixture.ts'
import { compileProgram } from './compile.ts'
import { bitsOf } from './graphs.fixture.ts'
import { STATUS } from './kernel.ts'
import { Evaluator } from './oracle/evaluator.fixture.ts'

interface Reference {
  readonly q: readonly string[]
  readonly v: readonly string[]
  readonly steps: number
  readonly hashes: readonly (readonly [steps: number, hash: string])[]
  readonly final: readonly string[]
}

const file = new URL('../math/reference/toy_rollouts.json', import.meta.url)
const references: Record<string, Reference> = JSON.parse(readFileSync(file, 'utf8'))

const number = (hex: string) => {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(`0x${hex}`))
  return view.getFloat64(0)
}
const hex = (word: bigint) => word.toString(16).padStart(16, '0')

test('the reference has eight systems', () => {
  expect(Object.keys(references).length).toBe(8)
})

describe.each(Object.entries(references))('%s', (name, reference) => {
  const source = toys[name]
  const state = [...reference.q, ...reference.v].map(number)
  const params = Object.values(source.params).flat()

  test.each(BACKENDS)('gives every hash and the final state (%s)', (_, make) => {
    const kernel = make(compileProgram(source), { seed: [0, 0] })
    const block = kernel.block(1)
    for (const [i, x] of state.entries()) block.state[i][0] = x
    for (const [i, x] of params.entries()) block.params[i][0] = x
    kernel.begin(block, 1)
    const flags = { observe: true, fingerprint: 1 }
    let time = 0
    let from = 0
    for (const [steps, hash] of reference.hashes) {
      time = kernel.advance(block, 1, { ...flags, from, to: steps, time })
      from = steps
      const words = BigInt(block.hash[0]) + (BigInt(block.hash[1]) << 32n)
      expect([steps, hex(words)]).toEqual([steps, hash])
    }
    expect([block.status[0], block.steps[0]]).toEqual([STATUS.live, reference.steps])
    const last = [...block.state.map((column) => column[0]), time]
    expect(last.map((x) => hex(bitsOf(x)))).toEqual(reference.final)
  })

  test('gives the hashes of the first steps in the tree-walking evaluator', () => {
    const evaluator = new Evaluator(source)
    for (const [steps, hash] of reference.hashes.filter(([at]) => at <= 100)) {
      expect([steps, hex(evaluator.rollout({ state, params }, steps).hash)]).toEqual([steps, hash])
    }
  })
})
