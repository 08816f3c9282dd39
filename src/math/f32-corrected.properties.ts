import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rsqrtF32 } from './f32-arithmetic.ts'
import { atan2F32 } from './f32-atan2.ts'
import { expF32 } from './f32-exp-range.ts'
import { eulerFromRotationF32, transformFromMatrixF32 } from './f32-rotations.ts'
import { sinCosF32 } from './f32-sin-cos.ts'
import { lengthF32, normalizeF32 } from './f32-vectors.ts'
import { separation } from './separation.ts'
import { simRotationFromEuler, simTransformMatrix } from './sim-rotations.ts'
import { ulpOffset32 } from './ulps.ts'

const single = fc.float({ noNaN: true, noDefaultInfinity: true })
const vector = fc.array(single, { minLength: 3, maxLength: 3 })
const angle = fc.float({ min: Math.fround(-3.1), max: Math.fround(3.1), noNaN: true })
const distance = (a: readonly number[], b: readonly number[]) =>
  a.reduce((largest, x, i) => Math.max(largest, Math.abs(x - b[i])), 0)

describe('for all binary32 numbers', () => {
  it('expF32 does not fall from one number to the next', () => {
    const near = fc.float({ min: -105, max: 90, noNaN: true })
    fc.assert(
      fc.property(fc.oneof(near, single), (x) => {
        expect(expF32(x)).toBeLessThanOrEqual(expF32(ulpOffset32(x, 1)))
      }),
      { numRuns: 2000 },
    )
  })

  it('rsqrtF32 never rises from one positive number to the next', () => {
    fc.assert(
      fc.property(single, (x) => {
        fc.pre(x > 0)
        expect(rsqrtF32(x)).toBeGreaterThanOrEqual(rsqrtF32(ulpOffset32(x, 1)))
      }),
    )
  })

  it('sinCosF32 is odd and even, and on the circle', () => {
    fc.assert(
      fc.property(single, (x) => {
        const [s, c] = sinCosF32(x)
        expect(sinCosF32(-x)).toEqual([-s, c])
        expect(Math.abs(s * s + c * c - 1)).toBeLessThan(2.5e-7)
      }),
    )
  })

  it('atan2F32 changes its sign with y', () => {
    fc.assert(
      fc.property(single, single, (y, x) => {
        expect(atan2F32(-y, x)).toBe(-atan2F32(y, x))
      }),
    )
  })
})

describe('for all vectors', () => {
  it('scaling by a power of two scales the length and keeps the direction', () => {
    fc.assert(
      fc.property(vector, fc.integer({ min: -60, max: 60 }), (v, k) => {
        const scaled = v.map((x) => x * 2 ** k)
        fc.pre(v.every((x) => x === 0 || (Math.abs(x) > 2 ** -50 && Math.abs(x) < 2 ** 50)))
        expect(lengthF32(scaled)).toBe(lengthF32(v) * 2 ** k)
        expect(distance(normalizeF32(scaled), normalizeF32(v))).toBeLessThan(1e-30)
      }),
    )
  })

  it('a direction has length 1', () => {
    fc.assert(
      fc.property(vector, (v) => {
        fc.pre(v.some((x) => x !== 0))
        expect(Math.abs(Math.hypot(...normalizeF32(v)) - 1)).toBeLessThan(2.5e-7)
      }),
    )
  })

  it('separation is a scaled sum of squares, the same both ways', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(finite, finite)), (pairs) => {
        const a = pairs.map(([x]) => x)
        const b = pairs.map(([, x]) => x)
        const found = separation(a, b)
        expect(separation(b, a)).toBe(found)
        const right = Math.hypot(...pairs.map(([x, y]) => x - y))
        // Math.hypot is no reference for the last bits.
        if (Number.isFinite(right))
          expect(Math.abs(found - right)).toBeLessThanOrEqual(1e-15 * right)
      }),
    )
  })
})

describe('for all rotations', () => {
  // Pitches of every distance from gimbal lock, down to the rounding of pi / 2.
  const pitch = fc.oneof(
    angle,
    fc
      .tuple(fc.boolean(), fc.double({ min: -9, max: 0, noNaN: true }))
      .map(([up, digits]) => (up ? 1 : -1) * Math.fround(Math.PI / 2 - 10 ** digits)),
  )

  it('the angles give the matrix back, near gimbal lock too', () => {
    fc.assert(
      fc.property(angle, pitch, angle, (roll, pitch, yaw) => {
        const rotation = simRotationFromEuler(roll, pitch, yaw)
        const [r, p, y] = eulerFromRotationF32(rotation)
        expect(distance(simRotationFromEuler(r, p, y), rotation)).toBeLessThan(3e-6)
        expect(Math.abs(p)).toBeLessThanOrEqual(Math.fround(Math.PI / 2))
      }),
      { numRuns: 1000 },
    )
  })

  it('a transform gives its matrix back, mirrored in any axes', () => {
    const size = fc.float({ min: Math.fround(0.1), max: 10, noNaN: true })
    const scale = fc.tuple(size, fc.boolean()).map(([x, mirrored]) => (mirrored ? -x : x))
    const three = fc.array(scale, { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(vector, angle, angle, angle, three, (position, roll, pitch, yaw, scale) => {
        const rotation = [roll, pitch, yaw]
        const matrix = simTransformMatrix({ position, rotation, scale })
        const found = transformFromMatrixF32(matrix)
        expect(distance(simTransformMatrix(found), matrix)).toBeLessThan(3e-5)
        expect(found.scale[0] < 0).toBe(scale[0] * scale[1] * scale[2] < 0)
      }),
    )
  })
})
