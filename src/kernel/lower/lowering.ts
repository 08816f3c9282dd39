// The state of one symbolic execution: the graph under construction, the memory, where the code
// stands, and the limits.

import { GraphBuilder } from '../graph/graph.ts'
import type { ProgramParts } from '../program/program-parts.ts'
import { SourceError } from '../source.ts'
import { type FunctionNode, type Node, place } from '../syntax/parse.ts'
import type { TracedCalls } from '../tangent/traced-calls.ts'
import { Heap } from './heap.ts'
import { mergeValues } from './merge.ts'
import type { Origin } from './values.ts'

/** More than any real scene needs; what exceeds it is a loop that was meant to be shorter. */
const NODE_LIMIT = 200_000
/** Statements executed while compiling. */
const ROUND_LIMIT = 500_000

export class Lowering {
  readonly b: GraphBuilder
  readonly heap: Heap
  readonly parts: ProgramParts
  /** The function whose code is being executed. */
  origin: Origin
  /** The functions that are being executed, outermost first. */
  readonly stack: FunctionNode[] = []
  /** Where calls of the library are noted, while a step is executed that is to be derived. */
  traced: TracedCalls | undefined
  #rounds = 0

  constructor(parts: ProgramParts, origin: Origin, b = new GraphBuilder(parts.precision)) {
    this.b = b
    this.heap = new Heap(this.b, (condition, whenTrue, whenFalse) =>
      mergeValues(this.b, condition, whenTrue, whenFalse),
    )
    this.parts = parts
    this.origin = origin
  }

  fail(at: Node, message: string): never {
    throw this.fault(at, message)
  }

  fault(at: Node, message: string): SourceError {
    return complaint(this.origin, at, message)
  }

  /** Refuses a step that is too long; `mend` says what to do about it. */
  requireRoom(at: Node, mend: string): void {
    if (this.b.size > NODE_LIMIT) {
      this.fail(at, `more than ${NODE_LIMIT} operations a step: ${mend}`)
    }
  }

  /** Counts a statement, so that a compilation ends. */
  tick(at: Node): void {
    this.requireRoom(at, 'shorten a loop, or the state')
    if (++this.#rounds > ROUND_LIMIT) {
      this.fail(at, `a loop that does not end within ${ROUND_LIMIT} rounds while compiling`)
    }
  }
}

export function complaint(origin: Origin, at: Node, message: string): SourceError {
  return new SourceError(`${origin.label}: ${message}`, place(origin.text, at.start - origin.shift))
}
