// Furrow's own backends, driven as a lane drives them: blocks of members, short spans.

import { compileProgram } from '../../src/kernel/compile.ts'
import { createJsKernel } from '../../src/kernel/emit-js.ts'
import { createWasmKernel } from '../../src/kernel/emit-wasm.ts'
import type { CpuBackend } from '../../src/workers/backends.ts'
import { MEMBERS, type Row, startOf } from '../workloads.ts'
import type { Outcome } from './js.ts'

const BLOCK = 256
const SPAN = 1024

export function prepareFurrow(backend: CpuBackend, row: Row): (steps: number) => Outcome {
  const { workload, fingerprint } = row
  const createKernel = backend === 'js' ? createJsKernel : createWasmKernel
  const options = { seed: [0, 0], now: () => performance.now() } as const
  const kernel = createKernel(compileProgram(workload.source), options)
  const block = kernel.block(BLOCK)
  const { size } = workload
  const state = new Float64Array(size)
  const stride = fingerprint ? 1 : 0
  return (steps) => {
    const states = new Float64Array(MEMBERS * size)
    const hashes = new Uint32Array(2 * MEMBERS)
    for (let first = 0; first < MEMBERS; first += BLOCK) {
      for (let m = 0; m < BLOCK; m++) {
        block.params[0][m] = startOf(workload, first + m, state)
        for (let i = 0; i < size; i++) block.state[i][m] = state[i]
      }
      kernel.begin(block, BLOCK)
      for (let from = 0, time = 0; from < steps; from += SPAN) {
        const to = Math.min(from + SPAN, steps)
        time = kernel.advance(block, BLOCK, { from, to, time, observe: true, fingerprint: stride })
      }
      for (let m = 0; m < BLOCK; m++) {
        for (let i = 0; i < size; i++) states[(first + m) * size + i] = block.state[i][m]
      }
      hashes.set(block.hash.subarray(0, 2 * BLOCK), 2 * first)
    }
    return { states, hashes }
  }
}
