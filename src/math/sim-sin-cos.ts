// Sine and cosine of rusting_engine's sim_math (Cephes in binary32), bit for bit, in the scene
// language. Every operation is binary32, rounded once, in the seed's order; an argument that is not
// binary32 is rounded to it first.

/**
 * [sin x, cos x], x in radians: octant reduction by pi/4 in three parts, then minimax polynomials.
 * The absolute error stays below 1e-7 for |x| <= 8192; the relative one does not (the cosine of
 * 0x45D1D93C is 974 ulp off; see `sinCosF32`). Larger arguments first reduce by the binary32 2 pi
 * with the exact remainder: less accurate, yet the same bits everywhere. NaN and infinities: NaN.
 */
export function simSinCos(x: number): number[] {
  const f = Math.fround
  const v = f(x)
  let magnitude = Math.abs(v)
  if (magnitude > 8192) magnitude = f(magnitude % f(6.2831855))
  const octant = f(magnitude * f(1.2732395)) | 0
  return simOctant(v, magnitude, octant)
}

/**
 * [sin x, cos x] as the GLSL of rusting_engine 2.4.1 computes it: `simSinCos` but for |x| > 8192,
 * where it reduces by floor(|x| / 2 pi) * 2 pi, inexactly. There GLSL leaves `uint(scaled)`
 * undefined for what does not fit; this one saturates, as WGSL's `u32()` must. `simSinCos` mends
 * that fault.
 */
export function simSinCosGlsl(x: number): number[] {
  const f = Math.fround
  const v = f(x)
  let magnitude = Math.abs(v)
  if (magnitude > 8192) {
    const turns = Math.floor(f(magnitude * f(0.15915494)))
    magnitude = f(magnitude - f(turns * f(6.2831855)))
  }
  const scaled = f(magnitude * f(1.2732395))
  const fits = scaled >= 4294967296 ? 0xffffffff | 0 : scaled | 0
  const octant = scaled > 0 ? fits : 0
  return simOctant(v, magnitude, octant)
}

/** The common second half: the polynomials around the even octant at or above the given one. */
export function simOctant(x: number, magnitude: number, octant: number): number[] {
  const f = Math.fround
  // Rounded up to even, the octant leaves a remainder within pi/4. It counts as unsigned.
  const even = (octant + (octant & 1)) | 0
  const count = f(even >>> 0)
  const high = f(magnitude - f(count * f(0.78515625)))
  const middle = f(high - f(count * f(2.4187565e-4)))
  const r = f(middle - f(count * f(3.774895e-8)))
  const z = f(r * r)
  const s2 = f(f(f(-1.9515296e-4) * z) + f(8.332161e-3))
  const s1 = f(f(s2 * z) - f(1.6666655e-1))
  const sine = f(f(f(s1 * z) * r) + r)
  const c2 = f(f(f(2.4433157e-5) * z) - f(1.3887316e-3))
  const c1 = f(f(c2 * z) + f(4.1666646e-2))
  const cosine = f(f(f(f(c1 * z) * z) - f(0.5 * z)) + 1)
  const turn = even & 7
  const s = turn === 0 ? sine : turn === 2 ? cosine : turn === 4 ? -sine : -cosine
  const c = turn === 0 ? cosine : turn === 2 ? -sine : turn === 4 ? -cosine : sine
  return [x < 0 ? -s : s, c]
}
