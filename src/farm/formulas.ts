// Compiling a sweep's formulas: together as the program that runs, and each alone, so that a fault
// or a change can be told by the name of the formula that it is in.

import type { Program, ProgramSource } from '../workers/protocol.ts'
import type { CanonicalParts } from './canonical.ts'
import type { AnyMeasure } from './measures.ts'
import { sha256OfText, toHex } from './sha256.ts'
import { UserError } from './user-error.ts'

/** What the farm takes of the kernel; the caller hands it in. */
export interface Compiler {
  /** Throws a SourceError (of kernel/source.ts) where a construct is not in the scene language. */
  readonly compile: (source: ProgramSource) => Program
  /** The program as text; equal programs have equal texts. */
  readonly programText: (program: Program) => string
}

type Observed = ProgramSource['observed'][number]

/** A formula that cannot be compiled. */
export class FormulaError extends UserError {
  /** Where it stands in the sweep: `scene lorenz`, `stop`, `measures.peak`. */
  readonly field: string
  /** The function, and the line and column (from 1) in its text. */
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

/** The whole program, and a hash of what each formula means. */
export function compileFormulas(
  source: ProgramSource,
  measures: readonly [name: string, AnyMeasure][],
  { compile, programText }: Compiler,
): { program: Program; formulas: CanonicalParts['formulas'] } {
  const compileIn = (field: string, formula: unknown, part: ProgramSource) => {
    try {
      return compile(part)
    } catch (error) {
      throw isSourceFault(error) ? new FormulaError(field, formula, error) : error
    }
  }
  const meaning = (field: string, formula: unknown, stop: ProgramSource['stop'], of: Observed[]) =>
    toHex(sha256OfText(programText(compileIn(field, formula, { ...source, stop, observed: of }))))

  const scene = `scene ${source.name}`
  const formulas = {
    scene: meaning(scene, source.body.source, undefined, []),
    stop: source.stop && meaning('stop', source.stop, source.stop, []),
    measures: Object.fromEntries(
      measures.flatMap(([name, { kind, ...measure }]) =>
        kind !== 'divergence' && 'of' in measure && typeof measure.of === 'function'
          ? [[name, meaning(`measures.${name}`, measure.of, undefined, [{ kind, of: measure.of }])]]
          : [],
      ),
    ),
  }
  return { program: compileIn(scene, source.body.source, source), formulas }
}
