// What the seeds get wrong, row by row: the seed's value, which stays, and the right one under its
// own name. Steps and distances in ulps: ulps.test.ts. The fit: seed-divergence.test.ts.

import { describe, expect, it } from 'vitest'
import { stateDistance } from '../analysis/seed-divergence.ts'
import { divF32, recipF32, rsqrtF32, sqrtF32 } from './f32-arithmetic.ts'
import { atan2F32 } from './f32-atan2.ts'
import { expF32 } from './f32-exp-range.ts'
import { eulerFromRotationF32, transformFromMatrixF32 } from './f32-rotations.ts'
import { sinCosF32 } from './f32-sin-cos.ts'
import { lengthF32, normalizeF32 } from './f32-vectors.ts'
import { portableExp } from './portable.ts'
import { fromBits32, toBits32 } from './reference.fixture.ts'
import { separation } from './separation.ts'
import { simAtan2 } from './sim-arc.ts'
import { simDiv, simRecip, simRsqrt, simSqrt } from './sim-arithmetic.ts'
import {
  simEulerFromRotation,
  simRotationFromEuler,
  simTransformFromMatrix,
  simTransformMatrix,
} from './sim-rotations.ts'
import { simSinCos, simSinCosGlsl } from './sim-sin-cos.ts'
import { simLength, simNormalize } from './sim-vectors.ts'

const f = Math.fround
const INF = Number.POSITIVE_INFINITY
const NAN = Number.NaN
const distance = (a: readonly number[], b: readonly number[]) =>
  a.reduce((largest, x, i) => Math.max(largest, Math.abs(x - b[i])), 0)

describe('euler_from_rotation', () => {
  it('gives (0.4, -pi/2, 0) back with roll -0.4; right is +0.4', () => {
    const rotation = simRotationFromEuler(0.4, -Math.PI / 2, 0)
    expect(rotation[6]).toBe(1)
    expect(simEulerFromRotation(rotation)).toEqual([f(-0.4), f(-Math.PI / 2), 0])
    expect(eulerFromRotationF32(rotation)).toEqual([f(0.4), f(-Math.PI / 2), 0])
  })
})

describe('recip', () => {
  it('gives NaN from 0x7EF311C4 on; right is 0x00436795', () => {
    const x = fromBits32(0x7ef311c4)
    expect(simRecip(x)).toBe(NAN)
    expect(toBits32(recipF32(x))).toBe(0x00436795)
  })

  it('is wrong at subnormals, 0 and the infinities', () => {
    const odd = [1e-40, 0, -0, INF, -INF]
    expect(odd.map(simRecip)).toEqual([f(-3.4028235e38), NAN, NAN, -INF, INF])
    expect(odd.map(recipF32)).toEqual([INF, INF, -INF, 0, -0])
    expect(recipF32(1e-38)).toBe(f(1 / f(1e-38)))
  })
})

describe('rsqrt and sqrt', () => {
  it('sqrt(1e-45) is 6.2e-26; right is 3.74e-23', () => {
    expect(simSqrt(1e-45)).toBe(f(6.2484686e-26))
    expect(sqrtF32(1e-45)).toBe(f(3.743392e-23))
  })

  it('are wrong at 0, infinity and subnormals', () => {
    expect([simSqrt(INF), simSqrt(-1)]).toEqual([-INF, 0])
    expect([sqrtF32(INF), sqrtF32(-1), sqrtF32(-0)]).toEqual([INF, NAN, -0])
    const odd = [0, INF, 1e-40]
    expect(odd.map(simRsqrt)).toEqual([f(4.4590562e19), -INF, f(4.2401804e19)])
    expect(odd.map(rsqrtF32)).toEqual([INF, 0, f(1.00000266e20)])
  })
})

describe('div', () => {
  it('(21, 7) is 3.0000002 and (1, 0) NaN; right are 3 and infinity', () => {
    expect([simDiv(21, 7), simDiv(1, 0)]).toEqual([f(3.0000002), NAN])
    expect([divF32(21, 7), divF32(1, 0)]).toEqual([3, INF])
  })
})

describe('length and normalize', () => {
  it('[2e19, 0, 0] is -inf long; right is 2e19', () => {
    expect(simLength([2e19, 0, 0])).toBe(-INF)
    expect(lengthF32([2e19, 0, 0])).toBe(f(2e19))
    expect(simNormalize([2e19, 0, 0])).toEqual([-INF, NAN, NAN])
    expect(normalizeF32([2e19, 0, 0])).toEqual([1, 0, 0])
  })

  it('[1e-20, 0, 0] is 4.2e-21 long, with direction 0.424; right are 1e-20 and 1', () => {
    expect(simLength([1e-20, 0, 0])).toBe(f(4.2401577e-21))
    expect(lengthF32([1e-20, 0, 0])).toBe(f(1e-20))
    expect(simNormalize([1e-20, 0, 0])).toEqual([f(0.42401803), 0, 0])
    expect(normalizeF32([1e-20, 0, 0])).toEqual([1, 0, 0])
  })
})

describe('sin_cos', () => {
  it('has the cosine of 0x45D1D93C 974 ulp off', () => {
    const x = fromBits32(0x45d1d93c)
    const right = f(Math.cos(x))
    expect(toBits32(simSinCos(x)[1]) - toBits32(right)).toBe(974)
    expect(sinCosF32(x)[1]).toBe(right)
  })

  it('of GLSL reduces by floor above 8192, that of Rust by an exact remainder of 2 pi', () => {
    const x = 1e6
    const error = (sine: number) => Math.abs(sine - Math.sin(x))
    expect(error(simSinCosGlsl(x)[0])).toBeCloseTo(0.04695, 5)
    expect(error(simSinCos(x)[0])).toBeCloseTo(0.02593, 5)
    expect(error(sinCosF32(x)[0])).toBeLessThan(3e-8)
  })
})

describe('atan2', () => {
  it('(-0, -1) is +pi; right is -pi', () => {
    expect(simAtan2(-0, -1)).toBe(f(Math.PI))
    expect(atan2F32(-0, -1)).toBe(-f(Math.PI))
  })

  it('(inf, inf) is NaN; right is pi/4', () => {
    expect(simAtan2(INF, INF)).toBe(NAN)
    expect(atan2F32(INF, INF)).toBe(f(Math.PI / 4))
  })
})

describe('transform_from_matrix', () => {
  const rotation = [0.4, -0.9, 2.5]
  it.each([[[-2, 0.5, 1.5]], [[2, -0.5, 1.5]], [[2, 0.5, -1.5]], [[-2, -0.5, -1.5]]])(
    'loses the mirror of scale %j, and with it the matrix; the right one gives it back',
    (scale) => {
      const matrix = simTransformMatrix({ position: [1, -2, 3], rotation, scale })
      const lost = simTransformFromMatrix(matrix)
      expect(distance(lost.scale, [2, 0.5, 1.5])).toBeLessThan(1e-6)
      expect(distance(simTransformMatrix(lost), matrix)).toBeGreaterThan(0.5)
      const found = transformFromMatrixF32(matrix)
      expect(found.scale[0]).toBeLessThan(0)
      expect(distance(simTransformMatrix(found), matrix)).toBeLessThan(2e-6)
    },
  )

  it('gives NaN for a scale of 0; the right one gives angles', () => {
    const flat = simTransformMatrix({ position: [0, 0, 0], rotation, scale: [1, 0, 1] })
    expect(simTransformFromMatrix(flat).rotation[0]).toBe(NAN)
    const found = transformFromMatrixF32(flat)
    expect(found.scale[1]).toBe(0)
    expect(found.rotation.every(Number.isFinite)).toBe(true)
  })
})

describe('exp of math.rs', () => {
  it('clamps at -87 and 88', () => {
    expect(portableExp(-1000)).toBe(portableExp(-87))
    expect(portableExp(1000)).toBe(portableExp(88))
    expect([expF32(-1000), expF32(-88), expF32(88.5), expF32(1000), expF32(NAN)]).toEqual([
      0,
      f(6.0546019e-39),
      f(2.723088e38),
      INF,
      NAN,
    ])
  })

  it('falls at 0xBE7FFF82, where its argument rises; the right one never does', () => {
    const [below, x] = [fromBits32(0xbe7fff83), fromBits32(0xbe7fff82)]
    expect(below).toBeLessThan(x)
    expect(portableExp(below)).toBeGreaterThan(portableExp(x))
    expect(expF32(below)).toBeLessThanOrEqual(expF32(x))
  })
})

describe('state_distance', () => {
  const state = (...q: number[]) => ({ q, v: [], time: 0 })
  it('underflows: [0] against [5e-324] is 0', () => {
    expect(stateDistance(state(0), state(5e-324))).toBe(0)
    expect(separation([0], [5e-324])).toBe(5e-324)
  })

  it('overflows: [0] against [1e200] is infinite', () => {
    expect(stateDistance(state(0), state(1e200))).toBe(INF)
    expect(separation([0], [1e200])).toBe(1e200)
  })
})
