// Text tables: columns padded to their widest entry, the last one wrapped to the page.

/** What a table looks like: `right` names the columns (by index) that align on their right side. */
export interface TableLayout {
  readonly width?: number
  readonly right?: readonly number[]
}

const GAP = '  '

/** A table as lines of at most `width` characters (80); the last column wraps between words. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { width = 80, right = [] }: TableLayout = {},
): string[] {
  const last = head.length - 1
  const widths = head.map((_, at) =>
    Math.max(...[head, ...rows].map((row) => [...(row[at] ?? '')].length)),
  )
  const before = widths.slice(0, last).reduce((sum, w) => sum + w + GAP.length, 0)
  // A page too narrow for the fixed columns still gets its last one, in a column of its own width.
  const room = Math.max(width - before, 20)
  const pad = (text: string, at: number) =>
    right.includes(at) ? text.padStart(widths[at]!) : text.padEnd(widths[at]!)
  return [head, ...rows].flatMap((row) => {
    const start = row.slice(0, last).map(pad).join(GAP)
    const lines = right.includes(last) ? [pad(row[last] ?? '', last)] : wrap(row[last] ?? '', room)
    return lines.map((line, n) => {
      const lead = n === 0 ? start : ' '.repeat(start.length)
      return (last === 0 ? line : lead + GAP + line).trimEnd()
    })
  })
}

/** Text broken between words into lines of at most `width` characters; a long word stays whole. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}
