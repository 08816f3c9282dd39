// The backend `wasm`: a program as WebAssembly on vectors, with several members in one register and
// a few registers a quantity.

import { beginMembers } from './block.ts'
import type { Program } from './ir.ts'
import type { Block, Kernel, KernelOptions, Pairs, Span } from './kernel.ts'
import { advancePairs } from './pairs.ts'
import { placesOf } from './wasm/columns.ts'
import { advanceModule, type Variant } from './wasm/loop.ts'
import { createMemory, placeTables, SAMPLES } from './wasm/memory.ts'
import { laneCount } from './wasm/ops.ts'
import type { Plan } from './wasm/plan.ts'
import { BlockRunner } from './wasm/runner.ts'
import { Modules, Runs } from './wasm/runs.ts'

export type { Variant } from './wasm/loop.ts'
export { WasmLimitError } from './wasm/module.ts'

/** Compiled modules of one program by their variants; they may be sent to other threads. */
export type WasmModules = Map<string, WebAssembly.Module>

export interface WasmOptions extends KernelOptions {
  /** Modules that are there already, as `compileWasm` gives them. */
  readonly modules?: WasmModules | undefined
}

/** Components of a state up to which two registers a quantity are the faster form, as measured. */
const TWO_REGISTERS_STATE = 12

/** Nodes of a step from which it may be too large for a function, so that one is tried at once. */
const LARGE_STEP = 5000

const registersFor = ({ state, next }: Program) =>
  state.length <= TWO_REGISTERS_STATE && next.nodes.length < LARGE_STEP ? 2 : 1

/**
 * Makes a program runnable as WebAssembly with vectors of 128 bits; the bits are those of every
 * backend. `registers` is how many vectors of members a group has (1 to 8); it changes the speed
 * alone. Throws where the engine has no such WebAssembly, and WasmLimitError where the program is
 * too large for it.
 */
export function createWasmKernel(
  program: Program,
  options: WasmOptions,
  registers: number = registersFor(program),
): Kernel {
  const plan = planFor(program, options, registers)
  const { places } = plan
  const modules = new Modules(plan, new Map(options.modules))
  const group = registers * laneCount(program.precision)
  if (!options.modules && program.next.nodes.length >= LARGE_STEP) {
    advanceModule(plan, { observe: true, fingerprint: 1, paired: true })
  }
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
      const runs = new Runs(modules, made.memory)
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

/**
 * Compiles the modules that these kinds of spans need, and those for the outputs. An engine keeps
 * the code of a module once, however many threads it is sent to, and improves it for all.
 */
export function compileWasm(
  program: Program,
  options: KernelOptions,
  variants: readonly Variant[],
): WasmModules {
  const modules = new Modules(planFor(program, options, registersFor(program)), new Map())
  for (const variant of variants) modules.advance(variant)
  if (program.finish.roots.length > 0) modules.finish()
  return modules.compiled
}

function planFor(program: Program, { seed }: KernelOptions, registers: number): Plan {
  const writer = { precision: program.precision, tables: placeTables(program).tables }
  return { program, writer, places: placesOf(program), registers, seed }
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
