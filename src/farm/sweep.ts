// What a user writes in a sweep file: its types, and the check that names every fault.

import type { EngineScene } from '../scenes/engine.ts'
import type { Quantities, Scene, Values } from '../scenes/scene.ts'
import type { Precision } from '../workers/protocol.ts'
import type { Axis } from './axes.ts'
import type { AnyMeasure, ComponentName, Measure } from './measures.ts'
import type { Sampler } from './sampling.ts'
import { nameFaults } from './sweep-names.ts'
import { shapeFaults } from './sweep-schema.ts'
import { UserError } from './user-error.ts'

/** Names that an axis may set: parameters, and entries of the initial state. */
type AxisName<S, P> = ComponentName<S> | ComponentName<P>

/** A sweep as it is written. `S` and `P` are the scene's state and parameters, `M` its measures. */
export interface SweepDefinition<S extends Quantities, P extends Quantities, M extends string> {
  readonly scene: Scene<S, P> | EngineScene<S, P>
  /** Values by name, the first axis varying slowest; or a sampler. Without it there is one cell. */
  readonly axes?: { readonly [K in AxisName<S, P>]?: Axis } | Sampler<AxisName<S, P>>
  readonly rollout: {
    /** Steps of a rollout in all, 0 to 2^31 - 1. */
    readonly steps: number
    /** Simulated time of a step; the scene's own by default. */
    readonly dt?: number
    /** Steps that the measures skip at the start; 0 by default. */
    readonly discard?: number
    /** Prefix fingerprints at every such step, besides those at steps 1, 2, 4, 8, ... */
    readonly ladder?: { readonly every: number }
    /**
     * The fingerprint covers every such step and the last one: cheaper, and blind to what differs
     * in between and is gone again. 1 by default.
     */
    readonly fingerprint?: { readonly every: number }
  }
  /** `count` rollouts a cell; the k-th (from 0) starts k * ulps representable steps away. */
  readonly replicas?: {
    readonly count: number
    readonly perturb: ComponentName<S>
    /** 1 by default. */
    readonly ulps?: number
  }
  readonly measures?: { readonly [K in M]: Measure<ComponentName<S>> }
  /** Ends a rollout after the step where it holds. */
  readonly stop?: (state: Values<S>, params: Values<P>, t: number) => boolean
  /** Key of all random numbers; the empty string by default. */
  readonly seed?: string | number
  /** The scene's own by default, and f64 where it has none. */
  readonly precision?: Precision
  /** Names the result folder: letters, digits, `.`, `_` and `-`. */
  readonly name?: string
}

/** A scene with its types forgotten; the compiler reads its functions as text. */
export type AnyScene = Pick<
  Scene,
  'kind' | 'name' | 'state' | 'params' | 'velocities' | 'period' | 'precision' | 'use'
> & {
  readonly dt?: number
  readonly integrator?: string
  readonly rates?: unknown
  readonly next?: unknown
  readonly step?: unknown
  /** Of an engine scene, which has none of the others. */
  readonly create?: unknown
  readonly engine?: string
  readonly bytes?: number
}

/** Whether a scene is stepped by an engine of the user's. */
export function isEngine({ create }: AnyScene): boolean {
  return typeof create === 'function'
}

/** A checked sweep. `kind` marks it, since a module may be loaded twice. */
export interface Sweep<M extends string = string> {
  readonly kind: 'furrow.sweep'
  readonly scene: AnyScene
  readonly axes?: Readonly<Record<string, Axis>> | Sampler
  readonly rollout: SweepDefinition<Quantities, Quantities, never>['rollout']
  readonly replicas?: { readonly count: number; readonly perturb: string; readonly ulps?: number }
  readonly measures?: { readonly [K in M]: AnyMeasure }
  readonly stop?: (...state: never[]) => unknown
  readonly seed?: string | number
  readonly precision?: Precision
  readonly name?: string
}

/**
 * Checks a sweep and marks it as one.
 *
 * @throws UserError with a line for each fault, which names the field and the mend
 */
export function defineSweep<
  const S extends Quantities,
  const P extends Quantities,
  M extends string = never,
>(definition: SweepDefinition<S, P, M>): Sweep<M> {
  const faults = shapeFaults(definition)
  const sweep = { ...(definition as object), kind: 'furrow.sweep' } as unknown as Sweep<M>
  // Names can be looked up only in a sweep whose fields are of the right shape.
  if (faults.length === 0) faults.push(...nameFaults(sweep))
  if (faults.length > 0) throw new UserError(faults.join('\n'))
  return sweep
}

/** Whether a module's export is a sweep. */
export function isSweep(value: unknown): value is Sweep {
  return typeof value === 'object' && value !== null && 'kind' in value
    ? value.kind === 'furrow.sweep'
    : false
}
