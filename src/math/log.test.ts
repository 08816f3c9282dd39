// The logarithm that the fit of growth rates rests on, bit for bit.

import { expect, it } from 'vitest'
import { log } from './log.ts'
import { between, fixedNumbers } from './points.fixture.ts'
import { fromBits, toBits, words64 } from './reference.fixture.ts'

it('gives the 3000 reference logarithms of the FreeBSD routine', () => {
  const words = words64('ln.bin')
  expect(words.length).toBe(9000)
  for (let i = 0; i < words.length; i += 3) {
    const got = toBits(log(fromBits(words[i])))
    if (got !== words[i + 2]) expect.fail(`log of ${fromBits(words[i])}`)
  }
})

it('takes the form of the source within 2^-20 of 1', () => {
  // The other two forms would round these the other way.
  expect(log(1.0000008324939862)).toBe(8.324936396685254e-7)
  expect(log(0.9999991750513393)).toBe(-8.249490009862519e-7)
})

// V8 compiles the same routine (ieee754::log); a host with another Math.log has nothing to compare.
const sameRoutine = Math.log(1.2789511472899882) === log(1.2789511472899882)

it.skipIf(!sameRoutine)('equals Math.log of V8 on 200,000 numbers', () => {
  const random = fixedNumbers(3)
  for (let i = 0; i < 200_000; i++) {
    const wide = i % 3 === 0 ? between(5e-324, Number.MAX_VALUE, random()) : 0.5 + 1.5 * random()
    // Every third close to a power of 2, where the routine takes another form.
    const x = i % 3 === 1 ? 2 ** (i % 1000) * (1 + (random() - 0.5) * 2 ** -18) : wide
    if (log(x) !== Math.log(x)) expect.fail(`log of ${x}`)
  }
})
