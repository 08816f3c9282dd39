// Compiling a sweep's formulas: together as the program that runs; and when something is wrong with
// one of them, or has changed, telling which.

import type { Program, ProgramSource } from '../workers/protocol.ts'
import type { CanonicalParts } from './canonical.ts'
import { createMeanings } from './meaning.ts'
import { type AnyMeasure, isRate, isReading, isRescaled } from './measures.ts'
import { sha256OfText, toHex } from './sha256.ts'
import { UserError } from './user-error.ts'

/** What the farm takes of the kernel; the caller hands it in. */
export interface Compiler {
  /** Throws a SourceError (of kernel/source.ts) where a construct is not in the scene language. */
  readonly compile: (source: ProgramSource, options?: { readonly tangents: number }) => Program
  /** The program as text; equal programs have equal texts. */
  readonly programText: (program: Program) => string
}

/** A formula that cannot be compiled. */
export class FormulaError extends UserError {
  /** Where it stands in the sweep: `scene lorenz`, `stop`, `measures.peak`. */
  readonly field: string
  /** The function (or the name of a component), and the line and column (from 1) in its text. */
  readonly formula: unknown
  readonly where: { readonly line: number; readonly column: number; readonly text: string }
  constructor(field: string, formula: unknown, fault: SourceFault) {
    const { line, column, text } = fault.where
    super(`${field}: ${fault.message} (line ${line}, column ${column})\n  ${text.trim()}`, 2, fault)
    this.field = field
    this.formula = formula
    this.where = fault.where
  }
}

type SourceFault = Error & Pick<FormulaError, 'where'>

function isSourceFault(error: unknown): error is SourceFault {
  return error instanceof Error && error.name === 'SourceError' && 'where' in error
}

type Measures = readonly [name: string, AnyMeasure][]

/** Compiles the sweep's program. A fault is told with the name of the formula that it is in. */
export function compileSweep(
  source: ProgramSource,
  measures: Measures,
  { compile }: Compiler,
): Program {
  const tangents = tangentsFor(measures.map(([, measure]) => measure))
  try {
    return tangents === 0 ? compile(source) : compile(source, { tangents })
  } catch (error) {
    if (!isSourceFault(error)) throw error
    const scene = `scene ${source.name}`
    const alone = { ...source, stop: undefined, observed: [] }
    // One part after the other, until the fault comes up again.
    attempt(scene, source.body.source, () => compile(alone))
    attempt('stop', source.stop, () => compile({ ...alone, stop: source.stop }))
    for (const [name, measure] of measures) {
      if (!isReading(measure)) continue
      attempt(`measures.${name}`, measure.of, () => compile({ ...alone, observed: [measure] }))
    }
    throw new FormulaError(scene, source.body.source, error)
  }
}

/** Tangent vectors that the measures need. */
export function tangentsFor(measures: readonly AnyMeasure[]): number {
  const byTangents = measures.filter((measure) => isRate(measure) && !isRescaled(measure))
  return Math.max(0, ...byTangents.filter(isRate).map(({ exponents }) => exponents))
}

function attempt(field: string, formula: unknown, work: () => unknown): void {
  try {
    work()
  } catch (error) {
    throw isSourceFault(error) ? new FormulaError(field, formula, error) : error
  }
}

/** A hash of what each formula means, so that a change can be told by its name. */
export function formulaHashes(program: Program, measures: Measures): CanonicalParts['formulas'] {
  const { next, stop, observe, finish, accumulators, readings } = program
  const meaning = createMeanings(program)
  const hash = (text: string) => toHex(sha256OfText(text))
  const formulas: Record<string, string> = {}
  let reading = 0
  for (const [name, measure] of measures) {
    if (!isReading(measure)) continue
    const { kind, of } = measure
    const { at } = readings[reading++]
    if (typeof of === 'string') continue
    const width = kind === 'sum' || kind === 'mean' ? 2 : 1
    const kept = accumulators.slice(at, at + width)
    formulas[name] = hash(
      kind === 'last'
        ? meaning(finish, finish.roots.slice(at, at + 1), 0)
        : JSON.stringify(kept) + meaning(observe, observe.roots.slice(at, at + width), at),
    )
  }
  return {
    // Tangents follow from the step.
    scene: hash(meaning(next, next.roots.slice(0, ownCount(program)), 0)),
    stop: stop && hash(meaning(stop, stop.roots, 0)),
    measures: formulas,
  }
}

/** Components of the scene's own state; those of tangents follow them. */
export const ownCount = ({ state, tangents = 0, volume }: Program) =>
  (state.length - (volume ? 1 : 0)) / (1 + tangents)
