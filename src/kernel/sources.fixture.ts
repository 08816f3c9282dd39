// Program sources made short, for tests of the compiler.

import { compileProgram } from './compile.ts'
import { evaluateGraph, type Inputs } from './graphs.fixture.ts'
import type { Program } from './ir.ts'
import type { ProgramSource, SourceFunction } from './source.ts'

/** A map over the numbers x, y, z with parameters a, b, unless told otherwise. */
export function mapOf(source: SourceFunction, rest: Partial<ProgramSource> = {}): ProgramSource {
  return {
    name: 'test',
    precision: 'f64',
    state: { x: 0, y: 0, z: 0 },
    velocities: [],
    params: { a: 0, b: 0 },
    dt: 1,
    body: { shape: 'next', source },
    use: {},
    stop: undefined,
    observed: [],
    ...rest,
  }
}

/** A function with this very text. */
export function functionOf(text: string): SourceFunction {
  return new Function(`return (${text})`)()
}

export const NO_INPUTS: Inputs = {
  state: [],
  params: [],
  accumulators: [],
  time: 0,
  step: 1,
  seed: [1, 2],
  cell: [3, 0],
  replica: 0,
}

/** The new state of a program, by the scalar reference. */
export function nextOf(program: Program, state: readonly number[], inputs: Partial<Inputs> = {}) {
  return evaluateGraph(program, program.next, { ...NO_INPUTS, state, ...inputs })
}

export { compileProgram }
