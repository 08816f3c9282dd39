// Furrow's own backend `js`, driven as a lane drives it: blocks of members, short spans.

import { compileProgram } from '../src/kernel/compile.ts'
import { createJsKernel } from '../src/kernel/emit-js.ts'
import type { Contender } from './contender.ts'

const BLOCK = 256
const SPAN = 1024

export const jsBackend: Contender = {
  name: 'furrow js',
  prepare(workload, fingerprint) {
    const { size, source, start } = workload
    const kernel = createJsKernel(compileProgram(source), { seed: [0, 0] })
    const block = kernel.block(BLOCK)
    const state = new Float64Array(size)
    return (members, steps) => {
      const states = new Float64Array(members * size)
      const hashes = new Uint32Array(2 * members)
      for (let first = 0; first < members; first += BLOCK) {
        const count = Math.min(BLOCK, members - first)
        for (let m = 0; m < count; m++) {
          block.params[0][m] = start(first + m, state)
          for (let i = 0; i < size; i++) block.state[i][m] = state[i]
        }
        kernel.begin(block, count)
        for (let from = 0, time = 0; from < steps; from += SPAN) {
          const to = Math.min(from + SPAN, steps)
          time = kernel.advance(block, count, {
            from,
            to,
            time,
            observe: true,
            fingerprint: fingerprint ? 1 : 0,
          })
        }
        for (let m = 0; m < count; m++) {
          for (let i = 0; i < size; i++) states[(first + m) * size + i] = block.state[i][m]
        }
        if (fingerprint) hashes.set(block.hash.subarray(0, 2 * count), 2 * first)
      }
      return { states, hashes }
    }
  },
}
