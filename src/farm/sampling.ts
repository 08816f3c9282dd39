// Samplers: points of a sweep by index instead of a product of axes. Plain data, like axes.

/** The interval [from, to] of each sampled quantity, by name. */
export type Ranges<N extends string> = {
  readonly [K in N]: readonly [from: number, to: number]
}

export interface Sampler<N extends string = string> {
  readonly kind: 'random' | 'latinHypercube' | 'sobol'
  readonly ranges: Readonly<Record<string, readonly [from: number, to: number]>>
  readonly count: number
  /** Never there: it lets the compiler check the names of `ranges` against a scene's. */
  readonly names?: readonly N[]
}

/** `count` independent uniform points. More of them later leave the first ones as they were. */
export function random<N extends string>(ranges: Ranges<N>, count: number): Sampler<N> {
  return { kind: 'random', ranges, count }
}

/**
 * `count` points of a Latin hypercube: cut each range into `count` slices, and every slice holds
 * exactly one point.
 */
export function latinHypercube<N extends string>(ranges: Ranges<N>, count: number): Sampler<N> {
  return { kind: 'latinHypercube', ranges, count }
}

/** The first `count` points of Sobol's sequence, which fills the ranges evenly at every length. */
export function sobol<N extends string>(ranges: Ranges<N>, count: number): Sampler<N> {
  return { kind: 'sobol', ranges, count }
}

/** Whether axes are a sampler: its `kind` is a text, where an axis of that name is not. */
export function isSampler(axes: object): axes is Sampler {
  return 'kind' in axes && typeof axes.kind === 'string'
}
