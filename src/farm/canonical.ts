// The canonical form of a sweep: JSON that says all that its results depend on, and nothing else.
// Numbers are written by their bits, so that two forms are equal exactly when the sweeps are.

import { fromWords, highWord, lowWord } from '../math/bits.ts'
import type { Quantities } from '../scenes/scene.ts'
import type { Axis } from './axes.ts'
import { type AnyMeasure, isDivergence, isRate } from './measures.ts'
import { isSampler, type Sampler } from './sampling.ts'

/** A value of canonical JSON. Entries keep their order: an order of axes is part of a sweep. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [k: string]: Json }

/** The format's version; raised when equal sweeps would get another form. */
export const CANONICAL_FORMAT = 1

/**
 * Of how rates and their errors are estimated; raised when the same lengths would give others, so
 * that results of two versions are never taken for one.
 */
export const ESTIMATE = 2

/** Writes a binary64 by its bits, as `f64:3ff0000000000000`. */
export function floatText(x: number): string {
  const word = (bits: number) => (bits >>> 0).toString(16).padStart(8, '0')
  return x === x ? `f64:${word(highWord(x))}${word(lowWord(x))}` : 'f64:7ff8000000000000'
}

/** The number that `floatText` wrote, or undefined for another text. */
export function floatOfText(text: string): number | undefined {
  const match = /^f64:([0-9a-f]{8})([0-9a-f]{8})$/.exec(text)
  return match ? fromWords(Number.parseInt(match[1], 16), Number.parseInt(match[2], 16)) : undefined
}

/** What the canonical form is made of: the sweep with its defaults filled in. */
export interface CanonicalParts {
  readonly scene: string
  readonly precision: string
  readonly dt: number
  readonly steps: number
  readonly discard: number
  readonly ladderEvery: number | undefined
  readonly fingerprintEvery: number
  readonly state: Quantities
  readonly params: Quantities
  readonly axes: Readonly<Record<string, Axis>> | Sampler
  readonly replicas: { count: number; perturb: string; ulps: number } | undefined
  readonly measures: Readonly<Record<string, AnyMeasure>>
  readonly seed: string
  /** Hashes of what the formulas mean, to tell which of them changed. */
  readonly formulas: {
    readonly scene: string
    readonly stop: string | undefined
    readonly measures: Readonly<Record<string, string>>
  }
  /** Of an engine scene: its engine, and the hash of the files that it stands in. */
  readonly engine: { readonly engine: string; readonly code: string } | undefined
  /** The whole compiled program as text. */
  readonly program: string
}

/**
 * The form as an object. Settings come before formulas: a new `dt` also changes the compiled
 * program, and whoever compares two forms should hear of `dt`.
 */
export function canonicalForm(parts: CanonicalParts): Json {
  const { formulas, replicas } = parts
  return {
    format: CANONICAL_FORMAT,
    scene: {
      name: parts.scene,
      precision: parts.precision,
      state: quantitiesForm(parts.state),
      params: quantitiesForm(parts.params),
    },
    rollout: {
      steps: parts.steps,
      dt: floatText(parts.dt),
      discard: parts.discard,
      ladder: parts.ladderEvery ?? null,
      // Left out where it is 1, so that sweeps from before there was a choice keep their digest.
      ...(parts.fingerprintEvery === 1 ? {} : { fingerprint: parts.fingerprintEvery }),
    },
    axes: axesForm(parts.axes),
    replicas: replicas ? { ...replicas } : null,
    measures: mapValues(parts.measures, measureForm),
    seed: parts.seed,
    formulas: { scene: formulas.scene, stop: formulas.stop ?? null, measures: formulas.measures },
    // Behind the settings, which stand in the same files.
    ...(parts.engine ? { engine: parts.engine.engine, code: parts.engine.code } : {}),
    program: parts.program,
  }
}

function quantitiesForm(quantities: Quantities): Json {
  return mapValues(quantities, (value) =>
    typeof value === 'number' ? floatText(value) : value.map(floatText),
  )
}

function axesForm(axes: CanonicalParts['axes']): Json {
  if (!isSampler(axes)) return mapValues(axes, axisForm)
  const { kind, count, ranges } = axes
  return {
    sampler: kind,
    count,
    ranges: mapValues<readonly number[]>(ranges, (range) => range.map(floatText)),
  }
}

function axisForm(axis: Axis): Json {
  switch (axis.kind) {
    case 'values':
      return { kind: axis.kind, values: axis.values.map(floatText) }
    case 'range': {
      const { kind, from, to, step } = axis
      return { kind, from: floatText(from), to: floatText(to), step: floatText(step) }
    }
    default: {
      const { kind, from, to, count } = axis
      return { kind, from: floatText(from), to: floatText(to), count }
    }
  }
}

function measureForm(measure: AnyMeasure): Json {
  if (isDivergence(measure)) {
    const { perturb, ulps, stride } = measure
    // The seed's was here first, under this name; sweeps that measure it keep their digest.
    const sound = measure.kind === 'divergence' ? { sound: true } : {}
    return { kind: 'divergence', ...sound, perturb, ulps, stride }
  }
  if (isRate(measure)) {
    const { kind, exponents, every, method, distance, until, curve } = measure
    return {
      ...{ kind, exponents, every: every ?? null, estimate: ESTIMATE },
      ...(method === 'two-trajectory' ? { method } : {}),
      ...(distance === undefined ? {} : { distance: floatText(distance) }),
      ...(until === undefined ? {} : { until: floatText(until.standardError) }),
      ...(curve === undefined ? {} : { curve }),
    }
  }
  const { kind, of } = measure
  // A function is told by its meaning, among the formulas; its text depends on the host.
  return { kind, of: typeof of === 'string' ? of : null }
}

function mapValues<T>(
  record: Readonly<Record<string, T>>,
  map: (value: T) => Json,
): { [k: string]: Json } {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
