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

interface Described<S extends Quantities, P extends Quantities> {
  readonly name: string
  /** Initial state; the keys name its entries. */
  readonly state: S
  /** Entries of `state` that are velocities; they follow the positions in the fingerprint. */
  readonly velocities?: readonly (keyof S & string)[]
  readonly params?: P
  readonly precision?: 'f64' | 'f32'
  /** Helper functions and constants that the scene's functions mention, by name. */
  // biome-ignore lint/complexity/noBannedTypes: any function may be a helper; the compiler reads it.
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

/** A defined scene. `kind` marks it, since modules may be loaded twice and `instanceof` would fail. */
export type Scene<
  S extends Quantities = Quantities,
  P extends Quantities = Quantities,
> = SceneDefinition<S, P> & { readonly kind: 'furrow.scene' }
