// What the variance of the sum of n numbers is estimated with: sines, and shapes of a spectrum.

import { exp } from '../math/exp.ts'
import { log } from '../math/log.ts'
import { sin } from '../math/sin-cos.ts'

/** The first s and r of a shape; each further one is four times as large. */
const FINEST = 0.0625

export interface Shape {
  /** For how many numbers correlation lasts; 0 where it is of no or the other sign. */
  readonly lasting: number
  /** How likely it is before anything is known, as a logarithm. */
  readonly prior: number
  /** Variance of the sum of all n numbers, by the level at frequency 0. */
  readonly sum: number
  /** One by the shape, at k = 2, 3, ..., n. */
  readonly inverse: Float64Array
  /** Sums of the logarithms of `inverse` over the first 0, 1, ..., n - 1 of them. */
  readonly logarithms: Float64Array
}

export interface SineModel {
  /** sin(pi i / (n + 1)) for a whole turn of i. */
  readonly sines: Float64Array
  /** What the loss of the mean leaves of a square, at k = 2, 3, ..., n. */
  readonly kept: Float64Array
  /** What a spectrum may look like; the first is flat. */
  readonly shapes: readonly Shape[]
}

/** Models of so many numbers are kept; a series of growth has no more batches. */
const KEPT = 128
const models = new Map<number, SineModel>()

/** The model of n numbers, made once for small n. */
export function sineModel(n: number): SineModel {
  const known = models.get(n)
  if (known) return known
  const model = create(n)
  if (n <= KEPT) models.set(n, model)
  return model
}

function create(n: number): SineModel {
  const sines = Float64Array.from({ length: 2 * (n + 1) }, (_, i) => sin((Math.PI * i) / (n + 1)))
  const kept = new Float64Array(n - 1)
  const steps = new Float64Array(n - 1)
  for (let k = 2; k <= n; k++) {
    let sum = 0
    for (let t = 1; t <= n; t++) sum += sines[(k * t) % sines.length]
    kept[k - 2] = 1 - (2 * sum * sum) / ((n + 1) * n)
    const half = 2 * sin((Math.PI * k) / (2 * (n + 1)))
    steps[k - 2] = half * half
  }
  return { sines, kept, shapes: shapesOf(n, steps) }
}

/**
 * The shapes 1, 1 + s q and 1 / (1 + r q), where q goes from near 0 to near 4.
 *
 * The steps of a walk and the differences of a noise sum to a variance of b (n + 2 s): beyond
 * s = 4 n the walk would be no more than an eighth of it. AR(1), whose correlation lasts for
 * c = sqrt(r) numbers, sums to b (n - c (1 - exp(-n / c))); one of more than n / 4 cannot be told
 * from one that lasts.
 */
function shapesOf(n: number, steps: Float64Array): Shape[] {
  const shapes = [shapeOf(steps, 0, n, () => 1)]
  for (let s = FINEST; s <= 4 * n; s *= 4)
    shapes.push(shapeOf(steps, 0, n + 2 * s, (q) => 1 / (1 + s * q)))
  for (let r = FINEST; r <= (n * n) / 16; r *= 4) {
    const c = Math.sqrt(r)
    shapes.push(shapeOf(steps, c, n - c * (1 - exp(-n / c)), (q) => 1 + r * q))
  }
  return shapes
}

function shapeOf(
  steps: Float64Array,
  lasting: number,
  sum: number,
  inverseOf: (q: number) => number,
): Shape {
  const inverse = steps.map(inverseOf)
  const logarithms = new Float64Array(steps.length + 1)
  for (let i = 0; i < steps.length; i++) logarithms[i + 1] = logarithms[i] + log(inverse[i])
  return { lasting, prior: -log(1 + lasting), sum, inverse, logarithms }
}
