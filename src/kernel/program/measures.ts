// What a sweep observes, as accumulators that every step updates and outputs read at the end.

import type { Accumulator, Graph, Program, Reading } from '../ir.ts'
import { libraryFunction } from '../library/library-calls.ts'
import { invoke } from '../lower/calls.ts'
import type { Lowering } from '../lower/lowering.ts'
import { isNumber, toFloat } from '../lower/numbers.ts'
import { elementsOf } from '../lower/references.ts'
import { describe, float } from '../lower/values.ts'
import { SourceError, type SourceFunction } from '../source.ts'
import { resultOf } from './layout.ts'
import type { ProgramParts } from './program-parts.ts'
import { begin, closureOf, observe, type Scene } from './scene-calls.ts'

type Measures = Pick<Program, 'observe' | 'accumulators' | 'finish' | 'readings'>

type Kind = Reading['kind']

/** What a kind keeps, and how a new value changes it. */
interface Rule {
  readonly wants: 'number' | 'boolean'
  readonly accumulators: readonly Accumulator[]
  /** The new accumulators, from the old ones and the value. */
  readonly update: (low: Lowering, old: readonly number[], value: number) => number[]
}

const floating = (initial: number): Accumulator => ({ type: 'float', initial })

const RULES: Readonly<Record<Exclude<Kind, 'last'>, Rule>> = {
  max: {
    wants: 'number',
    accumulators: [floating(Number.NEGATIVE_INFINITY)],
    update: ({ b }, [old], value) => [b.push('max', [old!, value])],
  },
  min: {
    wants: 'number',
    accumulators: [floating(Number.POSITIVE_INFINITY)],
    update: ({ b }, [old], value) => [b.push('min', [old!, value])],
  },
  sum: { wants: 'number', accumulators: [floating(0), floating(0)], update: compensated },
  mean: { wants: 'number', accumulators: [floating(0), floating(0)], update: compensated },
  count: {
    wants: 'boolean',
    accumulators: [{ type: 'int', initial: 0 }],
    update: ({ b }, [old], hit) => [b.push('iadd', [old!, b.select(hit, b.int(1), b.int(0))])],
  },
  firstTime: {
    wants: 'boolean',
    accumulators: [{ type: 'int', initial: -1 }],
    update: ({ b }, [old], hit) => {
      const first = b.push('and', [b.push('ieq', [old!, b.int(-1)]), hit])
      return [b.select(first, b.input('step'), old!)]
    },
  },
}

/** Neumaier's sum, by the library's own source: the second accumulator holds what was lost. */
function compensated(low: Lowering, old: readonly number[], value: number): number[] {
  const at = { type: 'Measure', start: 0, end: 0 }
  const result = invoke(low, libraryFunction('neumaierAdd'), [...old, value].map(float), at)
  return elementsOf(low, result, at).map((element) => toFloat(low, element, at))
}

/** The graphs and accumulators of everything that the sweep observes. */
export function measuresOf(scene: Scene, parts: ProgramParts): Measures {
  const { observed, name } = scene.source
  const [during, after] = [begin(scene, parts), begin(scene, parts)]
  const accumulators: Accumulator[] = []
  const readings: Reading[] = []
  const updated: number[] = []
  const outputs: number[] = []
  observed.forEach(({ kind, of }, i) => {
    const label = `measure ${i + 1} (${kind}) of scene \`${name}\``
    if (kind === 'last') {
      readings.push({ kind, at: outputs.length })
      outputs.push(observedNode(after, scene, of, label, 'number'))
      return
    }
    const rule = RULES[kind]
    const at = accumulators.length
    const value = observedNode(during, scene, of, label, rule.wants)
    const old = rule.accumulators.map(({ type }, j) => during.b.input('accumulator', at + j, type))
    readings.push({ kind, at })
    accumulators.push(...rule.accumulators)
    updated.push(...rule.update(during, old, value))
  })
  return {
    observe: parts.finish(during.b, updated),
    accumulators,
    finish: parts.finish(after.b, outputs),
    readings,
  }
}

/** The graph that says whether a rollout ends. */
export function stopOf(scene: Scene, parts: ProgramParts): Graph | undefined {
  const { stop, name } = scene.source
  if (stop === undefined) return undefined
  const low = begin(scene, parts)
  return parts.finish(low.b, [observedNode(low, scene, stop, `scene \`${name}\`, stop`, 'boolean')])
}

function observedNode(
  low: Lowering,
  scene: Scene,
  of: SourceFunction | string,
  label: string,
  wants: Rule['wants'],
): number {
  if (typeof of === 'string') return componentNode(low, scene, of, label, wants)
  const closure = closureOf(scene, of, label)
  const value = observe(low, scene, closure)
  const at = resultOf(closure.node)
  low.origin = closure.origin
  if (value.kind === 'missing') return low.fail(at, value.why)
  if (wants === 'number' && isNumber(value)) return toFloat(low, value, at)
  if (wants === 'boolean' && value.kind === 'bool') return value.node
  const mend =
    wants === 'boolean'
      ? 'it takes a condition, like `({ x }) => x > 0`'
      : 'it takes a number, like `({ x }) => x` or `({ x }) => (x > 0 ? 1 : 0)`'
  return low.fail(at, `${describe(value)} is observed; ${mend}`)
}

function componentNode(
  low: Lowering,
  { state }: Scene,
  name: string,
  label: string,
  wants: Rule['wants'],
): number {
  const fail = (message: string): never => {
    throw new SourceError(`${label}: ${message}`, { line: 1, column: 1, text: name })
  }
  if (wants === 'boolean')
    fail(`\`${name}\` is a number; it takes a condition, like ({ x }) => x > 0`)
  const index = state.names.indexOf(name)
  if (index < 0) fail(`no state component \`${name}\`; there are ${state.names.join(', ')}`)
  return low.b.input('state', index)
}
