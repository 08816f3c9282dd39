// The modules of a program as the backend hands them to the engine, and wabt's opinion on them.

import wabt from 'wabt'
import { createWasmKernel } from '../emit-wasm.ts'
import type { Program } from '../ir.ts'

const tool = await wabt()
/** The modules may use the first WebAssembly and its vectors, and nothing newer. */
const ALLOWED = {
  simd: true,
  ...{ threads: false, mutable_globals: false, sat_float_to_int: false, sign_extension: false },
  ...{ exceptions: false, multi_value: false, tail_call: false, bulk_memory: false },
  ...{ reference_types: false, function_references: false, gc: false, memory64: false },
  ...{ annotations: false, code_metadata: false, extended_const: false, relaxed_simd: false },
}

/** What wabt finds wrong with a module; undefined if nothing. */
export function faultOf(bytes: Uint8Array): string | undefined {
  try {
    const module = tool.readWasm(bytes, ALLOWED)
    try {
      module.validate()
    } finally {
      module.destroy()
    }
    return undefined
  } catch (error) {
    return String(error)
  }
}

/** What the engine is given to compile meanwhile. */
export function modulesOf(run: () => void): Uint8Array[] {
  const { Module } = WebAssembly
  const given: Uint8Array[] = []
  WebAssembly.Module = class extends Module {
    constructor(bytes: BufferSource) {
      given.push(bytes as Uint8Array)
      super(bytes)
    }
  }
  try {
    run()
  } finally {
    WebAssembly.Module = Module
  }
  return given
}

/** Modules that `runInEachWay` makes: six that step alone, two in pairs, one for the outputs. */
export const VARIANTS = 9

/** Takes two steps with each choice of what is kept, then in pairs, then the outputs. */
export function runInEachWay(program: Program, registers?: number): void {
  const kernel = createWasmKernel(program, { seed: [1, 2] }, registers)
  const block = kernel.block(1, 1)
  const [twin] = block.twins
  const distances = new Float64Array(2)
  const pairs = [
    { twin, metric: 'sound' as const, stride: 1, last: 2, distances, start: 0, width: 2 },
  ]
  for (const observe of [false, true]) {
    for (const fingerprint of [0, 1, 2]) {
      kernel.begin(block, 1)
      kernel.advance(block, 1, { from: 0, to: 2, time: 0, observe, fingerprint })
    }
    kernel.begin(block, 1)
    kernel.begin(twin, 1)
    kernel.advance(block, 1, { from: 0, to: 2, time: 0, observe, fingerprint: 1 }, pairs)
  }
  kernel.finish(block, 1, () => 0)
}
