// The functions of src/math as scenes see them: by name, and as what Math.* is in each precision.
// Their own text is compiled into the scene; the rare, long ones are kept as calls.

import * as angle from '../../math/angle.ts'
import * as arc from '../../math/arc.ts'
import * as atan2 from '../../math/atan2.ts'
import * as bits from '../../math/bits.ts'
import * as cbrt from '../../math/cbrt.ts'
import * as exp from '../../math/exp.ts'
import * as f32Arc from '../../math/f32-arc.ts'
import * as f32Arithmetic from '../../math/f32-arithmetic.ts'
import * as f32Atan2 from '../../math/f32-atan2.ts'
import * as f32Cbrt from '../../math/f32-cbrt.ts'
import * as f32Exp from '../../math/f32-exp.ts'
import * as f32ExpRange from '../../math/f32-exp-range.ts'
import * as f32Hyperbolic from '../../math/f32-hyperbolic.ts'
import * as f32Hypot from '../../math/f32-hypot.ts'
import * as f32Log from '../../math/f32-log.ts'
import * as f32Pow from '../../math/f32-pow.ts'
import * as f32QuarterTurns from '../../math/f32-quarter-turns.ts'
import * as f32Rotations from '../../math/f32-rotations.ts'
import * as f32SinCos from '../../math/f32-sin-cos.ts'
import * as f32Tan from '../../math/f32-tan.ts'
import * as f32Vectors from '../../math/f32-vectors.ts'
import * as hyperbolic from '../../math/hyperbolic.ts'
import * as hypot from '../../math/hypot.ts'
import * as log from '../../math/log.ts'
import * as noise from '../../math/noise.ts'
import * as pairs from '../../math/pairs.ts'
import * as philox from '../../math/philox.ts'
import * as portable from '../../math/portable.ts'
import * as pow from '../../math/pow.ts'
import * as simArc from '../../math/sim-arc.ts'
import * as simArithmetic from '../../math/sim-arithmetic.ts'
import * as simRotations from '../../math/sim-rotations.ts'
import * as simSinCosModule from '../../math/sim-sin-cos.ts'
import { simSinCos } from '../../math/sim-sin-cos.ts'
import * as simVectors from '../../math/sim-vectors.ts'
import * as sinCos from '../../math/sin-cos.ts'
import { neumaierAdd } from '../../math/sums.ts'
import * as tan from '../../math/tan.ts'
import * as uniform from '../../math/uniform.ts'
import type { SourceFunction } from '../source.ts'

/** The seed's sine alone. */
function simSin(x: number): number {
  return simSinCos(x)[0]
}

/** The seed's cosine alone. */
function simCos(x: number): number {
  return simSinCos(x)[1]
}

const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  ...[angle, arc, atan2, bits, cbrt, exp, hyperbolic, hypot, log, pairs, pow, sinCos, tan],
  ...[f32Arc, f32Arithmetic, f32Atan2, f32Cbrt, f32Exp, f32ExpRange, f32Hyperbolic, f32Hypot],
  ...[f32Log, f32Pow, f32QuarterTurns, f32Rotations, f32SinCos, f32Tan, f32Vectors],
  ...[noise, philox, uniform, { neumaierAdd }],
  ...[portable, simArc, simArithmetic, simRotations, simSinCosModule, simVectors],
  { simSin, simCos },
]

/** Every function of the library, by the name under which its file exports it. */
export const FUNCTIONS: ReadonlyMap<string, SourceFunction> = byName()

function byName(): Map<string, SourceFunction> {
  const functions = new Map<string, SourceFunction>()
  for (const [name, value] of MODULES.flatMap((module) => Object.entries(module))) {
    if (typeof value !== 'function') continue
    if (functions.has(name)) throw new Error(`two functions of the library are called ${name}`)
    functions.set(name, value as SourceFunction)
  }
  return functions
}

/**
 * A minifier renames a function and all that mentions it alike: texts know it by this name. What
 * two functions are called, from two files of a bundle, means neither.
 */
const BY_RUNNING_NAME: ReadonlyMap<string, string> = byRunningName()

function byRunningName(): Map<string, string> {
  const names = new Map<string, string>()
  const shared = new Set<string>()
  for (const [name, fn] of FUNCTIONS) {
    if (names.has(fn.name)) shared.add(fn.name)
    names.set(fn.name, name)
  }
  for (const name of shared) names.delete(name)
  return names
}

const BY_IDENTITY: ReadonlyMap<SourceFunction, string> = new Map(
  [...FUNCTIONS].map(([name, fn]) => [fn, name]),
)

/** The exported name of a function of the library that a text mentions by `name`. */
export function libraryName(name: string): string | undefined {
  return BY_RUNNING_NAME.get(name) ?? (FUNCTIONS.has(name) ? name : undefined)
}

/** The exported name of a function, if it is one of the library. */
export function nameInLibrary(fn: SourceFunction): string | undefined {
  return BY_IDENTITY.get(fn)
}

/** Functions kept as calls: long, and taken by huge arguments alone. */
export const OUTLINED: ReadonlySet<string> = new Set(['farSin', 'farCos', 'farTan'])

export interface LibraryName {
  readonly f64: string
  readonly f32: string
  readonly arity: number
}

/** What a function of Math is, in each precision. */
export const LIBRARY: Readonly<Record<string, LibraryName>> = {
  sin: { f64: 'sin', f32: 'simSin', arity: 1 },
  cos: { f64: 'cos', f32: 'simCos', arity: 1 },
  tan: { f64: 'tan', f32: 'tanF32', arity: 1 },
  asin: { f64: 'asin', f32: 'simAsin', arity: 1 },
  acos: { f64: 'acos', f32: 'acosF32', arity: 1 },
  atan: { f64: 'atan', f32: 'atanF32', arity: 1 },
  atan2: { f64: 'atan2', f32: 'simAtan2', arity: 2 },
  exp: { f64: 'exp', f32: 'portableExp', arity: 1 },
  expm1: { f64: 'expm1', f32: 'expm1F32', arity: 1 },
  log: { f64: 'log', f32: 'logF32', arity: 1 },
  log1p: { f64: 'log1p', f32: 'log1pF32', arity: 1 },
  log2: { f64: 'log2', f32: 'log2F32', arity: 1 },
  log10: { f64: 'log10', f32: 'log10F32', arity: 1 },
  pow: { f64: 'pow', f32: 'powF32', arity: 2 },
  sinh: { f64: 'sinh', f32: 'sinhF32', arity: 1 },
  cosh: { f64: 'cosh', f32: 'coshF32', arity: 1 },
  tanh: { f64: 'tanh', f32: 'tanhF32', arity: 1 },
  cbrt: { f64: 'cbrt', f32: 'cbrtF32', arity: 1 },
  hypot: { f64: 'hypot', f32: 'hypotF32', arity: 1 },
}

/** Runs a function of the library as it is. */
export function computeF64(name: string, args: readonly number[]): number {
  return FUNCTIONS.get(name)!(...args) as number
}
