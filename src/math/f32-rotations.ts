// Euler angles of a rotation, and the transform of a model matrix, where the seed goes astray.
// Layouts as in sim-rotations.ts; all but the last function are scene-language sources.

import { atan2F32 } from './f32-atan2.ts'
import { hypotF32 } from './f32-hypot.ts'
import { sinCosF32 } from './f32-sin-cos.ts'
import { lengthF32, normalizeF32 } from './f32-vectors.ts'
import type { Transform } from './sim-rotations.ts'

/**
 * [roll, pitch, yaw] of a rotation (9, row-major), in radians; at gimbal lock the yaw is 0. Mends
 * `simEulerFromRotation`: (0.4, -pi/2, 0) comes back with roll +0.4 and not -0.4.
 *
 * The yaw is taken first; the roll and the pitch are then those of the matrix turned back by it. So
 * the three together give the matrix back however near gimbal lock it is, even where the single
 * angles hardly matter.
 */
export function eulerFromRotationF32(m: number[]): number[] {
  const f = Math.fround
  const level = hypotF32(m[0], m[3])
  // Below 2^-20 both entries are the rounding noise of a lock.
  const yaw = level < 9.5367431640625e-7 ? 0 : atan2F32(m[3], m[0])
  const [s, c] = sinCosF32(yaw)
  const across = f(f(s * f(m[2])) - f(c * f(m[5])))
  const along = f(f(c * f(m[4])) - f(s * f(m[1])))
  const pitch = atan2F32(-m[6], f(f(c * f(m[0])) + f(s * f(m[3]))))
  return [atan2F32(across, along), pitch, yaw]
}

/**
 * Position, Euler angles and scale (9 numbers) of a model matrix (16, column-major); a mirrored one
 * has a negative x scale.
 */
export function modelPartsF32(model: number[]): number[] {
  const f = Math.fround
  const x = [model[0], model[1], model[2]]
  const y = [model[4], model[5], model[6]]
  const z = [model[8], model[9], model[10]]
  const a = normalizeF32(x)
  const b = normalizeF32(y)
  const c = normalizeF32(z)
  const across = f(a[0] * f(f(b[1] * c[2]) - f(b[2] * c[1])))
  const along = f(a[1] * f(f(b[2] * c[0]) - f(b[0] * c[2])))
  const up = f(a[2] * f(f(b[0] * c[1]) - f(b[1] * c[0])))
  const sign = f(f(across + along) + up) < 0 ? -1 : 1
  const [roll, pitch, yaw] = eulerFromRotationF32([
    sign * a[0],
    b[0],
    c[0],
    sign * a[1],
    b[1],
    c[1],
    sign * a[2],
    b[2],
    c[2],
  ])
  const scale = [sign * lengthF32(x), lengthF32(y), lengthF32(z)]
  const at = [f(model[12]), f(model[13]), f(model[14])]
  return [at[0], at[1], at[2], roll, pitch, yaw, scale[0], scale[1], scale[2]]
}

/**
 * The transform that a column-major model matrix (16) reads back as. Mends
 * `simTransformFromMatrix`: a mirrored matrix keeps its sign, as a negative x scale (any one axis
 * would do), and a scale of 0 gives angles and not NaN.
 */
export function transformFromMatrixF32(model: number[]): Transform {
  const parts = modelPartsF32(model)
  return {
    position: parts.slice(0, 3),
    rotation: parts.slice(3, 6),
    scale: parts.slice(6, 9),
  }
}
