// The contract of a scene: what a user writes, and what the kernel compiles.

/** A quantity: one number, or a fixed-length array of numbers. */
export type Quantities = Readonly<Record<string, number | readonly number[]>>

/** The same names with wide types, as the scene's functions see them. */
export type Values<Q extends Quantities> = {
  [K in keyof Q]: Q[K] extends readonly number[] ? number[] : number
}

export type Integrator = 'euler' | 'symplectic-euler' | 'leapfrog' | 'rk4' | 'dp5'

/** Draws from the rollout's own random stream; the same draws however the work is scheduled. */
export interface Noise {
  /** Uniform in [0, 1). */
  uniform(): number
  /** Normal with mean 0 and variance 1. */
  normal(): number
}

export interface Described<S extends Quantities, P extends Quantities> {
  readonly name: string
  /** Initial state; the keys name its entries. */
  readonly state: S
  /** Entries of `state` that are velocities; they follow the positions in the fingerprint. */
  readonly velocities?: readonly (keyof S & string)[]
  readonly params?: P
  /** Of angles: how far apart two values mean the same (`{ theta: 2 * Math.PI }`). */
  readonly period?: { readonly [K in keyof S & string]?: number }
  readonly precision?: 'f64' | 'f32'
  /** Helper functions and constants that the scene's functions mention, by name. */
  // biome-ignore lint/complexity/noBannedTypes: any function may be a helper.
  readonly use?: Readonly<Record<string, Function | number | readonly number[]>>
}

/** A flow: time derivatives of the state, stepped by an integrator. */
export interface Flow<S extends Quantities, P extends Quantities> extends Described<S, P> {
  /** Time step, in the scene's unit of time. */
  readonly dt: number
  readonly integrator: Integrator
  readonly rates: (state: Values<S>, params: Values<P>, t: number) => Values<S>
}

/** A map: the next state. Its unit of time is one iteration. */
export interface Iteration<S extends Quantities, P extends Quantities> extends Described<S, P> {
  readonly dt?: 1
  readonly next: (
    state: Values<S>,
    params: Values<P>,
    t: number,
    dt: number,
    noise: Noise,
  ) => Values<S>
}

/** Anything else: contacts, hybrid and stochastic systems. Takes one step of `dt`. */
export interface Stepper<S extends Quantities, P extends Quantities> extends Described<S, P> {
  readonly dt: number
  readonly step: (
    state: Values<S>,
    params: Values<P>,
    t: number,
    dt: number,
    noise: Noise,
  ) => Values<S>
}

export type SceneDefinition<S extends Quantities, P extends Quantities> =
  | Flow<S, P>
  | Iteration<S, P>
  | Stepper<S, P>

/** The parameters of a scene that states none. */
export type NoParams = Readonly<Record<never, never>>

/** Marks what `defineScene` gave, since modules may be loaded twice and `instanceof` would fail. */
export interface Marked {
  readonly kind: 'furrow.scene'
}

/** A defined scene. */
export type Scene<
  S extends Quantities = Quantities,
  P extends Quantities = Quantities,
> = SceneDefinition<S, P> & Marked

/** A scene whose definition cannot be right whatever its functions compute. */
export class SceneError extends Error {
  override readonly name = 'SceneError'
}

/**
 * Defines a scene; the compiler reads its functions as text, so they must stand alone but for what
 * they name in `use`.
 *
 * @throws SceneError when a name, a number or the choice of integrator cannot be right
 */
export function defineScene<const S extends Quantities, const P extends Quantities = NoParams>(
  scene: Flow<S, P>,
): Flow<S, P> & Marked
export function defineScene<const S extends Quantities, const P extends Quantities = NoParams>(
  scene: Iteration<S, P>,
): Iteration<S, P> & Marked
export function defineScene<const S extends Quantities, const P extends Quantities = NoParams>(
  scene: Stepper<S, P>,
): Stepper<S, P> & Marked
export function defineScene(scene: { readonly name: string }): object {
  const fault = faultOf(scene as AnyDefinition)
  if (fault) throw new SceneError(`scene '${scene.name}': ${fault}`)
  return { ...scene, kind: 'furrow.scene' }
}

const INTEGRATORS = ['euler', 'symplectic-euler', 'leapfrog', 'rk4', 'dp5']
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The definition with its types forgotten, since it may come from plain JavaScript. */
type AnyDefinition = SceneDefinition<Quantities, Quantities>

function faultOf(scene: AnyDefinition): string | undefined {
  const shapes = ['rates', 'next', 'step'].filter((shape) => shape in scene)
  return (
    faultOfHead(scene) ??
    (shapes.length === 1 ? undefined : 'give it exactly one of `rates`, `next` and `step`') ??
    faultOfDescription(scene) ??
    faultOfTime(scene)
  )
}

/** What every scene has first of all; `undefined` where nothing is wrong, as with those below. */
export function faultOfHead({ name, state }: Described<Quantities, Quantities>) {
  if (typeof name !== 'string' || name === '') return 'give it a `name`'
  return typeof state === 'object' && state !== null ? undefined : 'give it a `state`'
}

/** The names and numbers of a scene, whatever steps it. */
export function faultOfDescription(scene: Described<Quantities, Quantities>): string | undefined {
  return (
    faultOfQuantities('state', scene.state) ??
    faultOfQuantities('params', scene.params ?? {}) ??
    faultOfNames(scene)
  )
}

function faultOfQuantities(group: string, quantities: Quantities): string | undefined {
  for (const [name, value] of Object.entries(quantities)) {
    if (!NAME.test(name)) return `${group}.${name}: a name is letters, digits and _`
    const numbers = typeof value === 'number' ? [value] : value
    if (!Array.isArray(numbers) || numbers.length === 0)
      return `${group}.${name}: expected a number or a fixed-length array of numbers`
    if (!numbers.every(Number.isFinite)) return `${group}.${name}: every number must be finite`
  }
  return undefined
}

function faultOfNames(scene: Described<Quantities, Quantities>): string | undefined {
  const names = Object.keys(scene.state)
  if (names.length === 0) return 'its `state` is empty'
  const both = names.find((name) => name in (scene.params ?? {}))
  if (both) return `'${both}' is a state entry and a parameter; rename one, since an axis names it`
  const stranger = scene.velocities?.find((name) => !names.includes(name))
  if (stranger) return `velocities names '${stranger}', which is no state entry`
  for (const [name, period] of Object.entries(scene.period ?? {})) {
    if (!names.includes(name)) return `period names '${name}', which is no state entry`
    if (!(typeof period === 'number' && Number.isFinite(period) && period > 0))
      return `period.${name}: expected a positive number, such as 2 * Math.PI`
  }
  return undefined
}

function faultOfTime(scene: AnyDefinition): string | undefined {
  const { dt } = scene
  if ('next' in scene)
    return dt === undefined || dt === 1 ? undefined : 'a map has dt 1: its time counts iterations'
  const fault = faultOfStep(dt)
  if (fault) return fault
  if ('rates' in scene && !INTEGRATORS.includes(scene.integrator))
    return `integrator must be one of ${INTEGRATORS.join(', ')}, not ${scene.integrator}`
  return undefined
}

export function faultOfStep(dt: unknown): string | undefined {
  return typeof dt === 'number' && Number.isFinite(dt) && dt > 0
    ? undefined
    : `dt must be a positive number, not ${dt}`
}
