// Calls of a scene's functions with what they take: state, params, time, step, noise.

import { libraryFunction } from '../library/library-calls.ts'
import { invoke } from '../lower/calls.ts'
import { Lowering } from '../lower/lowering.ts'
import { int32, toFloat } from '../lower/numbers.ts'
import { elementsOf, newArray, newObject } from '../lower/references.ts'
import { type Closure, float, literal, missing, native, type Value } from '../lower/values.ts'
import type { ProgramSource, SourceFunction } from '../source.ts'
import { parseFunction } from '../syntax/parse.ts'
import { INTEGRATORS } from './integrators.ts'
import { type Layout, layoutOf, toComponents, toObject } from './layout.ts'
import type { ProgramParts } from './program-parts.ts'
import { SceneNames } from './scene-names.ts'

/** A source with its layout; what all graphs of a program are made from. */
export interface Scene {
  readonly source: ProgramSource
  readonly state: Layout
  readonly params: Layout
  readonly names: SceneNames
}

export function sceneOf(source: ProgramSource): Scene {
  return {
    source,
    state: layoutOf(source.state, source.velocities),
    params: layoutOf(source.params),
    names: new SceneNames(source),
  }
}

export function closureOf(scene: Scene, source: SourceFunction, label: string): Closure {
  const origin = scene.names.origin(source, label)
  const { node } = parseFunction(source)
  return { kind: 'closure', name: label, node, origin, scope: undefined }
}

/** A new execution, for one graph. */
export function begin({ source, names }: Scene, parts: ProgramParts): Lowering {
  const { body, name } = source
  return new Lowering(parts, names.origin(body.source, `scene \`${name}\``))
}

const stateNodes = (low: Lowering, scene: Scene) =>
  scene.state.names.map((_, i) => float(low.b.input('state', i)))

/** A new object on each call: what a function does to it stays its own business. */
const paramsObject = (low: Lowering, { params }: Scene) =>
  toObject(
    low,
    params,
    params.names.map((_, i) => float(low.b.input('param', i))),
  )

/** The value of (state, params, t) at the state and time that the graph sees. */
export function observe(low: Lowering, scene: Scene, closure: Closure): Value {
  const state = toObject(low, scene.state, stateNodes(low, scene))
  const args = [state, paramsObject(low, scene), float(low.b.input('time'))]
  return invoke(low, closure, args, closure.node)
}

/** A component that goes along with those of a flow, from a value on and with a rate of its own. */
export interface Companion {
  readonly from: number
  readonly rate: (y: readonly Value[], t: Value) => number
}

/** Float nodes of the new state; of a flow, that of its companion behind. */
export function nextState(
  low: Lowering,
  scene: Scene,
  closure: Closure,
  companion?: Companion,
): number[] {
  const { body, dt } = scene.source
  const time = float(low.b.input('time'))
  const step = float(low.b.constant(dt))
  const nodes = stateNodes(low, scene)
  if (body.shape === 'rates') {
    const size = nodes.length
    const flat = newArray(low, companion ? [...nodes, float(companion.from)] : nodes)
    const integrator = integratorOf(body.integrator)
    const rates = native('rates', (context, [y, t], at) => {
      const values = elementsOf(context, y!, at).slice(0, size)
      const found = ratesAt(context, scene, closure, values, t!)
      if (companion) found.push(float(companion.rate(values, t!)))
      return newArray(context, found)
    })
    const positions = literal(positionsOf(scene))
    const result = invoke(low, integrator, [flat, rates, time, step, positions], integrator.node)
    return elementsOf(low, result, integrator.node).map((value) => {
      return value.kind === 'float' ? value.node : low.fail(integrator.node, 'not a float')
    })
  }
  const state = toObject(low, scene.state, nodes)
  const args = [state, paramsObject(low, scene), time, step, noise(low)]
  const result = invoke(low, closure, args, closure.node)
  return toComponents(low, scene.state, result, closure)
}

/** Float nodes of the rates of a flow, at the state and time that the graph sees. */
export function fieldOf(low: Lowering, scene: Scene, closure: Closure): number[] {
  const time = float(low.b.input('time'))
  return ratesAt(low, scene, closure, stateNodes(low, scene), time).map((rate) =>
    toFloat(low, rate, closure.node),
  )
}

/** Of each component, how far apart two values mean the same, as the precision has it; 0: none. */
export function periodsOf({ source, state }: Scene): number[] | undefined {
  const { periods = {}, precision } = source
  if (Object.keys(periods).length === 0) return undefined
  const rounded = (x: number) => (precision === 'f32' ? Math.fround(x) : x)
  return state.names.map((name) => rounded(periods[name.replace(/\[\d+\]$/, '')] ?? 0))
}

/** How many components are positions; velocities follow them. */
export function positionsOf({ source, state }: Scene): number {
  const { velocities } = source
  return state.names.filter((name) => !velocities.includes(name.replace(/\[\d+\]$/, ''))).length
}

function ratesAt(
  low: Lowering,
  scene: Scene,
  closure: Closure,
  y: readonly Value[],
  t: Value,
): Value[] {
  const noNoise = missing(
    'noise in `rates`: an integrator asks for rates several times a step; write `step` instead',
  )
  const noStep = missing('`rates` takes no dt: the integrator makes the step')
  const args = [toObject(low, scene.state, y), paramsObject(low, scene), t, noStep, noNoise]
  const result = invoke(low, closure, args, closure.node)
  const caller = low.origin
  const nodes = toComponents(low, scene.state, result, closure)
  low.origin = caller
  return nodes.map(float)
}

function integratorOf(name: keyof typeof INTEGRATORS): Closure {
  const { text, shift, node } = parseFunction(INTEGRATORS[name])
  const origin = {
    text,
    shift,
    label: `integrator ${name}`,
    library: true,
    resolve: () => undefined,
  }
  return { kind: 'closure', name, node, origin, scope: undefined }
}

/** A draw has 16 bits of the random stream's counter. */
const DRAW_LIMIT = 65_536

function noise(low: Lowering): Value {
  const { precision } = low.b
  const draw = (name: 'noiseUniform' | 'noiseNormal') =>
    native(name, (context, _args, at) => {
      const number = context.heap.draws++
      if (number >= DRAW_LIMIT) context.fail(at, `more than ${DRAW_LIMIT} draws of noise in a step`)
      const key = [...streamKey(context), literal(number)]
      return invoke(context, libraryFunction(precision === 'f32' ? `${name}F32` : name), key, at)
    })
  return newObject(low, [
    ['uniform', draw('noiseUniform')],
    ['normal', draw('noiseNormal')],
  ])
}

/** Seed, cell, replica and step: with the draw's number, they say which random number it is. */
function streamKey({ b }: Lowering): Value[] {
  const word = (op: 'seed' | 'cell', value: number) => int32(b, b.input(op, value))
  return [
    ...[word('seed', 0), word('seed', 1), word('cell', 0), word('cell', 1)],
    int32(b, b.input('replica')),
    int32(b, b.input('step')),
  ]
}
