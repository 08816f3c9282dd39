// The memory of a symbolic execution. A branch writes as if it were taken; when it is left, its
// writes are taken back and merged with what the other branch wrote. Costs follow the number of
// writes, never the size of the memory.

import type { GraphBuilder } from '../graph/graph.ts'
import type { Cell, Value } from './values.ts'

type Merge = (condition: number, whenTrue: Value, whenFalse: Value) => Value

interface Frame {
  readonly condition: number
  /** Cells born from here on live and die inside the frame. */
  readonly born: number
  /** The value that each older cell had before the frame's first write. */
  readonly before: Map<Cell, Value>
  /** Conjunction of this condition and those of the frames around; made when asked for. */
  guard: number | undefined
}

export class Heap {
  readonly #b: GraphBuilder
  readonly #merge: Merge
  readonly #frames: Frame[] = []
  #births = 0
  /**
   * Random draws so far on this path. Two branches count from the same number, since one of them is
   * taken; so a draw's number does not depend on the order in which a text lists its branches.
   */
  draws = 0

  constructor(b: GraphBuilder, merge: Merge) {
    this.#b = b
    this.#merge = merge
  }

  cell(value: Value): Cell {
    return { value, birth: this.#births++ }
  }

  /** A cell that is older than every branch: other paths see this value, whatever one writes. */
  outerCell(value: Value): Cell {
    return { value, birth: -1 }
  }

  write(cell: Cell, value: Value): void {
    const frame = this.#frames.at(-1)
    if (frame !== undefined && cell.birth < frame.born && !frame.before.has(cell)) {
      frame.before.set(cell, cell.value)
    }
    cell.value = value
  }

  /** The condition under which the code at hand runs. */
  guard(): number {
    let guard = this.#b.outerGuard()
    for (const frame of this.#frames) {
      frame.guard ??= this.#b.push('and', [guard, frame.condition])
      guard = frame.guard
    }
    return guard
  }

  /** What follows happens only where `condition` holds, until `resume`. */
  enter(condition: number): void {
    const born = this.#births
    this.#frames.push({ condition, born, before: new Map(), guard: undefined })
  }

  /** Ends the last `enter`: its writes hold where its condition does. */
  resume(): void {
    const { condition } = this.#frames.at(-1)!
    for (const [cell, after] of this.#leave()) {
      this.write(cell, this.#merge(condition, after, cell.value))
    }
  }

  /** Runs both sides of a condition that is not known. */
  branch<T>(condition: number, whenTrue: () => T, whenFalse: () => T): [T, T] {
    const start = this.draws
    this.enter(condition)
    const first = whenTrue()
    const one = this.#leave()
    const drawn = this.draws
    this.draws = start
    this.enter(this.#b.push('not', [condition]))
    const second = whenFalse()
    const other = this.#leave()
    this.draws = Math.max(drawn, this.draws)
    for (const [cell, after] of one) {
      this.write(cell, this.#merge(condition, after, other.get(cell) ?? cell.value))
    }
    for (const [cell, after] of other) {
      if (!one.has(cell)) this.write(cell, this.#merge(condition, cell.value, after))
    }
    return [first, second]
  }

  /** Takes the frame's writes back and returns them. */
  #leave(): Map<Cell, Value> {
    const { before } = this.#frames.pop()!
    for (const [cell, old] of before) {
      before.set(cell, cell.value)
      cell.value = old
    }
    return before
  }
}
