// Measures in a fresh process how long it takes from a scene's text to a kernel that has run its
// first steps. Arguments: the scene and how often. Prints milliseconds, one a time, as JSON.

import { compileProgram } from '../src/kernel/compile.ts'
import { createWasmKernel } from '../src/kernel/emit-wasm.ts'
import type { ProgramSource } from '../src/kernel/source.ts'
import { doublePendulum } from '../src/scenes/double-pendulum.ts'
import { lorenz } from '../src/scenes/lorenz.ts'

const MEMBERS = 64
const STEPS = 4

const plain = { precision: 'f64', use: {}, stop: undefined, observed: [] } as const

const SOURCES: Record<string, ProgramSource> = {
  lorenz: {
    ...{ ...lorenz, ...plain, params: lorenz.params ?? {}, velocities: [] },
    body: { shape: 'rates', integrator: 'rk4', source: lorenz.rates },
  },
  'double pendulum': {
    ...{ ...doublePendulum, ...plain, params: doublePendulum.params ?? {} },
    velocities: ['wa', 'wb'],
    body: { shape: 'rates', integrator: 'rk4', source: doublePendulum.rates },
  },
}

function start(source: ProgramSource): void {
  const kernel = createWasmKernel(compileProgram(source), { seed: [0, 0] })
  const block = kernel.block(MEMBERS)
  for (const [i, value] of Object.values(source.state).entries()) {
    block.state[i].fill(value as number)
  }
  for (const [i, value] of Object.values(source.params).entries()) {
    block.params[i].fill(value as number)
  }
  kernel.begin(block, MEMBERS)
  kernel.advance(block, MEMBERS, { from: 0, to: STEPS, time: 0, observe: true, fingerprint: 1 })
}

const [scene, times] = process.argv.slice(2)
const source = SOURCES[scene]
if (!source) throw new Error(`no scene ${scene}`)
const found = Array.from({ length: Number(times) }, () => {
  const began = performance.now()
  start(source)
  return performance.now() - began
})
process.stdout.write(JSON.stringify(found))
