// The columns of a block in ordinary memory, and how its members begin.

import { absorbWords, startHash } from '../math/fingerprint.ts'
import { loadF32 } from './f32-rule.ts'
import { ownComponents, type Program } from './ir.ts'
import { type Block, STATUS } from './kernel.ts'

const number = new Float64Array(1)
const words = new Int32Array(number.buffer)
// Little-endian machines hold the low word first.
const HIGH = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0

/** A block of f64 columns, with its twins; in an f32 program they hold f32 values. */
export function createBlock(program: Program, size: number, twins = 0): Block {
  const columns = (count: number) => Array.from({ length: count }, () => new Float64Array(size))
  return {
    size,
    state: columns(program.state.length),
    params: columns(program.params.length),
    accumulators: columns(program.accumulators.length),
    outputs: columns(program.finish.roots.length),
    hash: new Uint32Array(2 * size),
    status: new Uint8Array(size),
    steps: new Uint32Array(size),
    cell: new Uint32Array(2 * size),
    replica: new Uint32Array(size),
    twins: Array.from({ length: twins }, () => createBlock(program, size)),
  }
}

/** Kernel.begin, which is the same for every backend. */
export function beginMembers(program: Program, block: Block, count: number): void {
  const { precision, accumulators } = program
  if (precision === 'f32') {
    for (const column of [...block.state, ...block.params]) {
      for (let m = 0; m < count; m++) column[m] = loadF32(column[m])
    }
  }
  block.status.fill(STATUS.live, 0, count)
  block.steps.fill(0, 0, count)
  for (const [i, column] of block.accumulators.entries()) {
    column.fill(accumulators[i].initial, 0, count)
  }
  for (let m = 0; m < count; m++) {
    startHash(block.hash, m)
    absorbMember(program, block, m, 0)
  }
}

/** The columns of the scene's own state, without those of tangents. */
export function ownColumns(program: Program, { state }: Pick<Block, 'state'>) {
  return program.tangents ? state.slice(0, ownComponents(program)) : state
}

/** Absorbs a member's own state and time into its hash, each NaN as the one pattern. */
export function absorbMember(program: Program, block: Block, m: number, time: number): void {
  const { hash, state } = block
  const { positions } = program
  const own = ownComponents(program)
  absorbWords(hash, m, positions, 0)
  for (let i = 0; i < positions; i++) absorb(hash, m, state[i][m])
  absorbWords(hash, m, own - positions, 0)
  for (let i = positions; i < own; i++) absorb(hash, m, state[i][m])
  absorb(hash, m, time)
}

function absorb(hash: Uint32Array, m: number, x: number): void {
  if (x !== x) {
    absorbWords(hash, m, 0, 0x7ff80000)
    return
  }
  number[0] = x
  absorbWords(hash, m, words[1 - HIGH], words[HIGH])
}

/** The simulated time after so many more steps: each adds dt and rounds the sum. */
export function timeAfter(time: number, dt: number, steps: number): number {
  for (let i = 0; i < steps; i++) time += dt
  return time
}
