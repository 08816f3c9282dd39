// The own unit tests of rusting_engine's sim_math, and the constants of all four seeds. The rows of
// the reference stand in src/seeds.test.ts.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fromBits32, readText, toBits32 } from './reference.fixture.ts'
import { simAsin, simAtan2 } from './sim-arc.ts'
import { simDiv, simRecip, simRsqrt, simSqrt, simToInt } from './sim-arithmetic.ts'
import {
  simEulerFromRotation,
  simRotationFromEuler,
  simRotationFromScaledAxis,
  simTransformFromMatrix,
  simTransformMatrix,
} from './sim-rotations.ts'
import { simSinCos, simSinCosGlsl } from './sim-sin-cos.ts'
import { simDivVector, simDot, simNormalize, simToIntVector } from './sim-vectors.ts'

const f = Math.fround
const ulps = (a: number, b: number) => Math.abs(toBits32(a) - toBits32(b))
const distance = (a: readonly number[], b: readonly number[]) =>
  a.reduce((largest, x, i) => Math.max(largest, Math.abs(x - b[i])), 0)

describe('the checksum of the seed', () => {
  it('is 1637066667 over 8001 arguments of sin_cos, atan2 and asin, all close to the truth', () => {
    let checksum = 0
    const worst = [0, 0, 0]
    const mix = (x: number) => {
      checksum = (((checksum << 5) | (checksum >>> 27)) ^ toBits32(x)) >>> 0
    }
    for (let step = -4000; step <= 4000; step++) {
      const x = f(step * f(0.0025))
      const wide = f(x * 1000)
      const [sine, cosine] = simSinCos(wide)
      const error = Math.abs(sine - Math.sin(wide)) + Math.abs(cosine - Math.cos(wide))
      if (Math.abs(wide) <= 8192) worst[0] = Math.max(worst[0], error)
      const angle = simAtan2(x, f(1 - Math.abs(x)))
      worst[1] = Math.max(worst[1], Math.abs(angle - Math.atan2(x, 1 - Math.abs(x))))
      const clamped = Math.min(Math.max(x, -1), 1)
      worst[2] = Math.max(worst[2], Math.abs(simAsin(clamped) - Math.asin(clamped)))
      for (const result of [sine, cosine, angle, simAsin(clamped)]) mix(result)
    }
    expect(checksum).toBe(1_637_066_667)
    expect(worst[0]).toBeLessThan(4e-7)
    expect(worst[1]).toBeLessThan(5e-7)
    expect(worst[2]).toBeLessThan(5e-7)
  })
})

describe('sim_math as its own tests see it', () => {
  it('gives the special values of the transcendental functions', () => {
    const half = f(Math.PI / 2)
    expect(simSinCos(0)).toEqual([0, 1])
    expect([simAtan2(0, 1), simAtan2(1, 0), simAtan2(0, 0)]).toEqual([0, half, 0])
    expect([simAsin(1), simAsin(-2), simAsin(0)]).toEqual([half, -half, 0])
    expect(simAtan2(0, -1)).toBe(f(Math.PI))
  })

  it('is exact for round values and within two ulp for the rest', () => {
    expect(simRecip(1)).toBe(1)
    expect(simRecip(-4)).toBe(-0.25)
    expect(simDiv(3, 1)).toBe(3)
    expect(simRsqrt(4)).toBe(0.5)
    expect([simSqrt(9), simSqrt(100), simSqrt(-1)]).toEqual([3, 10, 0])
    expect(simNormalize([0, 3, 4])).toEqual([0, f(0.6), f(0.8)])
    expect(simNormalize([0, 0, 0])).toEqual([0, 0, 0])
    const far: number[] = []
    for (let step = 0; step < 4000; step++) {
      const x = f(2 ** f(f(step / 50) - 40))
      const root = f(Math.sqrt(x))
      if (ulps(simRecip(x), f(1 / x)) > 1) far.push(x)
      if (ulps(simRsqrt(x), f(1 / root)) > 2) far.push(x)
      if (ulps(simSqrt(x), root) > 1) far.push(x)
    }
    expect(far).toEqual([])
  })

  it('turns about a scaled axis as Rodrigues says', () => {
    const axis = [0.3, -1.2, 0.7]
    const angle = Math.hypot(...axis)
    const [x, y, z] = axis.map((a) => a / angle)
    const [s, c, t] = [Math.sin(angle), Math.cos(angle), 1 - Math.cos(angle)]
    // biome-ignore format: a matrix
    const right = [
      c + x * x * t, x * y * t - z * s, x * z * t + y * s,
      y * x * t + z * s, c + y * y * t, y * z * t - x * s,
      z * x * t - y * s, z * y * t + x * s, c + z * z * t,
    ]
    expect(distance(simRotationFromScaledAxis(axis), right)).toBeLessThan(1e-6)
    expect(simRotationFromScaledAxis([0, 0, 0])).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1])
  })

  it('takes Euler angles to a rotation and back', () => {
    const [roll, pitch, yaw] = [0.4, -0.9, 2.5]
    const [sr, cr, sp, cp] = [Math.sin(roll), Math.cos(roll), Math.sin(pitch), Math.cos(pitch)]
    const [sy, cy] = [Math.sin(yaw), Math.cos(yaw)]
    // biome-ignore format: a matrix
    const right = [
      cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr,
      sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,
      -sp, cp * sr, cp * cr,
    ]
    const rotation = simRotationFromEuler(roll, pitch, yaw)
    expect(distance(rotation, right)).toBeLessThan(1e-6)
    expect(distance(simEulerFromRotation(rotation), [roll, pitch, yaw])).toBeLessThan(1e-5)
  })

  it('takes a transform to a matrix and back', () => {
    const transform = { position: [1, -2, 3], rotation: [0.4, -0.9, 2.5], scale: [2, 0.5, 1.5] }
    const matrix = simTransformMatrix(transform)
    expect(matrix.slice(12)).toEqual([1, -2, 3, 1])
    expect([matrix[3], matrix[7], matrix[11]]).toEqual([0, 0, 0])
    const back = simTransformFromMatrix(matrix)
    expect(distance(back.position, transform.position)).toBeLessThan(1e-5)
    expect(distance(back.rotation, transform.rotation)).toBeLessThan(1e-5)
    expect(distance(back.scale, transform.scale)).toBeLessThan(1e-5)
  })

  it('is unfused: the first row of the reference for dot is 0', () => {
    const x = f(1 + 2 ** -12)
    expect(simDot([x, -1, 0], [x, f(x * x), 0])).toBe(0)
  })

  it('has the vector forms of GLSL', () => {
    expect(simDivVector([1, -2, 4], 4)).toEqual([0.25, -0.5, 1])
    expect(simToIntVector([1.9, -1.9, 3e9])).toEqual([1, -1, 2147483647])
    expect(Object.is(simToInt(-0.5), 0)).toBe(true)
  })

  it('and its GLSL agree on sin_cos up to 8192 and differ beyond', () => {
    const angles = Array.from({ length: 4097 }, (_, i) => f(-8192 + 4 * i))
    expect(angles.map(simSinCosGlsl)).toEqual(angles.map(simSinCos))
    // The floor of the turns is one too many here, and the remainder is negative.
    expect(simSinCosGlsl(1e6)).not.toEqual(simSinCos(1e6))
  })

  it('rounds its arguments to binary32 first', () => {
    expect(simRecip(0.1)).toBe(simRecip(f(0.1)))
    expect(simAtan2(0.1, 0.3)).toBe(simAtan2(f(0.1), f(0.3)))
    expect(simSinCos(0.7)).toEqual(simSinCos(f(0.7)))
  })
})

describe('the constants of the seeds', () => {
  const rows = readText('constants.csv')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    // The one "literal" that is none: the version in the head of sim_math.glsl.
    .filter(([file, literal]) => !(file === 'sim_math.glsl' && literal === '2.4'))
  const literals = rows.filter(([file]) => file.endsWith('.rs') || file.endsWith('.glsl'))

  it('round from their decimals to the bits that Rust gave them', () => {
    const ours = literals.map(([, text]) => toBits32(f(Number(text.replaceAll('_', '')))))
    expect(ours).toEqual(literals.map(([, , bits]) => Number.parseInt(bits, 16)))
  })

  it('all stand in our sources', () => {
    const files = ['sim-arithmetic', 'sim-sin-cos', 'sim-arc', 'sim-vectors', 'sim-rotations']
    const text = [...files, 'portable']
      .map((file) => readFileSync(new URL(`./${file}.ts`, import.meta.url), 'utf8'))
      .join()
    const found = new Set<number>()
    for (const [number] of text.matchAll(/\d[\d.]*(e-?\d+)?/g))
      found.add(toBits32(f(Number(number))))
    for (const [, sign, n] of text.matchAll(/(-?)1 \/ (?:f\()?(\d+)/g))
      found.add(toBits32(f(Number(`${sign}1`) / f(Number(n)))))
    const missing = rows.filter(([, , bits]) => !found.has(Number.parseInt(bits, 16)))
    expect(missing).toEqual([])
    expect(fromBits32(0x40c90fdb)).toBe(f(6.2831855))
  })
})
