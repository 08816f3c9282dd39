// Rotations and transforms of rusting_engine 1.4.0's sim_math, bit for bit, with nalgebra 0.34.2's
// order of operations: binary32, one rounding an operation. Rotations are row-major arrays of 9,
// model matrices column-major arrays of 16 (4 columns of 4). All but the last two functions, whose
// transforms are objects, are in the scene language.

import { simAsin, simAtan2 } from './sim-arc.ts'
import { simSinCos } from './sim-sin-cos.ts'

/** Where a body stands: position, Euler angles (roll, pitch, yaw) in radians, scale; each of 3. */
export interface Transform {
  position: number[]
  rotation: number[]
  scale: number[]
}

/** The rotation by roll about x, then pitch about y, then yaw about z; radians. */
export function simRotationFromEuler(roll: number, pitch: number, yaw: number): number[] {
  const f = Math.fround
  const [sr, cr] = simSinCos(roll)
  const [sp, cp] = simSinCos(pitch)
  const [sy, cy] = simSinCos(yaw)
  return [
    f(cy * cp),
    f(f(f(cy * sp) * sr) - f(sy * cr)),
    f(f(f(cy * sp) * cr) + f(sy * sr)),
    f(sy * cp),
    f(f(f(sy * sp) * sr) + f(cy * cr)),
    f(f(f(sy * sp) * cr) - f(cy * sr)),
    -sp,
    f(cp * sr),
    f(cp * cr),
  ]
}

/**
 * [roll, pitch, yaw] of a rotation, in radians. Kept fault: at gimbal lock with m20 >= 1 the roll
 * has the wrong sign ((0.4, -pi/2, 0) comes back with -0.4). See `eulerFromRotationF32`.
 */
export function simEulerFromRotation(m: number[]): number[] {
  const f = Math.fround
  const low = f(m[6])
  const pitch = -simAsin(low)
  if (Math.abs(low) < 1) return [simAtan2(m[7], m[8]), pitch, simAtan2(m[3], m[0])]
  if (low <= -1) return [simAtan2(m[1], m[2]), f(1.5707964), 0]
  return [-simAtan2(-m[1], -m[2]), f(-1.5707964), 0]
}

/** The rotation by |axis| radians about `axis`; the identity for the zero vector. */
export function simRotationFromScaledAxis(axis: number[]): number[] {
  const f = Math.fround
  const x = f(axis[0])
  const y = f(axis[1])
  const z = f(axis[2])
  const angle = f(Math.sqrt(f(f(f(x * x) + f(y * y)) + f(z * z))))
  if (angle === 0) return [1, 0, 0, 0, 1, 0, 0, 0, 1]
  const [sine, w] = simSinCos(f(0.5 * angle))
  const scale = f(sine / angle)
  return simRotationFromQuaternion(w, f(x * scale), f(y * scale), f(z * scale))
}

/** nalgebra's `UnitQuaternion::to_rotation_matrix` for the unit quaternion w + xi + yj + zk. */
export function simRotationFromQuaternion(w: number, x: number, y: number, z: number): number[] {
  const f = Math.fround
  const ww = f(w * w)
  const ii = f(x * x)
  const jj = f(y * y)
  const kk = f(z * z)
  const ij = f(f(x * y) * 2)
  const wk = f(f(w * z) * 2)
  const wj = f(f(w * y) * 2)
  const ik = f(f(x * z) * 2)
  const jk = f(f(y * z) * 2)
  const wi = f(f(w * x) * 2)
  return [
    f(f(f(ww + ii) - jj) - kk),
    f(ij - wk),
    f(wj + ik),
    f(wk + ij),
    f(f(f(ww - ii) + jj) - kk),
    f(jk - wi),
    f(ik - wj),
    f(wi + jk),
    f(f(f(ww - ii) - jj) + kk),
  ]
}

/** The model matrix (16, column-major) of a position, Euler angles and a scale, 3 numbers each. */
export function simModelMatrix(position: number[], rotation: number[], scale: number[]): number[] {
  const f = Math.fround
  const m = simRotationFromEuler(rotation[0], rotation[1], rotation[2])
  const a = f(scale[0])
  const b = f(scale[1])
  const c = f(scale[2])
  return [
    f(m[0] * a),
    f(m[3] * a),
    f(m[6] * a),
    0,
    f(m[1] * b),
    f(m[4] * b),
    f(m[7] * b),
    0,
    f(m[2] * c),
    f(m[5] * c),
    f(m[8] * c),
    0,
    f(position[0]),
    f(position[1]),
    f(position[2]),
    1,
  ]
}

/** The length of (x, y, z) in nalgebra's order, with the hardware's square root. */
export function simNorm(x: number, y: number, z: number): number {
  const f = Math.fround
  return f(Math.sqrt(f(f(f(f(x) * f(x)) + f(f(y) * f(y))) + f(f(z) * f(z)))))
}

/** Position, Euler angles and scale (9 numbers) of a model matrix (16, column-major). */
export function simModelParts(model: number[]): number[] {
  const f = Math.fround
  const a = simNorm(model[0], model[1], model[2])
  const b = simNorm(model[4], model[5], model[6])
  const c = simNorm(model[8], model[9], model[10])
  const [roll, pitch, yaw] = simEulerFromRotation([
    f(f(model[0]) / a),
    f(f(model[4]) / b),
    f(f(model[8]) / c),
    f(f(model[1]) / a),
    f(f(model[5]) / b),
    f(f(model[9]) / c),
    f(f(model[2]) / a),
    f(f(model[6]) / b),
    f(f(model[10]) / c),
  ])
  return [f(model[12]), f(model[13]), f(model[14]), roll, pitch, yaw, a, b, c]
}

/** The column-major model matrix (16) of a transform. */
export function simTransformMatrix(transform: Transform): number[] {
  return simModelMatrix(transform.position, transform.rotation, transform.scale)
}

/**
 * The transform that a column-major model matrix (16) reads back as. Kept fault: the scale loses
 * the sign of a mirrored matrix, and the angles are then those of no rotation. See
 * `transformFromMatrixF32`.
 */
export function simTransformFromMatrix(model: number[]): Transform {
  const parts = simModelParts(model)
  return {
    position: parts.slice(0, 3),
    rotation: parts.slice(3, 6),
    scale: parts.slice(6, 9),
  }
}
