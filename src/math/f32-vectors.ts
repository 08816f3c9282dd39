// Length and direction of a vector of 3 in binary32, without overflow or underflow on the way.
// Scene-language sources.

/** [scale, back]: powers of two that bring `size` to where its square is safe, and back again. */
export function safeScaleF32(size: number): number[] {
  const down = size >= 1152921504606847000 // 2^60
  const up = size < 9.313225746154785e-10 // 2^-30
  return [
    down ? 8.470329472543003e-22 : up ? 1.2379400392853803e27 : 1, // 2^-70, 2^90
    down ? 1180591620717411300000 : up ? 8.077935669463161e-28 : 1,
  ]
}

/**
 * |v| in binary32, at most 1.5 ulp; infinite where a component is, else NaN where one is. Mends
 * `simLength`: [2e19, 0, 0] gives 2e19 and not -inf, [1e-20, 0, 0] gives 1e-20 and not 4.2e-21.
 */
export function lengthF32(v: number[]): number {
  const f = Math.fround
  const a = Math.abs(f(v[0]))
  const b = Math.abs(f(v[1]))
  const c = Math.abs(f(v[2]))
  const [scale, back] = safeScaleF32(Math.max(a, Math.max(b, c)))
  const x = f(a * scale)
  const y = f(b * scale)
  const z = f(c * scale)
  const root = f(Math.sqrt(f(f(f(x * x) + f(y * y)) + f(z * z))))
  if (a > 3.4028234663852886e38) return a
  if (b > 3.4028234663852886e38) return b
  if (c > 3.4028234663852886e38) return c
  return f(root * back)
}

/**
 * v scaled to length 1, each component at most 2.5 ulp or 2^-139 off; the zero vector stays zero,
 * and a vector with an infinite or NaN component has no direction: NaN. Mends `simNormalize`:
 * [1e-20, 0, 0] gives [1, 0, 0] and not 0.424.
 */
export function normalizeF32(v: number[]): number[] {
  const f = Math.fround
  const a = f(v[0])
  const b = f(v[1])
  const c = f(v[2])
  const [scale] = safeScaleF32(Math.max(Math.abs(a), Math.max(Math.abs(b), Math.abs(c))))
  const x = f(a * scale)
  const y = f(b * scale)
  const z = f(c * scale)
  const root = f(Math.sqrt(f(f(f(x * x) + f(y * y)) + f(z * z))))
  if (root === 0) return [0, 0, 0]
  return [f(x / root), f(y / root), f(z / root)]
}
