// How a small volume grows along a step of a flow: by the divergence of the field, which the
// scene's own integrator integrates beside the state. So it errs by no more than the state does.

import type { Lowering } from '../lower/lowering.ts'
import { toFloat } from '../lower/numbers.ts'
import type { Closure, Value } from '../lower/values.ts'
import { fieldDivergence, type Place, substituted } from '../tangent/derive.ts'
import { fieldOf, nextState, type Scene } from './scene-calls.ts'

/** Whether a program with so many tangent vectors tells how a volume grows. */
export function hasVolume({ source, state }: Scene, tangents: number): boolean {
  return source.body.shape === 'rates' && tangents === state.names.length
}

/** The float node of the logarithm of the volume after a step; component `at` is the one before. */
export function nextVolume(
  low: Lowering,
  scene: Scene,
  closure: Closure,
  place: Place,
  at: number,
): number {
  const { b } = low
  const rate = fieldDivergence(low, place, () => fieldOf(low, scene, closure))
  const time = b.input('time')
  const companion = {
    from: b.input('state', at),
    rate: (y: readonly Value[], t: Value) => {
      const nodes = y.map(
        (value, i) => [b.input('state', i), toFloat(low, value, place.at)] as const,
      )
      return substituted(b, rate, new Map([...nodes, [time, toFloat(low, t, place.at)]]))
    },
  }
  return nextState(low, scene, closure, companion).at(-1)!
}
