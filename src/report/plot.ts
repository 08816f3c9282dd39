// A small plot for the terminal: each point one dot, in Braille or in plain ASCII.

export interface Series {
  readonly xs: ArrayLike<number>
  readonly ys: ArrayLike<number>
}

/** `width` and `height` count characters, labels and the line below included. */
export interface PlotLayout {
  readonly width?: number
  readonly height?: number
  readonly unicode?: boolean
}

// Dots of a Braille character by row and column, as bits above U+2800.
const BRAILLE = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
]
// ASCII has two dots a character, one above the other: none, upper, lower, both.
const ASCII = [' ', "'", '.', ':']

/**
 * Draws the finite points as lines of text, the axes labelled with their ends by `label`.
 * Returns no line when fewer than two points are finite.
 */
export function plot(
  { xs, ys }: Series,
  label: (x: number) => string,
  { width = 80, height = 6, unicode = true }: PlotLayout = {},
): string[] {
  const finite = indicesOfFinite(xs, ys)
  if (finite.length < 2) return []
  const x = extent(finite.map((i) => xs[i]!))
  const y = extent(finite.map((i) => ys[i]!))
  const top = label(y.high)
  const bottom = label(y.low)
  const margin = Math.max(top.length, bottom.length)
  const columns = width - margin - 2
  const rows = height - 1
  const across = unicode ? 2 : 1
  const down = unicode ? 4 : 2
  const cells = new Uint8Array(columns * rows)
  for (const i of finite) {
    const column = Math.round(share(xs[i]!, x) * (columns * across - 1))
    const row = Math.round((1 - share(ys[i]!, y)) * (rows * down - 1))
    const bit = unicode ? BRAILLE[row % down]![column % across]! : 1 << (row % down)
    cells[Math.floor(row / down) * columns + Math.floor(column / across)]! |= bit
  }
  const glyph = (dots: number) =>
    unicode ? (dots === 0 ? ' ' : String.fromCharCode(0x2800 + dots)) : ASCII[dots]!
  const lines = Array.from({ length: rows }, (_, row) => {
    const text = row === 0 ? top : row === rows - 1 ? bottom : ''
    const dots = Array.from(cells.subarray(row * columns, (row + 1) * columns), glyph).join('')
    return `${text.padStart(margin)} ${unicode ? '│' : '|'}${dots}`.trimEnd()
  })
  const left = label(x.low)
  const right = label(x.high)
  const between = Math.max(1, columns - left.length - right.length)
  return [...lines, `${' '.repeat(margin + 2)}${left}${' '.repeat(between)}${right}`]
}

function indicesOfFinite(xs: ArrayLike<number>, ys: ArrayLike<number>): number[] {
  const indices: number[] = []
  for (let i = 0; i < xs.length; i++) {
    if (Number.isFinite(xs[i]) && Number.isFinite(ys[i])) indices.push(i)
  }
  return indices
}

interface Extent {
  readonly low: number
  readonly high: number
}

function extent(numbers: readonly number[]): Extent {
  return numbers.reduce<Extent>(
    ({ low, high }, n) => ({ low: Math.min(low, n), high: Math.max(high, n) }),
    { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY },
  )
}

/** Where `n` lies between the ends, 0 to 1; the middle when they are equal. */
function share(n: number, { low, high }: Extent): number {
  // Halved, since the difference of two finite ends may overflow.
  return high === low ? 0.5 : (n / 2 - low / 2) / (high / 2 - low / 2)
}
