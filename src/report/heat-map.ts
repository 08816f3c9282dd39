// A small picture of a measure over two axes, in shades of characters.

export interface Grid {
  readonly columns: number
  readonly rows: number
  /** The value at a column from the left and a row from the bottom; NaN leaves a gap. */
  at(column: number, row: number): number
}

export interface HeatMapLayout {
  /** Labels of the ends of both axes, left, right, bottom and top. */
  readonly left: string
  readonly right: string
  readonly bottom: string
  readonly top: string
  readonly unicode?: boolean
}

const SHADES = { unicode: '·░▒▓█', ascii: '.:-=+*#%@' }

/**
 * The grid as lines of text, a character a place, the line of the ends of the first axis below and
 * one that says what the shades mean. No line where fewer than two values differ.
 */
export function heatMap(grid: Grid, label: (x: number) => string, layout: HeatMapLayout): string[] {
  const { left, right, bottom, top, unicode = true } = layout
  const shades = unicode ? SHADES.unicode : SHADES.ascii
  const { low, high } = extent(grid)
  if (!(low < high)) return []
  const shade = (x: number) => {
    if (!Number.isFinite(x)) return ' '
    const share = (x / 2 - low / 2) / (high / 2 - low / 2)
    return shades[Math.min(shades.length - 1, Math.floor(share * shades.length))]
  }
  const margin = Math.max(bottom.length, top.length)
  const lines = Array.from({ length: grid.rows }, (_, line) => {
    const row = grid.rows - 1 - line
    const text = line === 0 ? top : row === 0 ? bottom : ''
    const drawn = Array.from({ length: grid.columns }, (_, column) => shade(grid.at(column, row)))
    return `${text.padStart(margin)} ${unicode ? '│' : '|'}${drawn.join('')}`.trimEnd()
  })
  const between = ' '.repeat(Math.max(1, grid.columns - left.length - right.length))
  const legend = `${label(low)} ${shades} ${label(high)}`
  return [...lines, `${' '.repeat(margin + 2)}${left}${between}${right}`, legend]
}

function extent({ columns, rows, at }: Grid) {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = at(column, row)
      if (!Number.isFinite(x)) continue
      low = Math.min(low, x)
      high = Math.max(high, x)
    }
  }
  return { low, high }
}
