// The contract of an engine scene: a real engine behind create, step and state. Nothing is promised
// of it: it may throw, and its bits are what the engine makes them.

import {
  type Described,
  faultOfDescription,
  faultOfHead,
  faultOfStep,
  type Marked,
  type NoParams,
  type Quantities,
  SceneError,
  type Values,
} from './scene.ts'

/** What an engine shows of its state: the scene's names, an array as any list of that length. */
export type EngineState<S extends Quantities> = {
  readonly [K in keyof S]: S[K] extends readonly number[] ? ArrayLike<number> : number
}

/** One world of an engine, for one rollout. */
export interface EngineInstance<S extends Quantities> {
  /** Takes one step of the `dt` that `create` was given. */
  step(): void
  /** The state now. It is read at once, so it may be the same object each time. */
  state(): EngineState<S>
  /** Gives back what the engine holds outside the garbage collector's reach. Called once. */
  dispose?(): void
  /** Goes on from this state; what rates by two trajectories need. */
  restore?(state: Values<S>): void
}

export interface EngineDefinition<S extends Quantities, P extends Quantities>
  extends Omit<Described<S, P>, 'precision'> {
  /** The engine's name and version, such as 'rapier 0.12'. It is part of the sweep's identity. */
  readonly engine: string
  /** Time step, in the scene's unit of time. */
  readonly dt: number
  /** Memory that one world takes, in bytes, where it is known. */
  readonly bytes?: number
  /** Awaited once on each lane before the first world: here an engine loads its WebAssembly. */
  readonly load?: () => unknown
  /**
   * A new world. `seed` is a whole number from 0 to 2^53 - 1 that belongs to this rollout, a
   * function of the sweep's seed, the cell and the replica; an engine that wants 32 bits takes
   * `seed >>> 0`. `state` is where the rollout starts, with axes and replicas applied: an entry
   * that the engine does not take over cannot be swept.
   */
  readonly create: (
    params: Values<P>,
    seed: number,
    state: Values<S>,
    dt: number,
  ) => EngineInstance<S>
}

/** A defined engine scene. */
export type EngineScene<
  S extends Quantities = Quantities,
  P extends Quantities = Quantities,
> = EngineDefinition<S, P> & Marked

/** An engine scene with its types forgotten, as a lane runs it. */
export type AnyEngineScene = Pick<EngineScene, 'name' | 'state' | 'params' | 'load'> & {
  readonly create: (
    params: Record<string, number | number[]>,
    seed: number,
    state: Record<string, number | number[]>,
    dt: number,
  ) => unknown
}

/**
 * Defines an engine scene. It runs on the backend `js`, on threads of the command line; each thread
 * loads the sweep's file, and a sweep's identity holds the bytes of that file.
 *
 * @throws SceneError when a name or a number cannot be right, or a function is missing
 */
export function defineEngineScene<
  const S extends Quantities,
  const P extends Quantities = NoParams,
>(scene: EngineDefinition<S, P>): EngineScene<S, P> {
  const fault = faultOf(scene as unknown as EngineDefinition<Quantities, Quantities>)
  if (fault) throw new SceneError(`scene '${scene.name}': ${fault}`)
  return { ...scene, kind: 'furrow.scene' }
}

function faultOf(scene: EngineDefinition<Quantities, Quantities>): string | undefined {
  const { engine, create, load, bytes, dt } = scene
  const other = ['rates', 'next', 'step', 'integrator', 'precision'].find((name) => name in scene)
  const said = typeof engine === 'string' && engine.trim() !== ''
  const counted = bytes === undefined || (Number.isSafeInteger(bytes) && bytes > 0)
  return (
    faultOfHead(scene) ??
    (said ? undefined : "give it an `engine`, its name and version, such as 'rapier 0.12'") ??
    (other && `'${other}' is for scenes that are compiled; an engine scene has \`create\``) ??
    (typeof create === 'function' ? undefined : 'give it a function `create`') ??
    (load === undefined || typeof load === 'function' ? undefined : '`load` must be a function') ??
    (counted ? undefined : `bytes must be a whole number of bytes, not ${bytes}`) ??
    faultOfDescription(scene) ??
    faultOfStep(dt)
  )
}
