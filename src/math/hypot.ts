// The length of a vector in the plane.

/**
 * sqrt(x^2 + y^2) without overflow or underflow on the way. Domain: all; an infinity gives
 * Infinity, even beside NaN. Even in both and symmetric, bit for bit. Error: at most 0.8 ulp.
 * Source: C. F. Borges, "An improved algorithm for hypot(a, b)", 2019. `Math.hypot` differs between
 * engines.
 */
export function hypot(x: number, y: number): number {
  const first = Math.abs(x)
  const second = Math.abs(y)
  if (first === Infinity || second === Infinity) return Infinity
  const swap = second > first
  const large = swap ? second : first
  const small = swap ? first : second
  if (large === 0) return small
  // Scaled by 2^600 or 2^-600 where squares would leave the range.
  const scale = large > 1e150 ? 2.409919865102884e-181 : large < 1e-130 ? 4.149515568880993e180 : 1
  const back = large > 1e150 ? 4.149515568880993e180 : large < 1e-130 ? 2.409919865102884e-181 : 1
  const a = large * scale
  const b = small * scale
  const h = Math.sqrt(a * a + b * b)
  // What h^2 has too much, free of cancellation, corrects the root.
  const far = h - a
  const near = h - b
  const excess =
    h <= 2 * b
      ? a * (2 * near - a) + (near - 2 * (a - b)) * near
      : 2 * far * (a - 2 * b) + (4 * far - b) * b + far * far
  return (h - excess / (2 * h)) * back
}
