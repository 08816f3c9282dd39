// From a loaded sweep to a plan, with a formula's fault shown in the user's own file.

import { basename, extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { FormulaError } from '../farm/formulas.ts'
import { type EngineCode, type Plan, planSweep } from '../farm/plan.ts'
import { isEngine, type Sweep } from '../farm/sweep.ts'
import { isUserError, UserError } from '../farm/user-error.ts'
import { compiler } from './compiler.ts'
import { codeOf } from './file-code.ts'
import { atPlace } from './load-sweep.ts'
import { placeInFunction } from './source-place.ts'

/**
 * Plans a sweep that was loaded from the file at `path`; it is named as itself, or as its file. One
 * of an engine scene needs the code of its file.
 */
export async function planLoaded(sweep: Sweep, path: string, code?: EngineCode): Promise<Plan> {
  try {
    const name = sweep.name ?? safeName(basename(path, extname(path)))
    return { ...planSweep(sweep, compiler, code), name }
  } catch (error) {
    if (error instanceof FormulaError) throw await placed(error, sweep, path)
    if (isUserError(error)) throw new UserError(`${path}: ${error.message}`, error.exitCode, error)
    throw error
  }
}

/** The code of an engine scene: the bytes of its file. */
export function engineCode({ scene }: Sweep, path: string): EngineCode | undefined {
  if (!isEngine(scene)) return undefined
  const file = resolve(path)
  return { module: pathToFileURL(file).href, code: codeOf(file) }
}

/** A file's name as the name of a folder. */
function safeName(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '') || 'sweep'
}

/**
 * `sweeps/x.ts:12:7: measures.peak: what to write instead`, and the line. The fault may lie in a
 * helper that the formula uses, so each is looked at for the line that the compiler quotes.
 */
async function placed(error: FormulaError, sweep: Sweep, path: string): Promise<UserError> {
  const { formula, where } = error
  const candidates = [formula, ...Object.values(sweep.scene.use ?? {})]
  const holder = candidates.find(
    (fn) => typeof fn === 'function' && String(fn).split('\n')[where.line - 1] === where.text,
  )
  const place =
    holder === undefined ? undefined : await placeInFunction(holder, where.line, where.column)
  const fault = faultOf(error)
  const text = place
    ? atPlace(place, fault)
    : `${path}: ${fault} (line ${where.line}, column ${where.column})\n  ${where.text.trim()}`
  return new UserError(text, error.exitCode, error)
}

/** The compiler names the scene and its function; of a measure the sweep's own name says more. */
function faultOf({ field, cause, message }: FormulaError): string {
  const text = cause instanceof Error ? cause.message : message
  const measured = /^measure \d+ \(\w+\) of scene `[^`]*`: /
  return field.startsWith('measures.') ? `${field}: ${text.replace(measured, '')}` : text
}
