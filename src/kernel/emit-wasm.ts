// The backend `wasm`: a program as WebAssembly on vectors, with several members in one register and
// a few registers a quantity. The loop runs a whole group; here it is told which members those are.

import { absorbMember, beginMembers } from './block.ts'
import type { Program } from './ir.ts'
import { type Block, type Kernel, type KernelOptions, type Span, STATUS } from './kernel.ts'
import { placesOf } from './wasm/columns.ts'
import { advanceModule, CAUSE, finishModule, LEFT, type Plan, stepModule } from './wasm/loop.ts'
import {
  type Area,
  type BlockMemory,
  createMemory,
  gatherMembers,
  placeTables,
  scatterMembers,
} from './wasm/memory.ts'
import { HOST_FUNCTIONS, laneCount } from './wasm/ops.ts'

type Run = (
  eight: number,
  four: number,
  stride: number,
  from?: number,
  to?: number,
  time?: number,
) => number

interface Runs {
  readonly first: Run
  readonly rest: Run
}

/** Members in a row, who may run where they stand, or some that have to be gathered. */
type Members = readonly number[]

/** Nodes of an f64 step up to which two registers a quantity are the faster form, as measured. */
const TWO_REGISTERS_NODES = 100

/** Registers a quantity; the fingerprints of four members overlap, so small programs have four. */
const registersFor = ({ precision, next }: Program) =>
  precision === 'f64' && next.nodes.length <= TWO_REGISTERS_NODES ? 2 : 1

const { live, escaped, stopped } = STATUS

/**
 * Makes a program runnable as WebAssembly with vectors of 128 bits; the bits are those of every
 * backend. `registers` is how many vectors of members a group has (1 to 8); it changes the speed
 * alone. Throws where the engine has no such WebAssembly.
 */
export function createWasmKernel(
  program: Program,
  options: KernelOptions,
  registers: number = registersFor(program),
): Kernel {
  const places = placesOf(program)
  const writer = { precision: program.precision, tables: placeTables(program).tables }
  const plan = { program, writer, places, registers, seed: options.seed }
  const group = registers * laneCount(program.precision)
  const modules = new Map<string, WebAssembly.Module>()
  const runners = new WeakMap<Block, BlockRunner>()
  const runnerOf = (block: Block) => {
    const runner = runners.get(block)
    if (!runner) throw new Error('a block runs on the kernel that made it')
    return runner
  }
  return {
    program,
    backend: 'wasm',
    block(size) {
      const memory = createMemory(program, places, size, group)
      runners.set(memory.block, new BlockRunner(plan, modules, memory))
      return memory.block
    },
    begin: (block, count) => beginMembers(program, block, count),
    advance(block, count, span) {
      const { from, to, time } = span
      if (to <= from) return time
      const reached = runnerOf(block).advance(count, span)
      return reached === reached ? reached : timeAfter(time, program.dt, to - from)
    },
    finish(block, count, time) {
      runnerOf(block).finish(count, time)
    },
  }
}

function timeAfter(time: number, dt: number, steps: number): number {
  for (let i = 0; i < steps; i++) time += dt
  return time
}

/** Advances the members of one block. */
class BlockRunner {
  readonly #plan: Plan
  readonly #modules: Map<string, WebAssembly.Module>
  readonly #runs = new Map<string, Run>()
  readonly #memory: WebAssembly.Memory
  readonly #block: Area
  readonly #staging: Area
  readonly #step: Uint32Array
  readonly #time: Float64Array
  readonly #stops: Int32Array

  constructor(plan: Plan, modules: Map<string, WebAssembly.Module>, made: BlockMemory) {
    const { buffer } = made.memory
    this.#plan = plan
    this.#modules = modules
    this.#memory = made.memory
    this.#block = made.block
    this.#staging = made.staging
    this.#step = new Uint32Array(buffer, LEFT.step, 1)
    this.#time = new Float64Array(buffer, LEFT.time, 1)
    this.#stops = new Int32Array(buffer, LEFT.stops, (LEFT.end - LEFT.stops) / 4)
  }

  /** Returns the time of a member that reached `span.to`, or NaN when none did. */
  advance(count: number, span: Span): number {
    const { observe, fingerprint } = span
    const first = this.#run('step', () => stepModule(this.#plan))
    const rest = this.#run(`${observe} ${fingerprint}`, () => advanceModule(this.#plan, span))
    const { groups, others } = this.#arrange(count)
    let reached = Number.NaN
    for (const members of [...groups, ...others]) {
      const time = this.#walk({ first, rest }, members, span)
      if (time === time) reached = time
    }
    return reached
  }

  finish(count: number, time: (member: number) => number): void {
    const run = this.#run('finish', () => finishModule(this.#plan))
    for (let m = 0; m < count; m++) this.#block.time[m] = time(m)
    const size = this.#staging.size
    for (let first = 0; first < count; first += size) {
      const length = Math.min(size, count - first)
      this.#call(
        Array.from({ length }, (_, i) => first + i),
        ({ address, stride }, m) => run(address + 8 * m, address + 4 * m, stride),
      )
    }
  }

  /** The function of a variant, bound to this memory. */
  #run(variant: string, write: () => Uint8Array): Run {
    const known = this.#runs.get(variant)
    if (known) return known
    let module = this.#modules.get(variant)
    if (!module) {
      module = new WebAssembly.Module(write() as Uint8Array<ArrayBuffer>)
      this.#modules.set(variant, module)
    }
    const host = { ...HOST_FUNCTIONS, memory: this.#memory }
    const run = new WebAssembly.Instance(module, { host }).exports.run as Run
    this.#runs.set(variant, run)
    return run
  }

  /** Groups in which everyone lives run where they stand; the other live members are gathered. */
  #arrange(count: number): { groups: Members[]; others: Members[] } {
    const { status } = this.#block
    const { size } = this.#staging
    const groups: Members[] = []
    const scattered: number[] = []
    for (let first = 0; first < count; first += size) {
      const members: number[] = []
      const end = Math.min(first + size, count)
      for (let m = first; m < end; m++) if (status[m] === live) members.push(m)
      if (members.length === size) groups.push(members)
      else scattered.push(...members)
    }
    const others: Members[] = []
    for (let i = 0; i < scattered.length; i += size) others.push(scattered.slice(i, i + size))
    return { groups, others }
  }

  /** Calls `use` with an area and the place in it where the members stand side by side. */
  #call(members: Members, use: (area: Area, first: number) => number): number {
    const { size } = this.#staging
    const first = members[0]
    if (members.length === size && first % size === 0 && members[size - 1] === first + size - 1) {
      return use(this.#block, first)
    }
    gatherMembers(this.#block, members, this.#staging)
    const result = use(this.#staging, 0)
    scatterMembers(this.#staging, members, this.#block)
    return result
  }

  /**
   * Takes a group to the end of a span, or as far as its last member lives. `first` takes a step;
   * `rest` goes on from there until something happens to a member.
   */
  #walk(runs: Runs, group: Members, { from, to, time, fingerprint }: Span): number {
    let members = group
    let step = from
    let now = time
    let taken = false
    while (members.length > 0 && (step < to || taken)) {
      const run = taken ? runs.rest : runs.first
      const cause = this.#call(members, ({ address, stride }, m) =>
        run(address + 8 * m, address + 4 * m, stride, step, to, now),
      )
      step = this.#step[0]
      now = this.#time[0]
      for (const m of members) this.#block.steps[m] = step
      if (cause === CAUSE.escape) members = this.#withoutEscaped(members, now, fingerprint)
      else if (cause === CAUSE.stop) members = this.#withoutStopped(members)
      taken = !taken || cause === CAUSE.escape
    }
    return members.length > 0 ? now : Number.NaN
  }

  /** Whoever escapes is absorbed here, since each NaN has to become the one pattern. */
  #withoutEscaped(members: Members, time: number, fingerprint: boolean): Members {
    const { state, status } = this.#block
    return members.filter((m) => {
      if (state.every((column) => column[m] - column[m] === 0)) return true
      status[m] = escaped
      if (fingerprint) absorbMember(this.#block, m, this.#plan.program.positions, time)
      return false
    })
  }

  #withoutStopped(members: Members): Members {
    const words = laneCount(this.#plan.program.precision) === 2 ? 2 : 1
    return members.filter((m, i) => {
      if (this.#stops[words * i] === 0) return true
      this.#block.status[m] = stopped
      return false
    })
  }
}
