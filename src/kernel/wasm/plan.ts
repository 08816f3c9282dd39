// What all functions of a kernel are written from.

import type { Node, Program } from '../ir.ts'
import type { Code } from './code.ts'
import type { Places } from './columns.ts'
import type { Writer } from './graph.ts'
import { constant } from './ops.ts'

export interface Plan {
  readonly program: Program
  readonly writer: Writer
  readonly places: Places
  /** Registers a quantity: a group is as many vectors of members. */
  readonly registers: number
  readonly seed: readonly number[]
}

/** The inputs that are constants of the kernel. */
export function pushSeed(c: Code, { program, seed }: Plan, { op, value = 0 }: Node): void {
  if (op !== 'seed') throw new Error(`no backend gives the input ${op} here`)
  constant(c, program.precision, 'int', seed[value])
}
