// One hash for each function over fixed numbers: a changed bit anywhere shows. A changed row of
// golden.json changes every sweep that calls the function, and needs a line in CHANGELOG.md.

import { expect, it } from 'vitest'
import * as functions from './elementary.ts'
import golden from './golden.json' with { type: 'json' }
import { between, fixedNumbers } from './points.fixture.ts'
import { toBits } from './reference.fixture.ts'

type Values = (...xs: number[]) => number

/** Half in [-4, 4), half with any exponent; every fourth beside a multiple of pi/8. */
function draw(random: () => number): number {
  const kind = random()
  if (kind < 0.5) return 8 * random() - 4
  if (kind < 0.75) return Math.round(2000 * random() - 1000) * (Math.PI / 8)
  const size = between(Number.MIN_VALUE, Number.MAX_VALUE, random())
  return random() < 0.5 ? -size : size
}

/** FNV-1a 64 over the bits of 4096 results, every NaN as the one pattern. */
function hash(fn: Values): string {
  const random = fixedNumbers(64)
  let state = 0xcbf29ce484222325n
  for (let i = 0; i < 4096; i++) {
    let bits = toBits(fn(draw(random), draw(random)))
    for (let byte = 0; byte < 8; byte++, bits >>= 8n) {
      state = BigInt.asUintN(64, (state ^ (bits & 0xffn)) * 0x100000001b3n)
    }
  }
  return state.toString(16).padStart(16, '0')
}

it('gives the committed bits', () => {
  const found = Object.fromEntries(
    Object.entries(functions).map(([name, fn]) => [name, hash(fn as Values)]),
  )
  expect(found).toEqual(golden)
})
