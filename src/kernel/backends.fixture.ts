// Every backend that runs here, in each of its forms: what one does, all do.

import { createJsKernel } from './emit-js.ts'
import { createWasmKernel } from './emit-wasm.ts'
import type { Program } from './ir.ts'
import type { Kernel, KernelOptions } from './kernel.ts'

export type MakeKernel = (program: Program, options: KernelOptions) => Kernel

export const JS: readonly (readonly [form: string, MakeKernel])[] = [
  ['js, in local variables', (program, options) => createJsKernel(program, options, 1000)],
  ['js, in memory', (program, options) => createJsKernel(program, options, 0)],
]

export const WASM: readonly (readonly [form: string, MakeKernel])[] = [
  ['wasm, one register', (program, options) => createWasmKernel(program, options, 1)],
  ['wasm, two registers', (program, options) => createWasmKernel(program, options, 2)],
]

export const BACKENDS = [...JS, ...WASM]
