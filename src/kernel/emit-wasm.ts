// The backend `wasm`: a program as WebAssembly on vectors, with several members in one register and
// a few registers a quantity.

import { beginMembers, timeAfter } from './block.ts'
import type { Program } from './ir.ts'
import type { Block, Kernel, KernelOptions, Pairs, Span } from './kernel.ts'
import { advancePairs } from './pairs.ts'
import { Chooser } from './wasm/choice.ts'
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
  /** Milliseconds by any clock; what it tells chooses between forms that give the same bits. */
  readonly now?: (() => number) | undefined
}

/** Up to this size two registers a quantity are mostly the faster form, and soon compiled. */
const TWO_REGISTERS = { components: 12, nodes: 400 } as const

/** Nodes of a step from which it may be too large for a function, so that one is tried at once. */
const LARGE_STEP = 5000

/** Registers a quantity that are worth a trial, the likely ones first. */
function formsFor({ state, next }: Program): readonly [number, ...number[]] {
  if (next.nodes.length >= LARGE_STEP) return [1]
  const { components, nodes } = TWO_REGISTERS
  return state.length <= components && next.nodes.length <= nodes ? [2, 1, 3] : [1, 2]
}

/**
 * Makes a program runnable as WebAssembly with vectors of 128 bits; the bits are those of every
 * backend. `registers` is how many vectors of members a group has (1 to 8); it changes the speed
 * alone. Where it is not given, long work finds out what is fastest, if there is a clock. Throws
 * where the engine has no such WebAssembly, and WasmLimitError where the program is too large for
 * it.
 */
export function createWasmKernel(
  program: Program,
  options: WasmOptions,
  registers?: number,
): Kernel {
  const { now } = options
  const likely = formsFor(program)
  const forms = registers !== undefined ? [registers] : now ? likely : likely.slice(0, 1)
  const compiled: WasmModules = new Map(options.modules)
  const modules = forms.map((form) => new Modules(planFor(program, options, form), compiled))
  const group = leastCommonMultiple(forms) * laneCount(program.precision)
  if (!options.modules && program.next.nodes.length >= LARGE_STEP) {
    advanceModule(modules[0].plan, { observe: true, fingerprint: 1, paired: 'sound' })
  }
  const chooser = new Chooser(forms, now)
  const blocks = new WeakMap<Block, readonly BlockRunner[]>()
  const alone = (block: Block, count: number, span: Span) => advance(block, count, span, undefined)
  const advance = (block: Block, count: number, span: Span, pairs: Pairs | undefined) => {
    const { from, to, time } = span
    if (to <= from) return time
    const runners = runnersOf(blocks, block)
    const reached = chooser.run(count, span, pairs?.metric, (form) =>
      runners[form].advance(count, span, pairs),
    )
    return reached === reached ? reached : timeAfter(time, program.dt, to - from)
  }
  return {
    program,
    backend: 'wasm',
    block(size, twins = 0) {
      const made = createMemory(program, modules[0].plan.places, { size, twins, group })
      const runs = modules.map((own) => new Runs(own, made.memory))
      for (const area of [made.block, ...made.block.twins]) {
        blocks.set(
          area,
          runs.map((own, i) => new BlockRunner(modules[i].plan, own, made, area)),
        )
      }
      return made.block
    },
    begin: (block, count) => beginMembers(program, block, count),
    advance(block, count, span, pairs = []) {
      if (pairs.length > 1)
        return advancePairs({ program, advance: alone }, block, count, span, pairs)
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
      runnersOf(blocks, block)[0].finish(count, time)
    },
  }
}

const leastCommonMultiple = (forms: readonly number[]) => {
  let multiple = 1
  while (forms.some((form) => multiple % form !== 0)) multiple += 1
  return multiple
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
  const modules = new Modules(planFor(program, options, formsFor(program)[0]), new Map())
  for (const variant of variants) modules.advance(variant)
  if (program.finish.roots.length > 0) modules.finish()
  return modules.compiled
}

function planFor(program: Program, { seed }: KernelOptions, registers: number): Plan {
  const writer = { precision: program.precision, tables: placeTables(program).tables }
  return { program, writer, places: placesOf(program), registers, seed }
}

function runnersOf(blocks: WeakMap<Block, readonly BlockRunner[]>, block: Block) {
  const runners = blocks.get(block)
  if (!runners) throw new Error('a block runs on the kernel that made it')
  return runners
}
