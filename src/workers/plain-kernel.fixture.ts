// A kernel in a few plain lines, for tests: closures for generated code, BigInt for the hash.

import type { Accumulator, Precision, Reading } from '../kernel/ir.ts'
import { type Block, type Kernel, STATUS } from '../kernel/kernel.ts'
import { withPairs } from '../kernel/pairs.ts'
import type { Program, Task } from './protocol.ts'

export interface PlainScene {
  readonly state: readonly string[]
  readonly positions: number
  readonly params: readonly string[]
  readonly dt: number
  readonly precision?: Precision
  next(state: number[], params: number[], time: number, cell: number, replica: number): number[]
  readonly accumulators?: readonly Accumulator[]
  observe?(accumulators: number[], state: number[], step: number, time: number): number[]
  stop?(state: number[], params: number[], time: number): boolean
  finish?(state: number[], time: number): number[]
  readonly readings?: readonly Reading[]
}

/** The program of a plain scene, without graphs: only a plain kernel can run it. */
export function plainProgram(scene: PlainScene): Program {
  const none = { nodes: [], roots: [] }
  return {
    precision: scene.precision ?? 'f64',
    state: scene.state,
    positions: scene.positions,
    params: scene.params,
    dt: scene.dt,
    tables: [],
    functions: [],
    next: none,
    observe: none,
    accumulators: scene.accumulators ?? [],
    stop: scene.stop && none,
    finish: none,
    readings: scene.readings ?? [],
  }
}

/** A task over a plain scene; what is not given is left out of the task. */
export function plainTask(
  scene: PlainScene,
  given: Partial<Task> & Pick<Task, 'defaults' | 'steps'>,
): Task {
  return {
    program: plainProgram(scene),
    inputs: [],
    discard: 0,
    ladderEvery: undefined,
    fingerprintEvery: 1,
    replicas: { count: 1, component: 0, ulps: 0 },
    measures: [],
    divergences: [],
    seed: [0, 0],
    ...given,
  }
}

export function createPlainKernel(scene: PlainScene, program = plainProgram(scene)): Kernel {
  const round = program.precision === 'f32' ? Math.fround : (x: number) => x
  const rounded = (xs: readonly number[]) => xs.map(round)
  const outputs = scene.finish?.(Array(scene.state.length).fill(0), 0).length ?? 0
  return withPairs({
    program,
    backend: 'js',
    block: (size, twins) => plainBlock(scene, size, outputs, twins),
    begin(block, count) {
      for (let m = 0; m < count; m++) {
        put(block.state, m, rounded(row(block.state, m)))
        put(block.params, m, rounded(row(block.params, m)))
        const initial = (scene.accumulators ?? []).map((accumulator) => accumulator.initial)
        put(block.accumulators, m, initial)
        block.status[m] = STATUS.live
        block.steps[m] = 0
        setHash(block, m, absorb(OFFSET, scene, row(block.state, m), 0))
      }
    },
    advance(block, count, { from, to, time, observe, fingerprint }) {
      for (let step = from; step < to; step++) {
        const after = time + scene.dt
        for (let m = 0; m < count; m++) {
          if (block.status[m] !== STATUS.live) continue
          if (block.steps[m] !== step) throw new Error(`member ${m} does not stand at step ${step}`)
          const params = row(block.params, m)
          const cell = block.cell[2 * m] + block.cell[2 * m + 1] * 2 ** 32
          const state = rounded(
            scene.next(row(block.state, m), params, time, cell, block.replica[m]),
          )
          put(block.state, m, state)
          block.steps[m] += 1
          if (!state.every(Number.isFinite)) block.status[m] = STATUS.escaped
          else {
            if (observe && scene.observe) {
              const seen = scene.observe(row(block.accumulators, m), state, step + 1, after)
              put(block.accumulators, m, seen)
            }
            const asked = observe && fingerprint > 0
            if (asked && scene.stop?.(state, params, after)) block.status[m] = STATUS.stopped
          }
          const ends = block.status[m] !== STATUS.live
          if (fingerprint > 0 && (ends || (step + 1) % fingerprint === 0)) {
            setHash(block, m, absorb(hashOf(block, m), scene, state, after))
          }
        }
        time = after
      }
      return time
    },
    finish(block, count, timeOf) {
      if (!scene.finish) return
      for (let m = 0; m < count; m++) {
        put(block.outputs, m, scene.finish(row(block.state, m), timeOf(m)))
      }
    },
  })
}

function plainBlock(scene: PlainScene, size: number, outputs: number, twins = 0): Block {
  const columns = (count: number) => Array.from({ length: count }, () => new Float64Array(size))
  return {
    size,
    state: columns(scene.state.length),
    params: columns(scene.params.length),
    accumulators: columns(scene.accumulators?.length ?? 0),
    outputs: columns(outputs),
    hash: new Uint32Array(2 * size),
    status: new Uint8Array(size),
    steps: new Uint32Array(size),
    cell: new Uint32Array(2 * size),
    replica: new Uint32Array(size),
    twins: Array.from({ length: twins }, () => plainBlock(scene, size, outputs)),
  }
}

const row = (columns: readonly ArrayLike<number>[], member: number) =>
  columns.map((column) => column[member])

function put(columns: readonly { [member: number]: number }[], member: number, values: number[]) {
  for (const [i, value] of values.entries()) columns[i][member] = value
}

const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n

function absorb(hash: bigint, { positions }: PlainScene, state: number[], time: number): bigint {
  const q = state.slice(0, positions)
  const v = state.slice(positions)
  const words = [BigInt(q.length), ...q.map(bits), BigInt(v.length), ...v.map(bits), bits(time)]
  for (const word of words) {
    for (let byte = 0n; byte < 64n; byte += 8n) {
      hash = BigInt.asUintN(64, (hash ^ ((word >> byte) & 0xffn)) * PRIME)
    }
  }
  return hash
}

/**
 * The fingerprint of a rollout that went through these states, the initial one first; of those that
 * `absorbed` names by their steps, or of all.
 */
export function fingerprintOf(
  scene: PlainScene,
  states: readonly number[][],
  absorbed: readonly number[] = [...states.keys()],
): bigint {
  let hash = OFFSET
  let time = 0
  for (const [step, state] of states.entries()) {
    if (absorbed.includes(step)) hash = absorb(hash, scene, state, time)
    time += scene.dt
  }
  return hash
}

function bits(x: number): bigint {
  if (Number.isNaN(x)) return 0x7ff8000000000000n
  return new BigUint64Array(new Float64Array([x]).buffer)[0]
}

const hashOf = ({ hash }: Block, m: number) =>
  (BigInt(hash[2 * m + 1]) << 32n) | BigInt(hash[2 * m])

function setHash({ hash }: Block, m: number, value: bigint) {
  hash[2 * m] = Number(value & 0xffffffffn)
  hash[2 * m + 1] = Number(value >> 32n)
}
