// Cells: from an index to the values that the cell sets, whether axes or a sampler gives them.

import { type Axis, axisLength, axisValue } from './axes.ts'

/** The points of a sweep, by index. Names are in the order of the inputs. */
export interface Cells {
  readonly names: readonly string[]
  readonly count: number
  /** Of a product of axes: how many values each has. */
  readonly lengths?: readonly number[]
  /** The values of cell `index`, one a name. */
  at(index: number): number[]
  /**
   * The inputs of rollouts [from, from + count): one column a name. A cell has `replicas` rollouts
   * in a row, which share its values.
   */
  columns(from: number, count: number, replicas: number): Float64Array[]
}

/**
 * The place of a cell on each axis: mixed radix, the first axis varies slowest. Exact for indices
 * below 2^53.
 */
export function cellCoordinates(lengths: readonly number[], index: number): number[] {
  const places = new Array<number>(lengths.length)
  let rest = index
  for (let a = lengths.length - 1; a >= 0; a--) {
    places[a] = rest % lengths[a]
    rest = Math.floor(rest / lengths[a])
  }
  return places
}

/** The product of axes. Without an axis there is one cell, which sets nothing. */
export function gridCells(axes: Readonly<Record<string, Axis>>): Cells {
  const names = Object.keys(axes)
  const list = Object.values(axes)
  const lengths = list.map(axisLength)
  const at = (index: number) =>
    cellCoordinates(lengths, index).map((place, a) => axisValue(list[a], place))
  return {
    names,
    count: lengths.reduce((product, length) => product * length, 1),
    lengths,
    at,
    columns: (from, count, replicas) => {
      const columns = list.map(() => new Float64Array(count))
      const places = cellCoordinates(lengths, Math.floor(from / replicas))
      let replica = from % replicas
      const current = places.map((place, a) => axisValue(list[a], place))
      for (let i = 0; i < count; i++) {
        for (let a = 0; a < list.length; a++) columns[a][i] = current[a]
        replica += 1
        if (replica < replicas) continue
        replica = 0
        // The odometer: the last axis moves, and each full turn moves the one before it.
        for (let a = list.length - 1; a >= 0; a--) {
          places[a] = places[a] + 1 < lengths[a] ? places[a] + 1 : 0
          current[a] = axisValue(list[a], places[a])
          if (places[a] > 0) break
        }
      }
      return columns
    },
  }
}

/** Cells at the points of a sampler. */
export function pointCells(
  names: readonly string[],
  count: number,
  at: (index: number) => number[],
): Cells {
  return {
    names,
    count,
    at,
    columns: (from, length, replicas) => {
      const columns = names.map(() => new Float64Array(length))
      for (let i = 0; i < length; ) {
        const cell = Math.floor((from + i) / replicas)
        const point = at(cell)
        const end = Math.min(length, (cell + 1) * replicas - from)
        for (; i < end; i++) for (let d = 0; d < names.length; d++) columns[d][i] = point[d]
      }
      return columns
    },
  }
}
