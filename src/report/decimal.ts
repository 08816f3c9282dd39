// A number as text that reads back to the same bits.

/**
 * The shortest decimal that reads back to `x`; also `NaN`, `Infinity` and `-Infinity`. Negative
 * zero is `-0.0`: many readers take `-0` for the integer zero, which has no sign.
 */
export function decimal(x: number): string {
  return x === 0 && 1 / x < 0 ? '-0.0' : String(x)
}

/** A 64-bit fingerprint as 16 lower-case hex digits. */
export function hex64(fingerprint: bigint): string {
  return fingerprint.toString(16).padStart(16, '0')
}
