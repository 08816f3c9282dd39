// `%` on vectors against the engine's own, on numbers of all sizes and quotients near whole ones.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileProgram } from '../compile.ts'
import { createWasmKernel } from '../emit-wasm.ts'
import type { Precision } from '../ir.ts'
import type { Block, Kernel } from '../kernel.ts'

interface V {
  readonly [name: string]: number
}

const SIZE = 5

const kernelOf = (precision: Precision) =>
  createWasmKernel(
    compileProgram({
      ...{ name: 'remainder', precision, state: { z: 0 }, velocities: [], dt: 1, use: {} },
      ...{ params: { x: 1, y: 1 }, stop: undefined },
      body: { shape: 'step', source: ({ z }: V) => ({ z }) },
      observed: [{ kind: 'last', of: (_: V, { x, y }: V) => x % y }],
    }),
    { seed: [0, 0] },
  )

function remainders(kernel: Kernel, block: Block, pairs: readonly (readonly [number, number])[]) {
  for (const [m, [x, y]] of pairs.entries()) {
    block.params[0][m] = x
    block.params[1][m] = y
    block.state[0][m] = 0
  }
  kernel.begin(block, pairs.length)
  kernel.finish(block, pairs.length, () => 0)
  return pairs.map((_, m) => block.outputs[0][m])
}

const special = fc.constantFrom(0, -0, 1, -3, 0.1, 5e-324, 2 ** 900, 2 ** -901, 2 ** 52, 2 ** 53)
const number = fc.oneof(fc.double(), fc.double({ min: -100, max: 100 }), fc.integer(), special)
const near = fc
  .tuple(
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.nat(2 ** 31 - 1),
    fc.integer({ min: -2, max: 2 }),
  )
  .map(([y, q, ulps]) => [y * q * (1 + ulps * 2 ** -53), y] as const)
const pairs = fc.array(fc.oneof(fc.tuple(number, number), near), { minLength: 1, maxLength: SIZE })

for (const precision of ['f64', 'f32'] as const) {
  test(`% of ${precision} is JavaScript's`, () => {
    const kernel = kernelOf(precision)
    const block = kernel.block(SIZE)
    const settled = (x: number) => (precision === 'f32' ? x + 0 : x)
    fc.assert(
      fc.property(pairs, (given) => {
        const found = remainders(kernel, block, given)
        const taken = given.map((_, m) => [block.params[0][m], block.params[1][m]] as const)
        expect(found).toEqual(taken.map(([x, y]) => settled(x % y)))
      }),
    )
  })
}
