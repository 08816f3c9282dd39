import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ACCURACY_F32 } from './accuracy-f32.fixture.ts'
import { floatBits, floatFromBits } from './bits.ts'
import { hypotF32 } from './f32-hypot.ts'
import { powF32 } from './f32-pow.ts'

const number = fc.float({ noNaN: true })
const positive = fc.float({ min: 0, noNaN: true })

/** Borders between the pieces of the functions: a wobble would show there. */
const BORDERS = [
  2 ** -25,
  0.34657359,
  0.4375,
  0.5,
  0.54930614,
  0.6875,
  Math.SQRT1_2,
  1,
  1.03972077,
  1.1875,
  Math.SQRT2,
  2,
  2.4375,
  2 * Math.SQRT2,
  4,
  8,
  9.01,
  17.32868,
  88.72283,
  89.41599,
  512,
  2 ** 24,
  2 ** -126,
]

const mirrored = ACCURACY_F32.filter(({ symmetry }) => symmetry !== 'none')
const monotone = ACCURACY_F32.filter(({ course }) => course !== 'none')

it.each(mirrored)('$name is $symmetry, bit for bit', ({ of, symmetry }) => {
  fc.assert(
    fc.property(number, (x) => {
      const image = of(-x)
      expect(symmetry === 'odd' ? -image : image).toBe(of(x))
    }),
  )
})

describe.each(monotone)('$name is $course', ({ of, course }) => {
  const follows = (a: number, b: number) => (course === 'falling' ? !(a < b) : !(a > b))

  it('from one number to the next and over wide steps', () => {
    const range = course === 'rising from 0' ? positive : number
    fc.assert(
      fc.property(range, range, (x, y) => {
        const [low, high] = x < y ? [x, y] : [y, x]
        expect(follows(of(low), of(high))).toBe(true)
        expect(follows(of(x), of(nextAbove(x)))).toBe(true)
      }),
    )
  })

  it('across the borders of its pieces', () => {
    for (const border of BORDERS)
      for (const sign of course === 'rising from 0' ? [1] : [1, -1]) {
        const start = floatBits(border) - 2000
        let before = of(sign * floatFromBits(start))
        for (let i = 1; i < 4000; i++) {
          const value = of(sign * floatFromBits(start + i))
          const right = sign > 0 ? follows(before, value) : follows(value, before)
          if (!right) expect.fail(`not ${course} at ${sign * floatFromBits(start + i)}`)
          before = value
        }
      }
  })
})

function nextAbove(x: number): number {
  return x < 0 ? -floatFromBits(floatBits(-x) - 1) : floatFromBits(floatBits(x + 0) + 1)
}

it('gives the hypotenuse of either order and any signs, no shorter than the longer side', () => {
  fc.assert(
    fc.property(number, number, (x, y) => {
      const length = hypotF32(x, y)
      expect([hypotF32(y, x), hypotF32(-x, y), hypotF32(x, -y)]).toEqual([length, length, length])
      expect(length).toBeGreaterThanOrEqual(Math.max(Math.abs(x), Math.abs(y)))
      expect(hypotF32(x, 0)).toBe(Math.abs(x))
    }),
  )
})

it('raises to whole powers with the sign of a product', () => {
  const exponent = fc.integer({ min: -40, max: 40 })
  fc.assert(
    fc.property(number, exponent, (x, n) => {
      const size = powF32(Math.abs(x), n)
      expect(powF32(-Math.abs(x), n)).toBe(n % 2 === 0 ? size : -size)
    }),
  )
})
