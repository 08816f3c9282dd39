// The kernels that a CPU runs, by the name of their backend.

import { createJsKernel } from '../kernel/emit-js.ts'
import { createWasmKernel } from '../kernel/emit-wasm.ts'
import type { Task } from './protocol.ts'
import type { KernelFactory } from './run-batch.ts'

export type CpuBackend = 'js' | 'wasm'

/** What a lane is started with. */
export interface LaneData {
  readonly task: Task
  readonly backend: CpuBackend
}

export const KERNELS: Readonly<Record<CpuBackend, KernelFactory>> = {
  js: ({ program, seed }) => createJsKernel(program, { seed }),
  wasm: ({ program, seed }) => createWasmKernel(program, { seed }),
}
