// The reductions of angles against big integers.

import { describe, expect, it } from 'vitest'
import { farAngle, nearAngle } from './angle.ts'
import { piAt } from './exact-series.fixture.ts'
import { at, integerParts } from './oracle.fixture.ts'
import { between, fixedNumbers, neighbour } from './points.fixture.ts'

const size = (n: bigint): bigint => (n < 0n ? -n : n)

/** The relative error of high + low as what is left of x, and whether the quadrant is right. */
function misses(x: number, angle: [number, number, number], turns: bigint, scale: number) {
  const left = at(x, scale) - turns * (piAt(scale) >> 1n)
  const error = size(at(angle[1], scale) + at(angle[2], scale) - left)
  const quadrant = (BigInt(angle[0]) & 3n) === (turns & 3n)
  return { quadrant, error: Number((error << 80n) / size(left)) / 2 ** 80, left }
}

/** The multiple of pi/2 that is nearest to x > 0. */
function nearest(x: number, scale: number): bigint {
  const pi = piAt(scale)
  return (4n * at(x, scale) + pi) / (2n * pi)
}

describe('nearAngle', () => {
  it('is right to 2^-57 of itself next to every multiple of pi/2 of its domain but one', () => {
    const scale = 230
    let worst = 0
    for (let n = 1; n <= 262144; n++) {
      const x = n * (Math.PI / 2)
      const { quadrant, error } = misses(x, nearAngle(x), BigInt(n), scale)
      if (!quadrant) expect.fail(`quadrant of ${x}`)
      if (n === 204551) expect(error).toBeLessThan(2 ** -55.4)
      else worst = Math.max(worst, error)
    }
    expect(worst).toBeLessThan(2 ** -57)
  })

  it('is right to 2^-60 of itself anywhere else, and at most pi/4', () => {
    const random = fixedNumbers(1)
    for (let i = 0; i < 5000; i++) {
      const x = random() < 0.5 ? random() * 411774 : between(0.7, 411774, random())
      const { quadrant, error, left } = misses(x, nearAngle(x), nearest(x, 230), 230)
      // Next to pi/4 either quadrant would do.
      const edge = Math.abs(Number(left >> 130n) / 2 ** 100) > Math.PI / 4 - 1e-10
      if (!(quadrant || edge) || error > 2 ** -60) expect.fail(`${x}`)
    }
  })
})

describe('farAngle', () => {
  const check = (x: number) => {
    const scale = 230 + Math.max(0, integerParts(x).exponent + 53)
    const { quadrant, error } = misses(x, farAngle(x), nearest(x, scale), scale)
    if (!quadrant || error > 2 ** -76) expect.fail(`${x}: ${quadrant}, ${Math.log2(error)}`)
  }

  it('is right to 2^-76 of itself for every exponent', () => {
    const random = fixedNumbers(2)
    for (let exponent = 15; exponent < 1024; exponent++) {
      for (let i = 0; i < 5; i++) check(2 ** exponent * (1 + random()))
      check(2 ** exponent)
      check(neighbour(2 ** exponent, -1))
    }
    check(Number.MAX_VALUE)
  })

  it('is right at the doubles that come nearest to a multiple of pi/2', () => {
    for (const x of [0x16ac5b262ca1ff * 2 ** 797, 204551 * (Math.PI / 2), 263205 * (Math.PI / 2)]) {
      for (const steps of [-1, 0, 1]) check(neighbour(x, steps))
    }
  })
})
