// The built-in scenes and the integrators, compiled, against the tree-walking evaluator and against
// the integrators run as the plain functions that they are.

import { describe, expect, test } from 'vitest'
import * as scenes from '../scenes/index.ts'
import type { Scene } from '../scenes/scene.ts'
import { compileProgram } from './compile.ts'
import { createJsKernel } from './emit-js.ts'
import type { Precision } from './ir.ts'
import { STATUS } from './kernel.ts'
import { Evaluator } from './oracle/evaluator.fixture.ts'
import { INTEGRATORS } from './program/integrators.ts'
import type { ProgramSource, SceneBody } from './source.ts'

function bodyOf(scene: Scene): SceneBody {
  if ('rates' in scene) {
    return { shape: 'rates', integrator: scene.integrator, source: scene.rates }
  }
  if ('next' in scene) return { shape: 'next', source: scene.next }
  return { shape: 'step', source: scene.step }
}

function sourceOf(scene: Scene, precision: Precision): ProgramSource {
  const { name, state, velocities = [], params = {}, dt = 1, use = {} } = scene
  const body = bodyOf(scene)
  return {
    name,
    precision,
    state,
    velocities,
    params,
    dt,
    body,
    use,
    stop: undefined,
    observed: [],
  }
}

/** Positions first. */
function startOf({ state, velocities, params }: ProgramSource) {
  const entries = Object.entries(state)
  const isVelocity = ([name]: [string, unknown]) => velocities.includes(name)
  const ordered = [...entries.filter((e) => !isVelocity(e)), ...entries.filter(isVelocity)]
  return {
    state: ordered.flatMap(([, value]) => value),
    params: Object.values(params).flat(),
  }
}

function run(source: ProgramSource, steps: number) {
  const kernel = createJsKernel(compileProgram(source), { seed: [0, 0] })
  const block = kernel.block(1)
  const start = startOf(source)
  for (const [i, x] of start.state.entries()) block.state[i][0] = x
  for (const [i, x] of start.params.entries()) block.params[i][0] = x
  kernel.begin(block, 1)
  kernel.advance(block, 1, { from: 0, to: steps, time: 0, observe: true, fingerprint: 1 })
  return {
    state: block.state.map((column) => column[0]),
    ...{ status: block.status[0], steps: block.steps[0], measures: [] },
    hash: BigInt(block.hash[0]) + (BigInt(block.hash[1]) << 32n),
  }
}

describe.each(Object.entries(scenes))('%s', (_, scene) => {
  test.each<Precision>(['f64', 'f32'])('gives the bits of the evaluator in %s', (precision) => {
    const source = sourceOf(scene as unknown as Scene, precision)
    const expected = new Evaluator(source).rollout(startOf(source), 20)
    expect(expected.status).toBe(STATUS.live)
    expect(run(source, 20)).toEqual(expected)
  })
})

describe('an integrator', () => {
  interface V {
    readonly [name: string]: number
  }
  /** A driven, damped Duffing oscillator: rates that depend on position, velocity and time. */
  const duffing = ({ q, v }: V, { k }: V, t: number) => ({
    q: v,
    v: q - k * q * q * q - 0.1 * v + 0.3 * t,
  })

  test.each(Object.entries(INTEGRATORS))(
    '%s, compiled, gives the bits of the plain function',
    (name, step) => {
      const source: ProgramSource = {
        ...{ name: 'duffing', precision: 'f64', state: { q: 0.7, v: -0.2 }, velocities: ['v'] },
        ...{ params: { k: 1.3 }, dt: 0.01, use: {}, stop: undefined, observed: [] },
        body: { shape: 'rates', integrator: name as keyof typeof INTEGRATORS, source: duffing },
      }
      let y = [0.7, -0.2]
      for (let i = 0, t = 0; i < 500; i++, t += 0.01) {
        const rates = ([q, v]: number[], at: number) =>
          Object.values(duffing({ q, v }, { k: 1.3 }, at))
        y = step(y, rates, t, 0.01, 1)
      }
      expect(run(source, 500).state).toEqual(y)
    },
  )
})
