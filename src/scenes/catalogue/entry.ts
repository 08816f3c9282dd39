// A system of the catalogue: a scene with the numbers at which its Lyapunov exponents are known.

import type { Marked, Quantities, Scene, SceneDefinition, Values } from '../scene.ts'

/** How a long orbit of the exact system goes. */
export type SystemClass =
  | 'chaotic'
  | 'hyperchaotic'
  | 'conservative'
  | 'quasiperiodic'
  | 'integrable'
  | 'periodic'
  | 'marginal'
  | 'fixed_point'
  | 'superstable'

/** What an estimate should say of it; `collapsed` where binary64 destroys the orbit. */
export type ExpectedVerdict = 'chaotic' | 'regular' | 'contracting' | 'superstable' | 'collapsed'

/** Exponents from the largest, in natural logarithms per unit of time, for maps per iteration. */
interface Figures {
  /** How the table of acceptance names it. */
  readonly id: string
  readonly name: string
  readonly class: SystemClass
  /** Seen in a public text; not always right. */
  readonly published?: { readonly exponents: readonly number[]; readonly source: string }
  /** Known in closed form: the leading ones, or all. */
  readonly exact?: readonly number[]
  /** What all exponents add up to where that is a constant: mean divergence or ln |det|. */
  readonly sumRule?: number
  /**
   * Computed by a program that has nothing of Furrow (C++, rk4 and exact tangents of the step),
   * with the standard errors of 50 batch means over `time`; the leading ones, or all.
   */
  readonly computed?: {
    readonly exponents: readonly number[]
    readonly errors: readonly number[]
    readonly time: number
  }
  readonly verdict: ExpectedVerdict
  readonly note?: string
}

export interface CatalogueEntry extends Figures {
  readonly kind: 'flow' | 'map'
  readonly scene: Scene
  /** In place of the scene's own. */
  readonly params: Quantities
  /** In place of the scene's own start. */
  readonly state: Quantities
  /** 1 for a map. */
  readonly dt: number
  /** The rates depend on time, so no exponent need be 0. */
  readonly driven: boolean
  /** Whether the computed exponents are safe to be compared with. */
  readonly reference: boolean
}

interface Facts<S extends Quantities, P extends Quantities> extends Figures {
  readonly params?: Partial<Values<P>>
  readonly state?: Partial<Values<S>>
  readonly dt?: number
  readonly driven?: true
  readonly reference?: false
}

/** The entry of a scene; what is not said is as in most: a map or a flow left alone, and sure. */
export function entry<S extends Quantities, P extends Quantities>(
  scene: SceneDefinition<S, P> & Marked,
  facts: Facts<S, P>,
): CatalogueEntry {
  const { params = {}, state = {}, dt = 1, driven = false, reference = true } = facts
  const kind = 'rates' in scene ? 'flow' : 'map'
  const defined = scene as unknown as Scene
  return { ...facts, kind, scene: defined, params, state, dt, driven, reference } as CatalogueEntry
}

/** The scene of an entry with the entry's numbers as its own, as a sweep takes it. */
export function sceneOfEntry({ scene, state, params, dt }: CatalogueEntry): Scene {
  const numbers = { state: { ...scene.state, ...state }, params: { ...scene.params, ...params } }
  return { ...scene, ...numbers, dt } as Scene
}

/** A page that lists the exponents of systems known from the literature. */
export const SPROTT = 'J. C. Sprott, Common Chaotic Systems, sprott.physics.wisc.edu'
