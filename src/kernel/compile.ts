// The front end of the kernel: the text of a scene's functions -> syntax tree -> symbolic execution
// -> graphs. Everything that a step computes becomes operations of ir.ts; nothing is ever called.

import type { Program } from './ir.ts'
import { measuresOf, stopOf } from './program/measures.ts'
import { ProgramParts } from './program/program-parts.ts'
import {
  begin,
  closureOf,
  nextState,
  positionsOf,
  type Scene,
  sceneOf,
} from './program/scene-calls.ts'
import { type ProgramSource, SourceError } from './source.ts'

/**
 * Compiles a scene with what its sweep observes. The program does not depend on how the text was
 * printed: by a bundler, a test runner or an editor. Throws SourceError for what is not part of the
 * scene language.
 */
export function compileProgram(source: ProgramSource): Program {
  try {
    return compile(sceneOf(source))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const where = { line: 1, column: 1, text: '' }
    throw new SourceError(`scene \`${source.name}\`: an expression is nested too deeply`, where)
  }
}

function compile(scene: Scene): Program {
  const { precision, dt } = scene.source
  const parts = new ProgramParts(precision)
  const next = stepGraph(scene, parts)
  const { observe, accumulators, finish, readings } = measuresOf(scene, parts)
  const stop = stopOf(scene, parts)
  const { functions, tables } = parts.close()
  return {
    ...{ precision, dt, tables, functions, next, observe, accumulators, stop, finish, readings },
    state: scene.state.names,
    positions: positionsOf(scene),
    params: scene.params.names,
  }
}

function stepGraph(scene: Scene, parts: ProgramParts) {
  const { body, name } = scene.source
  const closure = closureOf(scene, body.source, `scene \`${name}\`, ${body.shape}`)
  const low = begin(scene, parts)
  return parts.finish(low.b, nextState(low, scene, closure))
}
