// hypotF32 in binary32 arithmetic alone. A scene-language source.

/**
 * sqrt(x*x + y*y) in binary32 without overflow or underflow on the way; domain: every x and y;
 * Infinity where either is infinite, else NaN where either is NaN. At most 1.2 ulp.
 * Not Math.hypot: that differs between engines.
 */
export function hypotF32(x: number, y: number): number {
  const f = Math.fround
  const a = Math.abs(f(x))
  const b = Math.abs(f(y))
  const long = Math.max(a, b)
  const short = Math.min(a, b)
  // Powers of two, so that scaling is exact: 2^-70 and back, or 2^90 and back.
  const down = long >= 1152921504606847000
  const up = long < 9.313225746154785e-10
  const scale = down ? 8.470329472543003e-22 : up ? 1.2379400392853803e27 : 1
  const back = down ? 1180591620717411300000 : up ? 8.077935669463161e-28 : 1
  const l = f(long * scale)
  const s = f(short * scale)
  const root = f(Math.sqrt(f(f(l * l) + f(s * s))))
  if (a > 3.4028234663852886e38) return a
  if (b > 3.4028234663852886e38) return b
  return f(root * back)
}
