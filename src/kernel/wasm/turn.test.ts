// Steps long enough to be cut in parts, with members who escape on the way: on vectors they have
// the bits of `js`, with any number of registers a quantity.

import { describe, expect, it } from 'vitest'
import { compileProgram } from '../compile.ts'
import { createJsKernel } from '../emit-js.ts'
import { createWasmKernel } from '../emit-wasm.ts'
import type { Precision } from '../ir.ts'
import { type Kernel, STATUS } from '../kernel.ts'

interface V {
  readonly [name: string]: number
}

const MEMBERS = 19
const STEPS = 60

/** Members far out escape; the choice between a number and its negative is one of signs. */
const programOf = (precision: Precision) =>
  compileProgram({
    ...{ name: 'driven', precision, state: { x: 1, y: 1, z: 1, v: 0 }, velocities: ['v'] },
    ...{ params: { rho: 28 }, dt: 0.01, use: {} },
    body: {
      ...{ shape: 'rates', integrator: 'rk4' },
      source: ({ x, y, z, v }: V, { rho }: V) => ({
        x: 10 * (y - x),
        y: x * (rho - z) - y + (x > y ? v : -v),
        z: x * y - (8 / 3) * z,
        v: Math.sin(x) % 0.3,
      }),
    },
    stop: ({ v }: V) => v > 0.05,
    observed: [{ kind: 'mean', of: 'x' }],
  })

function outcome(kernel: Kernel) {
  const block = kernel.block(MEMBERS)
  for (let m = 0; m < MEMBERS; m++) {
    const far = m % 6 === 5 ? 1e30 : 1
    for (const [i, column] of block.state.entries()) column[m] = (1 + m / 8 - i) * far
    block.params[0][m] = 20 + m
  }
  kernel.begin(block, MEMBERS)
  let time = 0
  for (let from = 0; from < STEPS; from += STEPS / 2) {
    const span = { from, to: from + STEPS / 2, time, observe: true, fingerprint: 1 }
    time = kernel.advance(block, MEMBERS, span)
  }
  const { state, accumulators, hash, status, steps } = block
  return {
    columns: [...state, ...accumulators].map((column) => Array.from(column.subarray(0, MEMBERS))),
    ...{ hash: Array.from(hash), status: Array.from(status), steps: Array.from(steps) },
  }
}

describe.each(['f64', 'f32'] as const)('a long step in %s', (precision) => {
  const program = programOf(precision)
  const wanted = outcome(createJsKernel(program, { seed: [0, 0] }))

  it('is long, and its members end in different ways', () => {
    expect(program.next.nodes.length).toBeGreaterThan(300)
    const { live, stopped, escaped } = STATUS
    expect(new Set(wanted.status)).toEqual(new Set([live, stopped, escaped]))
  })

  it.each([1, 2, 3, 8])('has the same bits on %i registers a quantity', (registers) => {
    const kernel = createWasmKernel(program, { seed: [0, 0] }, registers)
    expect(outcome(kernel)).toEqual(wanted)
  })
})
