// Measures: what a sweep reads off each rollout. Plain data, with the user's functions inside.

import type { Program } from '../workers/protocol.ts'

/** Names of the numbers in `S`; those of an array carry their place: `p[0]`. */
export type ComponentName<S> = {
  [K in keyof S & string]: S[K] extends readonly number[] ? `${K}[${number}]` : K
}[keyof S & string]

/**
 * An expression of the state; it is read as text and compiled, never called. TypeScript cannot
 * hand the scene's types down into a call inside an object literal, so the names in it are checked
 * by the compiler of scenes.
 */
// biome-ignore lint/suspicious/noExplicitAny: any scene's numbers and arrays, as said above.
export type Formula = (state: any, params: any, t: number) => number | boolean

export type ReadingKind = Program['readings'][number]['kind']

/** A number read off each rollout, from the component with the name `N` or from a formula. */
export interface ReadingMeasure<N extends string> {
  readonly kind: ReadingKind
  readonly of: N | Formula
}

/** The divergence of a twin that starts next to the rollout in the component `N`. */
export interface DivergenceMeasure<N extends string> {
  readonly kind: 'divergence' | 'seedDivergence'
  readonly perturb: N
  readonly ulps: number
  readonly stride: number
}

/** Lyapunov rates. */
export interface RateMeasure {
  readonly kind: 'lyapunov' | 'spectrum'
  readonly exponents: number
  readonly every?: number
  readonly method?: RateMethod
  readonly distance?: number
  readonly until?: { readonly standardError: number }
  readonly curve?: number
}

/** By the exact tangent of the discrete step, or by a second trajectory that is brought back. */
export type RateMethod = 'tangent' | 'two-trajectory'

/** A measure of a scene whose components have the names `N`. */
export type Measure<N extends string> = ReadingMeasure<N> | DivergenceMeasure<N> | RateMeasure

/** A measure of any scene. */
export type AnyMeasure = Measure<string>

export function isReading(measure: AnyMeasure): measure is ReadingMeasure<string> {
  return !isDivergence(measure) && !isRate(measure)
}

/** Whether a rate is measured by two trajectories. */
export function isRescaled({ method }: RateMeasure): boolean {
  return method === 'two-trajectory'
}

export function isDivergence(measure: AnyMeasure): measure is DivergenceMeasure<string> {
  return measure.kind === 'divergence' || measure.kind === 'seedDivergence'
}

export function isRate(measure: AnyMeasure): measure is RateMeasure {
  return measure.kind === 'lyapunov' || measure.kind === 'spectrum'
}

/** Takes the name of a state component, or a function of the state such as `({ z }) => z`. */
export interface Reader {
  <const N extends string>(of: N): ReadingMeasure<N>
  (of: Formula): ReadingMeasure<never>
}

function reader(kind: ReadingKind): Reader {
  return (of: string | Formula) => ({ kind, of }) as ReadingMeasure<never>
}

/** The value on the rollout's last state. */
export const last = reader('last')
/** The largest value after the discarded steps; NaN where a rollout has no step to be seen. */
export const max = reader('max')
/** The smallest value, as `max`. */
export const min = reader('min')
/** The mean over the steps after the discarded ones, by a compensated sum. */
export const mean = reader('mean')
/** The sum over the steps after the discarded ones, compensated. */
export const sum = reader('sum')
/** How many of the steps after the discarded ones fulfil a condition. */
export const count = reader('count')
/** Simulated time of the first step that fulfils a condition; NaN when none does. */
export const firstTime = reader('firstTime')

/** Where a twin starts, and how often its distance is taken. */
interface Nudge<N extends string> {
  readonly perturb: N
  readonly ulps?: number
  readonly stride?: number
}

/**
 * How a twin parts that starts `ulps` representable steps (default 1) away in the component
 * `perturb`, its distance taken at every `stride`-th step (default 10) and at the last one: by what
 * law (exponential, power-law, step), for what cause, how fast, with its error, and for how long
 * one tells of the other, in units of time and in bits. Angles are compared by the scene's
 * `period`. Rates are per unit of simulated time. NaN stands for none.
 */
export function divergence<const N extends string>(options: Nudge<N>): DivergenceMeasure<N> {
  return nudge('divergence', options)
}

/**
 * The seed's divergence, with the seed's faults (an absorbed nudge and an undamped pendulum are
 * told wrongly): for results that must agree with the seed's. Options as `divergence`.
 */
export function seedDivergence<const N extends string>(options: Nudge<N>): DivergenceMeasure<N> {
  return nudge('seedDivergence', options)
}

function nudge<N extends string>(kind: DivergenceMeasure<N>['kind'], options: Nudge<N>) {
  const { perturb, ulps = 1, stride = 10, ...unknown } = options
  return { kind, perturb, ulps, stride, ...unknown }
}

/** How rates are measured. */
interface RateOptions {
  /** How often vectors are renewed, in steps. */
  readonly every?: number
  /**
   * Ends the rollout (as `stopped`) when every rate's standard error is no larger at two looks in a
   * row, the first after 64 renewals; else it goes on to the last step.
   */
  readonly until?: { readonly standardError: number }
}

/** How the largest rate is measured. */
interface LargestOptions extends RateOptions {
  /** `tangent` by default. */
  readonly method?: RateMethod
  /** Of two trajectories, in the unit of the state; 2^-26 by default, 2^-11 in f32. */
  readonly distance?: number
  /** Points of the running curve to keep: `furrow export --rate-curves` writes them. */
  readonly curve?: number
}

/**
 * The largest Lyapunov rate with its standard error and a verdict, over the steps after the
 * discarded ones, in 1 per unit of simulated time (a map's is an iteration), natural logarithm.
 */
export function lyapunov(options: LargestOptions = {}): RateMeasure {
  return { kind: 'lyapunov', exponents: 1, ...options }
}

/**
 * The `count` largest Lyapunov rates, each with its standard error, and with errors of their own
 * - the Kaplan-Yorke dimension; NaN where too few rates are known for it
 * - `_sum`: the sum of the `count` rates, and `_sum_residual`: how far it is from the rate at which
 *   volumes grow by another way. NaN unless `count` is the number of components. Of a flow that is
 *   the mean divergence of its field along the orbit, integrated beside it by the scene's own
 *   integrator: the residual is what the integrator errs (Lorenz, rk4 with dt 0.01: 6e-6), and a
 *   large one says that `dt` is too large. Of a map or a `step` it is the mean logarithm of |det|
 *   of the Jacobian: the residual is rounding. NaN where that is -Infinity.
 * - `_zero`: of a flow whose rates do not depend on time, the rate nearest to 0. An orbit that ends
 *   in no fixed point has one that is 0, so this is what that one errs. NaN for maps and driven
 *   flows, where all rates are clearly negative, and where `count` is too small to reach it.
 */
export function spectrum(count: number, options: RateOptions = {}): RateMeasure {
  return { kind: 'spectrum', exponents: count, ...options }
}

/** The endings of a divergence's columns, in the order of its values. */
export const DIVERGENCE_COLUMNS = [
  'rate',
  'rate_error',
  'cause',
  'law',
  'degree',
  'doubling_time',
  'doubling_time_error',
  'horizon',
  'horizon_bits',
  'initial',
  'final',
] as const

/** The same of the seed's. */
export const SEED_DIVERGENCE_COLUMNS = [
  'rate',
  'doubling_time',
  'time_to_threshold',
  'initial',
  'final',
] as const

/** The columns of a measure with this name, in the order of its values. */
export function measureColumns(name: string, measure: AnyMeasure): string[] {
  switch (measure.kind) {
    case 'divergence':
      return DIVERGENCE_COLUMNS.map((ending) => `${name}_${ending}`)
    case 'seedDivergence':
      return SEED_DIVERGENCE_COLUMNS.map((ending) => `${name}_${ending}`)
    case 'lyapunov':
      return [name, `${name}_error`, `${name}_verdict`]
    case 'spectrum': {
      const rates = Array.from({ length: measure.exponents }, (_, i) => `${name}_${1 + i}`)
      const withErrors = (columns: string[]) => columns.flatMap((each) => [each, `${each}_error`])
      return [
        ...withErrors([...rates, `${name}_dimension`, `${name}_sum`]),
        `${name}_sum_residual`,
        ...withErrors([`${name}_zero`]),
      ]
    }
    default:
      return [name]
  }
}
