// The check of a sweep whose fields have the right shape: names that exist, numbers that fit.

import { SOBOL_DIMENSIONS } from '../math/sobol.ts'
import type { Quantities } from '../scenes/scene.ts'
import { type Axis, axisLength, axisValue } from './axes.ts'
import {
  type AnyMeasure,
  isDivergence,
  isRate,
  isRescaled,
  measureColumns,
  type RateMeasure,
} from './measures.ts'
import { isSampler, type Sampler } from './sampling.ts'
import { type AnyScene, isEngine, type Sweep } from './sweep.ts'

/** Names of the numbers in a scene's state or parameters, arrays spelled out: `p[0]`. */
export function componentNames(quantities: Quantities = {}): string[] {
  return Object.entries(quantities).flatMap(([name, value]) =>
    typeof value === 'number' ? [name] : value.map((_, i) => `${name}[${i}]`),
  )
}

/** Columns of a table beside the axes and measures. */
const OTHER_COLUMNS = ['cell', 'replica', 'status', 'steps', 'fingerprint']

/** One line for each fault. */
export function nameFaults(sweep: Sweep): string[] {
  const { scene, rollout, replicas } = sweep
  const faults: string[] = []
  const discard = rollout.discard ?? 0
  if (discard > 0 && discard >= rollout.steps)
    faults.push(
      `rollout.discard: ${discard} of ${rollout.steps} steps leave nothing to measure; ` +
        'lower it or raise rollout.steps',
    )
  if (typeof scene.next === 'function' && rollout.dt !== undefined && rollout.dt !== 1)
    faults.push('rollout.dt: the time of a map counts iterations; leave dt out')
  if (isEngine(scene)) faults.push(...engineFaults(sweep))
  if (replicas) faults.push(...stateFaults(scene, 'replicas.perturb', replicas.perturb))
  faults.push(...axisFaults(sweep), ...measureFaults(sweep))
  return faults
}

/** What an engine cannot give: it is no function that could be derived or rounded. */
function engineFaults({ scene, precision, measures = {} }: Sweep): string[] {
  const faults = Object.entries(measures).flatMap(([name, measure]: [string, AnyMeasure]) =>
    isRate(measure) && !isRescaled(measure)
      ? `measures.${name}: ${scene.name} is an engine scene, whose step has no derivative; ` +
        "use lyapunov({ method: 'two-trajectory' }), and give its worlds a function restore"
      : [],
  )
  if (precision === 'f32')
    faults.push(`precision: ${scene.name} is an engine scene, whose state is f64; leave it out`)
  return faults
}

function stateFaults(scene: AnyScene, field: string, name: string): string[] {
  const known = componentNames(scene.state)
  return known.includes(name) ? [] : [unknownName(field, name, scene.state, known, scene.name)]
}

function unknownName(
  field: string,
  name: string,
  groups: Quantities,
  known: readonly string[],
  scene: string,
): string {
  if (Array.isArray(groups[name])) return `${field}: '${name}' is an array; name one, as ${name}[0]`
  return `${field}: ${scene} has no '${name}'; known are ${known.join(', ')}`
}

function axisFaults({ scene, axes = {}, replicas }: Sweep): string[] {
  const groups = { ...scene.state, ...scene.params }
  const known = [...componentNames(scene.params), ...componentNames(scene.state)]
  const sampler = isSampler(axes)
  const names = Object.keys(sampler ? axes.ranges : axes)
  const faults = names.flatMap((name) => {
    const field = sampler ? `axes.ranges.${name}` : `axes.${name}`
    if (OTHER_COLUMNS.includes(name))
      return [`${field}: a table has a column '${name}' already; rename the quantity in the scene`]
    if (known.includes(name)) return []
    if (name === 'dt') return [`${field}: dt cannot be swept; make one sweep for each rollout.dt`]
    return [unknownName(field, name, groups, known, scene.name)]
  })
  if (sampler) faults.push(...samplerFaults(axes))
  else for (const [name, axis] of Object.entries(axes)) faults.push(...valueFaults(name, axis))
  if (faults.length > 0) return faults
  const lengths = sampler ? [axes.count] : Object.values(axes).map(axisLength)
  const rollouts = lengths.reduce((product, n) => product * n, replicas?.count ?? 1)
  return rollouts <= Number.MAX_SAFE_INTEGER
    ? []
    : [`axes: ${rollouts} rollouts are more than 2^53; use fewer values`]
}

function valueFaults(name: string, axis: Axis): string[] {
  const field = `axes.${name}`
  if (axis.kind === 'range') {
    if (axis.step === 0) return [`${field}.step: expected a number other than 0`]
    if ((axis.to - axis.from) / axis.step < 0)
      return [`${field}: no value from ${axis.from} to ${axis.to} by ${axis.step}; turn the sign`]
  }
  const length = axisLength(axis)
  if (!(length <= Number.MAX_SAFE_INTEGER)) return [`${field}: it has more than 2^53 values`]
  const finite = [0, 1, length - 2, length - 1]
    .filter((i) => i >= 0 && i < length)
    .every((i) => Number.isFinite(axisValue(axis, i)))
  return finite ? [] : [`${field}: its values overflow; bring its ends nearer to each other`]
}

function samplerFaults({ kind, ranges, count }: Sampler): string[] {
  const entries = Object.entries(ranges)
  if (entries.length === 0) return ['axes.ranges: expected at least one name']
  if (kind === 'sobol' && entries.length > SOBOL_DIMENSIONS)
    return [
      `axes.ranges: sobol has at most ${SOBOL_DIMENSIONS} dimensions, not ${entries.length}; ` +
        'use latinHypercube',
    ]
  if (kind === 'latinHypercube' && count > 2 ** 32)
    return ['axes.count: latinHypercube has at most 2^32 points; use sobol or random']
  return entries.flatMap(([name, [from, to]]) =>
    from <= to && Number.isFinite(to - from)
      ? []
      : [`axes.ranges.${name}: expected an interval [from, to] with from <= to`],
  )
}

function measureFaults(sweep: Sweep): string[] {
  const { scene, axes = {}, measures = {} } = sweep
  const axisNames = Object.keys(isSampler(axes) ? axes.ranges : axes)
  const owners = new Map<string, string>()
  for (const name of OTHER_COLUMNS) owners.set(name, 'the table')
  for (const name of axisNames) owners.set(name, `the axis ${name}`)
  return Object.entries(measures).flatMap(([name, measure]: [string, AnyMeasure]) => {
    const field = `measures.${name}`
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      return [`${field}: the name of a measure is letters, digits and _, a letter first`]
    const faults: string[] = []
    for (const column of measureColumns(name, measure)) {
      const owner = owners.get(column)
      if (owner) faults.push(`${field}: its column '${column}' is that of ${owner}; rename it`)
      owners.set(column, `measures.${name}`)
    }
    if (isRate(measure)) return [...faults, ...rateFaults(sweep, field, measure)]
    const named = isDivergence(measure) ? measure.perturb : measure.of
    if (typeof named === 'string')
      faults.push(...stateFaults(scene, isDivergence(measure) ? `${field}.perturb` : field, named))
    return faults
  })
}

function rateFaults({ scene, rollout }: Sweep, field: string, measure: RateMeasure): string[] {
  const { length } = componentNames(scene.state)
  const faults: string[] = []
  if (measure.exponents > length)
    faults.push(`${field}: ${scene.name} has ${length} rates at most, not ${measure.exponents}`)
  const { every = 1 } = measure
  if (measure.distance !== undefined && measure.method !== 'two-trajectory')
    faults.push(`${field}.distance: tangents have none; add method: 'two-trajectory'`)
  const seen = rollout.steps - (rollout.discard ?? 0)
  if (every > seen)
    faults.push(`${field}.every: ${every} steps are more than the ${seen} that are measured`)
  return faults
}
