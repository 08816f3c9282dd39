// Medians with their spread: no figure stands without it.

export interface Figure {
  readonly median: number
  readonly least: number
  readonly most: number
}

export function figureOf(values: readonly number[]): Figure {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const median =
    sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  return { median, least: sorted[0], most: sorted[sorted.length - 1] }
}

/** A number with about three digits that count. */
export function short(x: number): string {
  const digits = Math.abs(x) >= 100 ? 0 : Math.abs(x) >= 10 ? 1 : 2
  return x.toFixed(digits)
}
