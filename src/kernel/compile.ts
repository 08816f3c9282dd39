// The front end of the kernel: the text of a scene's functions -> syntax tree -> symbolic execution
// -> graphs. Everything that a step computes becomes operations of ir.ts; nothing is ever called.

import type { Program } from './ir.ts'
import { measuresOf, stopOf } from './program/measures.ts'
import { ProgramParts } from './program/program-parts.ts'
import {
  begin,
  closureOf,
  nextState,
  periodsOf,
  positionsOf,
  type Scene,
  sceneOf,
} from './program/scene-calls.ts'
import { hasVolume, nextVolume } from './program/volume.ts'
import { type ProgramSource, SourceError } from './source.ts'
import { withTangents } from './tangent/derive.ts'

export interface CompileOptions {
  /** How many tangent vectors a step carries along; see `Program.tangents`. 0 unless given. */
  readonly tangents?: number
}

/**
 * Compiles a scene with what its sweep observes. The program does not depend on how the text was
 * printed: by a bundler, a test runner or an editor. Throws SourceError for what is not part of the
 * scene language.
 */
export function compileProgram(source: ProgramSource, options: CompileOptions = {}): Program {
  const { tangents = 0 } = options
  if (!(tangents >= 0 && Number.isInteger(tangents))) {
    throw new Error(`tangents: ${tangents}; it takes a whole number from 0 on`)
  }
  try {
    return compile(sceneOf(source), tangents)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const where = { line: 1, column: 1, text: '' }
    throw new SourceError(`scene \`${source.name}\`: an expression is nested too deeply`, where)
  }
}

function compile(scene: Scene, tangents: number): Program {
  const { precision, dt } = scene.source
  const periods = periodsOf(scene)
  const parts = new ProgramParts(precision)
  const next = stepGraph(scene, parts, tangents)
  const { observe, accumulators, finish, readings } = measuresOf(scene, parts)
  const stop = stopOf(scene, parts)
  const { functions, tables } = parts.close()
  return {
    ...{ precision, dt, tables, functions, next, observe, accumulators, stop, finish, readings },
    state: [...scene.state.names, ...tangentNames(scene, tangents)],
    ...(tangents > 0 ? { tangents } : {}),
    ...(hasVolume(scene, tangents) ? { volume: true } : {}),
    positions: positionsOf(scene),
    ...(periods ? { periods } : {}),
    params: scene.params.names,
  }
}

function tangentNames(scene: Scene, tangents: number): string[] {
  const { names } = scene.state
  const vectors = Array.from({ length: tangents }, (_, j) => names.map((name) => `d${j}.${name}`))
  return [...vectors.flat(), ...(hasVolume(scene, tangents) ? ['log.volume'] : [])]
}

function stepGraph(scene: Scene, parts: ProgramParts, tangents: number) {
  const { body, name } = scene.source
  const closure = closureOf(scene, body.source, `scene \`${name}\`, ${body.shape}`)
  const low = begin(scene, parts)
  const step = () => nextState(low, scene, closure)
  if (tangents === 0) return parts.finish(low.b, step())
  const place = { origin: closure.origin, at: closure.node }
  const roots = withTangents(low, tangents, place, step)
  if (hasVolume(scene, tangents)) roots.push(nextVolume(low, scene, closure, place, roots.length))
  return parts.finish(low.b, roots)
}
