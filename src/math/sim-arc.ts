// Arc tangent and arc sine of rusting_engine 1.4.0's sim_math (Cephes in binary32), bit for bit, in
// the scene language. Every operation is binary32, rounded once, in the seed's order; an argument
// that is not binary32 is rounded to it first.

/** atan x: reduced to |t| <= tan(pi/8) around 0, pi/4 or pi/2, then a minimax polynomial. */
export function simAtan(x: number): number {
  const f = Math.fround
  const magnitude = Math.abs(x)
  const far = magnitude > f(2.4142136)
  const middle = magnitude > f(0.41421357)
  const base = far ? f(1.5707964) : middle ? f(0.7853982) : 0
  const turned = far ? f(-1 / magnitude) : f(f(magnitude - 1) / f(magnitude + 1))
  const t = middle ? turned : magnitude
  const z = f(t * t)
  const p3 = f(f(f(8.0537445e-2) * z) - f(1.3877685e-1))
  const p2 = f(f(p3 * z) + f(1.9977711e-1))
  const p1 = f(f(p2 * z) - f(3.333295e-1))
  const result = f(base + f(f(f(p1 * z) * t) + t))
  return x < 0 ? -result : result
}

/**
 * The angle of (x, y) in [-pi, pi], in radians; 0 for the origin. Kept faults: it does not look at
 * the sign of zero ((-0, -1) gives +pi), and two infinities give NaN. See `atan2F32`.
 */
export function simAtan2(y: number, x: number): number {
  const f = Math.fround
  const a = f(y)
  const b = f(x)
  const upright = a > 0 ? f(1.5707964) : a < 0 ? f(-1.5707964) : 0
  const angle = simAtan(f(a / b))
  const back = a < 0 ? f(angle - f(3.1415927410125732)) : f(angle + f(3.1415927410125732))
  return b === 0 ? upright : b < 0 ? back : angle
}

/** asin x in [-pi/2, pi/2], in radians, with x clamped to [-1, 1]; NaN counts as 1. */
export function simAsin(x: number): number {
  const f = Math.fround
  const v = f(x)
  const size = Math.abs(v)
  let magnitude = 1
  if (size < 1) magnitude = size
  const wide = magnitude > 0.5
  const half = f(0.5 * f(1 - magnitude))
  const z = wide ? half : f(magnitude * magnitude)
  const root = wide ? f(Math.sqrt(half)) : magnitude
  const p4 = f(f(f(4.21632e-2) * z) + f(2.418131e-2))
  const p3 = f(f(p4 * z) + f(4.5470026e-2))
  const p2 = f(f(p3 * z) + f(7.4953003e-2))
  const p1 = f(f(p2 * z) + f(1.6666752e-1))
  const near = f(f(f(p1 * z) * root) + root)
  const result = wide ? f(f(1.5707964) - f(near + near)) : near
  return v < 0 ? -result : result
}
