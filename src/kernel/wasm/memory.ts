// The memory of a block: what the loop leaves, tables, a group's worth of columns for members who
// are gathered from here and there, and the columns of the block itself.

import type { Program } from '../ir.ts'
import type { Block } from '../kernel.ts'
import type { Places } from './columns.ts'
import { LEFT } from './groups.ts'

const PAGE = 65536
/** Vectors lie at multiples of this many bytes. */
const ALIGN = 16

const aligned = (address: number) => Math.ceil(address / ALIGN) * ALIGN

/** Samples of distances that groups of pairs may take before they are fetched, in all. */
export const SAMPLES = 8192

/** Columns in memory; a block that also knows where it lies. */
export interface Area extends Block {
  readonly address: number
  readonly twins: readonly Area[]
  /** Bytes of a column. */
  readonly stride: number
  readonly time: Float64Array
}

/** Addresses of the tables, and the first address after them. */
export function placeTables({ tables }: Program) {
  let end: number = aligned(LEFT.end)
  const placed = tables.map((table) => {
    const address = end
    end = aligned(end + 8 * table.values.length)
    return { ...table, address }
  })
  return { tables: placed, end }
}

export interface BlockMemory {
  readonly memory: WebAssembly.Memory
  readonly block: Area
  /** As long as a group, with a place for its twins. */
  readonly staging: Area
  /** Distances of a group's pairs, a row a sample; rows lie one after another. */
  readonly samples: Float64Array
}

export interface Room {
  /** Members of the block, and of each twin. */
  readonly size: number
  readonly twins: number
  /** Members of a group at most; the block is so long that groups of this size fill it. */
  readonly group: number
}

/** Makes the memory of a block and its twins. */
export function createMemory(
  program: Program,
  places: Places,
  { size, twins, group }: Room,
): BlockMemory {
  const { tables, end } = placeTables(program)
  const bytes = (members: number) => places.count * aligned(8 * members)
  const whole = Math.ceil(size / group) * group
  const staged = twins === 0 ? 0 : 1
  const start = end + (1 + staged) * bytes(group)
  const samples = start + (1 + twins) * bytes(whole)
  const samplesLength = staged * SAMPLES * group
  const initial = Math.ceil((samples + 8 * samplesLength) / PAGE)
  const memory = new WebAssembly.Memory({ initial, maximum: initial })
  for (const { type, values, address } of tables) {
    const { length } = values
    if (type === 'float') new Float64Array(memory.buffer, address, length).set(values)
    else new Int32Array(memory.buffer, address, length).set(values)
  }
  const areas = (address: number, members: number, long: number, count: number): Area => {
    const at = (i: number) => ({ address: address + i * bytes(long), members, stride: 8 * long })
    const area = (i: number, own: readonly Area[]) =>
      createArea(program, places, memory.buffer, at(i), own)
    return area(
      0,
      Array.from({ length: count }, (_, i) => area(1 + i, [])),
    )
  }
  return {
    memory,
    block: areas(start, size, whole, twins),
    staging: areas(end, group, group, staged),
    samples: new Float64Array(memory.buffer, samples, samplesLength),
  }
}

interface Extent {
  readonly address: number
  readonly members: number
  readonly stride: number
}

function createArea(
  program: Program,
  places: Places,
  buffer: ArrayBuffer,
  { address, members, stride }: Extent,
  twins: readonly Area[],
): Area {
  const at = (column: number) => address + column * stride
  const floats = (first: number, count: number) =>
    Array.from({ length: count }, (_, i) => new Float64Array(buffer, at(first + i), members))
  const words = (column: number, count: number) => new Uint32Array(buffer, at(column), count)
  return {
    ...{ address, stride, size: members, twins },
    state: floats(places.state, program.state.length),
    params: floats(places.params, program.params.length),
    accumulators: floats(places.accumulators, program.accumulators.length),
    outputs: floats(places.outputs, program.finish.roots.length),
    hash: words(places.hash, 2 * members),
    status: new Uint8Array(members),
    steps: words(places.steps, members),
    cell: words(places.cell, 2 * members),
    replica: words(places.replica, members),
    time: new Float64Array(buffer, at(places.time), members),
  }
}

/** Copies members to the first `size` places of an area, the last one to all that are left. */
export function gatherMembers(
  from: Area,
  members: readonly number[],
  to: Area,
  size: number,
): void {
  const last = members.length - 1
  for (let i = 0; i < size; i++) copyMember(from, members[Math.min(i, last)], to, i)
}

export function scatterMembers(from: Area, members: readonly number[], to: Area): void {
  for (const [i, m] of members.entries()) copyMember(from, i, to, m)
}

function copyMember(from: Area, source: number, to: Area, target: number): void {
  for (const [i, column] of from.state.entries()) to.state[i][target] = column[source]
  for (const [i, column] of from.params.entries()) to.params[i][target] = column[source]
  for (const [i, column] of from.accumulators.entries()) to.accumulators[i][target] = column[source]
  for (const [i, column] of from.outputs.entries()) to.outputs[i][target] = column[source]
  for (let word = 0; word < 2; word++) {
    to.hash[2 * target + word] = from.hash[2 * source + word]
    to.cell[2 * target + word] = from.cell[2 * source + word]
  }
  to.steps[target] = from.steps[source]
  to.replica[target] = from.replica[source]
  to.time[target] = from.time[source]
}
