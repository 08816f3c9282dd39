// The backend `wasm`: a program as WebAssembly on vectors, with several members in one register and
// a few registers a quantity. The loop runs a whole group; here it is told which members those are.

import { absorbMember, beginMembers } from './block.ts'
import type { Program } from './ir.ts'
import {
  type Block,
  type Kernel,
  type KernelOptions,
  type Pairs,
  type Span,
  STATUS,
} from './kernel.ts'
import { advancePairs, sampleAt, stepOfSample } from './pairs.ts'
import { placesOf } from './wasm/columns.ts'
import { advanceModule, CAUSE, LEFT, stepModule, type Variant } from './wasm/loop.ts'
import {
  type Area,
  type BlockMemory,
  createMemory,
  gatherMembers,
  placeTables,
  SAMPLES,
  scatterMembers,
} from './wasm/memory.ts'
import { HOST_FUNCTIONS, laneCount } from './wasm/ops.ts'
import { finishModule } from './wasm/outputs.ts'
import type { Plan } from './wasm/plan.ts'

/** A function of a module; wasm/loop.ts and wasm/outputs.ts say what it takes. */
type Run = (eight: number, four: number, stride: number, ...others: number[]) => number

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
  const alone = (block: Block, count: number, span: Span) => advance(block, count, span, undefined)
  const advance = (block: Block, count: number, span: Span, pairs: Pairs | undefined) => {
    const { from, to, time } = span
    if (to <= from) return time
    const reached = runnerOf(runners, block).advance(count, span, pairs)
    return reached === reached ? reached : timeAfter(time, program.dt, to - from)
  }
  return {
    program,
    backend: 'wasm',
    block(size, twins = 0) {
      const made = createMemory(program, places, { size, twins, group })
      const runs = new Runs(plan, modules, made.memory)
      for (const area of [made.block, ...made.block.twins]) {
        runners.set(area, new BlockRunner(plan, runs, made, area))
      }
      return made.block
    },
    begin: (block, count) => beginMembers(program, block, count),
    advance(block, count, span, pairs = []) {
      if (pairs.length > 1) return advancePairs(alone, block, count, span, pairs)
      if (pairs.length === 0) return alone(block, count, span)
      let { from, time } = span
      while (from < span.to) {
        const to = Math.min(span.to, from + SAMPLES)
        time = advance(block, count, { ...span, from, to, time }, pairs[0])
        from = to
      }
      return time
    },
    finish(block, count, time) {
      runnerOf(runners, block).finish(count, time)
    },
  }
}

function runnerOf(runners: WeakMap<Block, BlockRunner>, block: Block): BlockRunner {
  const runner = runners.get(block)
  if (!runner) throw new Error('a block runs on the kernel that made it')
  return runner
}

function timeAfter(time: number, dt: number, steps: number): number {
  for (let i = 0; i < steps; i++) time += dt
  return time
}

/** The functions of a kernel, bound to one memory when they are first needed. */
class Runs {
  readonly #plan: Plan
  readonly #modules: Map<string, WebAssembly.Module>
  readonly #memory: WebAssembly.Memory
  readonly #known = new Map<string, Run>()

  constructor(plan: Plan, modules: Map<string, WebAssembly.Module>, memory: WebAssembly.Memory) {
    this.#plan = plan
    this.#modules = modules
    this.#memory = memory
  }

  /** `first` takes a step; `rest` goes on from there until something happens to a member. */
  advance(variant: Variant): { readonly first: Run; readonly rest: Run } {
    const { observe, fingerprint, paired } = variant
    return {
      first: this.#run(`step ${paired}`, () => stepModule(this.#plan, paired)),
      rest: this.#run(`${observe} ${fingerprint} ${paired}`, () =>
        advanceModule(this.#plan, variant),
      ),
    }
  }

  get finish(): Run {
    return this.#run('finish', () => finishModule(this.#plan))
  }

  #run(name: string, write: () => Uint8Array): Run {
    const known = this.#known.get(name)
    if (known) return known
    let module = this.#modules.get(name)
    if (!module) {
      module = new WebAssembly.Module(write() as Uint8Array<ArrayBuffer>)
      this.#modules.set(name, module)
    }
    const host = { ...HOST_FUNCTIONS, memory: this.#memory }
    const run = new WebAssembly.Instance(module, { host }).exports.run as Run
    this.#known.set(name, run)
    return run
  }
}

/** Advances the members of one block. */
class BlockRunner {
  readonly #plan: Plan
  readonly #runs: Runs
  readonly #block: Area
  readonly #staging: Area
  readonly #samples: Float64Array
  readonly #step: Uint32Array
  readonly #sample: Uint32Array
  readonly #time: Float64Array
  readonly #stops: Int32Array

  constructor(plan: Plan, runs: Runs, { memory, staging, samples }: BlockMemory, block: Area) {
    const { buffer } = memory
    this.#plan = plan
    this.#runs = runs
    this.#block = block
    this.#staging = staging
    this.#samples = samples
    this.#step = new Uint32Array(buffer, LEFT.step, 1)
    this.#sample = new Uint32Array(buffer, LEFT.sample, 1)
    this.#time = new Float64Array(buffer, LEFT.time, 1)
    this.#stops = new Int32Array(buffer, LEFT.stops, (LEFT.end - LEFT.stops) / 4)
  }

  /** Returns the time of a member that reached `span.to`, or NaN when none did. */
  advance(count: number, span: Span, pairs: Pairs | undefined): number {
    const { status } = this.#block
    const hasTwin = (m: number) => pairs?.twin.status[m] === live
    let reached = Number.NaN
    for (const members of this.#groups(count, (m) => status[m] === live && !hasTwin(m))) {
      reached = known(this.#walk(members, span, undefined), reached)
    }
    if (!pairs) return reached
    for (const members of this.#groups(count, (m) => status[m] === live && hasTwin(m))) {
      reached = known(this.#walk(members, span, pairs), reached)
    }
    return reached
  }

  finish(count: number, time: (member: number) => number): void {
    const run = this.#runs.finish
    for (let m = 0; m < count; m++) this.#block.time[m] = time(m)
    const size = this.#staging.size
    for (let first = 0; first < count; first += size) {
      const length = Math.min(size, count - first)
      this.#call(
        Array.from({ length }, (_, i) => first + i),
        undefined,
        ({ address, stride }, m) => run(address + 8 * m, address + 4 * m, stride),
      )
    }
  }

  /**
   * Groups of the members that are wanted. Where everyone is, they run where they stand; the others
   * have to be gathered.
   */
  #groups(count: number, wanted: (member: number) => boolean): Members[] {
    const { size } = this.#staging
    const groups: Members[] = []
    const scattered: number[] = []
    for (let first = 0; first < count; first += size) {
      const members: number[] = []
      const end = Math.min(first + size, count)
      for (let m = first; m < end; m++) if (wanted(m)) members.push(m)
      if (members.length === size) groups.push(members)
      else scattered.push(...members)
    }
    for (let i = 0; i < scattered.length; i += size) groups.push(scattered.slice(i, i + size))
    return groups
  }

  /** Calls `use` with an area and the place in it where the members stand side by side. */
  #call(
    members: Members,
    twins: Area | undefined,
    use: (area: Area, first: number, twins: Area | undefined) => number,
  ): number {
    const { size } = this.#staging
    const first = members[0]
    if (members.length === size && first % size === 0 && members[size - 1] === first + size - 1) {
      return use(this.#block, first, twins)
    }
    const stagedTwins = twins && this.#staging.twins[0]
    gatherMembers(this.#block, members, this.#staging)
    if (twins) gatherMembers(twins, members, stagedTwins as Area)
    const result = use(this.#staging, 0, stagedTwins)
    scatterMembers(this.#staging, members, this.#block)
    if (twins) scatterMembers(stagedTwins as Area, members, twins)
    return result
  }

  /**
   * Takes a group to the end of a span, or as far as its last member lives; `taken` says that the
   * step that led to `from` has yet to be absorbed and observed.
   */
  #walk(group: Members, span: Span, pairs: Pairs | undefined, taken = false): number {
    const runs = this.#runs.advance({ ...span, paired: pairs !== undefined })
    const twins = pairs?.twin as Area | undefined
    let members = group
    let { from: step, time: now } = span
    let reached = Number.NaN
    while (members.length > 0 && (step < span.to || taken)) {
      const run = taken ? runs.rest : runs.first
      const sample = pairs ? sampleAt(pairs, step) : 0
      const cause = this.#call(members, twins, ({ address, stride }, m, beside) => {
        const own = [address + 8 * m, address + 4 * m, stride, step, span.to, now] as const
        return pairs && beside
          ? run(...own, beside.address + 8 * m, ...this.#sampling(pairs, sample))
          : run(...own)
      })
      step = this.#step[0]
      now = this.#time[0]
      for (const m of members) this.#block.steps[m] = step
      if (twins) for (const m of members) twins.steps[m] = step
      if (pairs && taken) this.#fetch(members, pairs, sample)
      if (cause === CAUSE.escape) {
        members = this.#withoutEscaped(members, now, span.fingerprint)
        const lost = twins ? endEscaped(twins, members) : []
        // Who has lost the twin goes on alone.
        members = members.filter((m) => !lost.includes(m))
        const rest = { ...span, from: step, time: now }
        if (lost.length > 0) reached = known(this.#walk(lost, rest, undefined, true), reached)
      } else if (cause === CAUSE.stop) members = this.#withoutStopped(members, now, span)
      taken = !taken || cause === CAUSE.escape
    }
    return members.length > 0 ? now : reached
  }

  #sampling({ stride, last }: Pairs, sample: number) {
    const due = stepOfSample({ stride, last }, sample)
    return [this.#samples.byteOffset, due, stride, last] as const
  }

  /** Copies the distances that a call has left, from this sample on. */
  #fetch(members: Members, { distances, start, width }: Pairs, sample: number): void {
    const { size } = this.#staging
    const taken = (this.#sample[0] - this.#samples.byteOffset) / (8 * size)
    for (const [i, m] of members.entries()) {
      const row = start + m * width + sample
      for (let k = 0; k < taken; k++) distances[row + k] = this.#samples[k * size + i]
    }
  }

  /** Whoever escapes is absorbed here, since each NaN has to become the one pattern. */
  #withoutEscaped(members: Members, time: number, fingerprint: number): Members {
    return members.filter((m) => {
      if (hasFiniteState(this.#block, m)) return true
      this.#block.status[m] = escaped
      if (fingerprint > 0) absorbMember(this.#block, m, this.#plan.program.positions, time)
      return false
    })
  }

  #withoutStopped(members: Members, time: number, { fingerprint }: Span): Members {
    const { precision, positions } = this.#plan.program
    const words = laneCount(precision) === 2 ? 2 : 1
    return members.filter((m, i) => {
      if (this.#stops[words * i] === 0) return true
      this.#block.status[m] = stopped
      const absorbed = this.#block.steps[m] % fingerprint === 0
      if (!absorbed) absorbMember(this.#block, m, positions, time)
      return false
    })
  }
}

/** Ends the twins of these members whose state is not finite, and says which those are. */
function endEscaped(twins: Area, members: Members): Members {
  const lost = members.filter((m) => !hasFiniteState(twins, m))
  for (const m of lost) twins.status[m] = escaped
  return lost
}

const hasFiniteState = ({ state }: Block, m: number) => state.every((x) => x[m] - x[m] === 0)
const known = (time: number, other: number) => (time === time ? time : other)
