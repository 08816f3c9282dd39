// What the kernel compiles: a scene's functions with what they mention, and what a sweep observes.

import type { Precision, Reading } from './ir.ts'

/** A function of the scene language; it is read as text and never called. */
// biome-ignore lint/complexity/noBannedTypes: the compiler reads any function.
export type SourceFunction = Function

export type SceneBody =
  | {
      readonly shape: 'rates'
      readonly integrator: 'euler' | 'symplectic-euler' | 'leapfrog' | 'rk4' | 'dp5'
      readonly source: SourceFunction
    }
  | { readonly shape: 'next' | 'step'; readonly source: SourceFunction }

export interface ProgramSource {
  readonly name: string
  readonly precision: Precision
  readonly state: Readonly<Record<string, number | readonly number[]>>
  readonly velocities: readonly string[]
  /** Of angles: how far apart two values mean the same. */
  readonly periods?: Readonly<Record<string, number>>
  readonly params: Readonly<Record<string, number | readonly number[]>>
  readonly dt: number
  readonly body: SceneBody
  readonly use: Readonly<Record<string, SourceFunction | number | readonly number[]>>
  /** (state, params, t) => boolean */
  readonly stop: SourceFunction | undefined
  /** `of`: (state, params, t) => number or boolean, or the name of a state component. */
  readonly observed: readonly {
    readonly kind: Reading['kind']
    readonly of: SourceFunction | string
  }[]
}

/** A scene that cannot be compiled; `message` names the construct and what to write instead. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  /** Line (from 1) and column (from 1) inside the function's text, with that line. */
  readonly where: { readonly line: number; readonly column: number; readonly text: string }
  constructor(message: string, where: SourceError['where']) {
    super(message)
    this.where = where
  }
}
