import { expect, it, vi } from 'vitest'
import { compileProgram } from '../kernel/compile.ts'
import { WasmLimitError } from '../kernel/emit-wasm.ts'
import { functionOf, mapOf } from '../kernel/sources.fixture.ts'
import { createKernel, prepareLanes } from './backends.ts'
import { plainTask } from './plain-kernel.fixture.ts'
import type { Program, Task } from './protocol.ts'

const scene = { state: ['x'], positions: 1, params: [], dt: 1, next: (state: number[]) => state }

const taskOf = (program: Program): Task => ({
  ...plainTask(scene, { defaults: { state: program.state.map(() => 0.5), params: [] }, steps: 9 }),
  program,
})

const small = () =>
  compileProgram(mapOf(functionOf('({ x, y, z }) => ({ x: y + 1, y: z, z: x })'), {}))

/** More components than a function of WebAssembly has variables. */
function huge(): Program {
  const program = small()
  const count = 60_000
  const nodes = Array.from({ length: count }, (_, value) => {
    return { op: 'state', type: 'float', args: [], value } as const
  })
  const state = nodes.map(({ value }) => `x[${value}]`)
  return { ...program, state, positions: count, next: { nodes, roots: [...nodes.keys()] } }
}

it('takes wasm where it can be had, compiled once for all lanes', () => {
  const task = taskOf(small())
  const data = prepareLanes(task, 'auto')
  expect(data.backend).toBe('wasm')
  expect(prepareLanes(task, 'auto')).toBe(data)
  const compile = vi.spyOn(WebAssembly, 'Module')
  try {
    const kernel = createKernel(data)
    const block = kernel.block(8)
    kernel.begin(block, 8)
    kernel.advance(block, 8, { from: 0, to: 9, time: 0, observe: true, fingerprint: 1 })
    expect(compile).not.toHaveBeenCalled()
  } finally {
    compile.mockRestore()
  }
})

it('takes js where a program is too large for wasm, unless wasm is asked for', () => {
  const task = taskOf(huge())
  expect(prepareLanes(task, 'auto')).toEqual({ task, backend: 'js' })
  expect(() => prepareLanes(task, 'wasm')).toThrow(WasmLimitError)
})
