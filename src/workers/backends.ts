// The kernels that a CPU runs, by the name of their backend, and what is made ready once for all
// lanes.

import { createJsKernel } from '../kernel/emit-js.ts'
import {
  compileWasm,
  createWasmKernel,
  type Variant,
  WasmLimitError,
  type WasmModules,
} from '../kernel/emit-wasm.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Task } from './protocol.ts'

export type CpuBackend = 'js' | 'wasm'

/** `auto` is the fastest that can run the task. */
export type BackendChoice = CpuBackend | 'auto'

/** What a lane is started with. */
export interface LaneData {
  readonly task: Task
  readonly backend: CpuBackend
  /** The task's code, compiled once; a lane compiles what it finds missing. */
  readonly modules?: WasmModules | undefined
  /** Address of a module that can load engine scenes, where the task is of one. */
  readonly loader?: string | undefined
}

/** What a kernel may be given besides its task. */
interface Given {
  readonly modules?: WasmModules | undefined
  /** Milliseconds; a kernel may look which of its forms is the fastest. */
  readonly now?: (() => number) | undefined
}

export const KERNELS: Readonly<Record<CpuBackend, (task: Task, given?: Given) => Kernel>> = {
  js: (task) => createJsKernel(compiledOf(task), { seed: task.seed }),
  wasm: (task, given) => createWasmKernel(compiledOf(task), { seed: task.seed, ...given }),
}

/** The program of an engine scene stands still without its engine. */
function compiledOf({ program, engine }: Task): Task['program'] {
  if (engine)
    throw new Error(`scene ${engine.scene}: an engine scene runs on threads of Node alone`)
  return program
}

/** The kernel of a lane. */
export const createKernel = ({ task, backend, modules }: LaneData, now?: () => number): Kernel =>
  KERNELS[backend](task, { modules, now })

const prepared = new WeakMap<Task, Map<BackendChoice, LaneData>>()

/**
 * Chooses the backend of a task and compiles its code; asked again for the same task, it gives the
 * same.
 *
 * @throws WasmLimitError where `wasm` is asked for and the program is too large for it
 */
export function prepareLanes(task: Task, choice: BackendChoice): LaneData {
  const known = prepared.get(task) ?? new Map<BackendChoice, LaneData>()
  prepared.set(task, known)
  const data = known.get(choice) ?? prepare(task, choice)
  known.set(choice, data)
  return data
}

function prepare(task: Task, choice: BackendChoice): LaneData {
  if (choice === 'js' || task.engine) return { task, backend: 'js' }
  const { program, seed } = task
  try {
    const modules = compileWasm(program, { seed }, variantsOf(task))
    return { task, backend: 'wasm', modules }
  } catch (error) {
    if (choice === 'auto' && cannotRun(error)) return { task, backend: 'js' }
    throw error
  }
}

/** The engine lacks what the code needs, or the code is too large for it. */
export const cannotRun = (error: unknown) =>
  error instanceof WasmLimitError ||
  error instanceof WebAssembly.CompileError ||
  typeof WebAssembly === 'undefined'

/** The kinds of spans that nearly every rollout of a task runs through. */
function variantsOf({ program, steps, discard, divergences, fingerprintEvery }: Task): Variant[] {
  const always = program.stop !== undefined
  const observes = [
    ...(always || discard < steps ? [true] : []),
    ...(!always && discard > 0 && steps > 0 ? [false] : []),
  ]
  const paired = divergences.length === 1 ? divergences[0].metric : undefined
  return observes.map((observe) => ({ observe, fingerprint: fingerprintEvery, paired }))
}
