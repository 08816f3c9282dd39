import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lorenz } from '../scenes/index.ts'
import { planSweep } from './plan.ts'
import { defineSweep, type Sweep } from './sweep.ts'
import { plainCompiler } from './swing.fixture.ts'
import { isUserError } from './user-error.ts'

/** Any value of a field: JSON, and what JSON lacks. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(undefined, Number.NaN, Number.POSITIVE_INFINITY, -0, () => 1, Symbol('s'), 1n),
)

/** Words that a sweep has, so that some of the nonsense gets past the first checks. */
const word = fc.constantFrom(
  ...['kind', 'scene', 'axes', 'rollout', 'replicas', 'measures', 'stop', 'seed', 'count', 'x'],
  ...['values', 'linspace', 'random', 'ranges', 'from', 'to', 'step', 'steps', 'divergence', 'rho'],
  ...['last', 'of', 'perturb', 'ulps', 'stride', 'furrow.scene', 'state', 'params', '__proto__'],
)
const nonsense = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    anything,
    word,
    fc.nat(5),
    fc.dictionary(word, tie('value')),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value

const isRefused = (error: unknown) =>
  isUserError(error) && error.message.split('\n').every((line) => /^.+: ./.test(line))

function define(definition: unknown): Sweep | undefined {
  try {
    return defineSweep(definition as never)
  } catch (error) {
    expect(isRefused(error), String(error)).toBe(true)
    return undefined
  }
}

test('nonsense is refused with lines that name a field, and nothing else is thrown', () => {
  fc.assert(
    fc.property(nonsense, (value) => void define(value)),
    { numRuns: 2000 },
  )
})

test('nonsense in one field of a good sweep is refused alike, or can be planned', () => {
  const good = {
    scene: lorenz,
    axes: { rho: { kind: 'linspace', from: 0, to: 1, count: 3 } },
    rollout: { steps: 100, dt: 0.01, discard: 10, ladder: { every: 5 } },
    replicas: { count: 2, perturb: 'x', ulps: 1 },
    measures: {
      end: { kind: 'last', of: 'x' },
      curve: { kind: 'divergence', perturb: 'x', ulps: 1, stride: 10 },
    },
    seed: 's',
    precision: 'f64',
    name: 'n',
  }
  const paths = pathsOf(good).filter((path) => path[0] !== 'scene')
  let planned = 0
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.oneof(nonsense, fc.double()), (path, value) => {
      const sweep = define(withValue(good, path, value))
      if (!sweep) return
      planned += 1
      const plan = planSweep(sweep, plainCompiler)
      expect(plan.cells.at(plan.cells.count - 1).every(Number.isFinite)).toBe(true)
    }),
    { numRuns: 2000 },
  )
  expect(planned).toBeGreaterThan(0)
})

function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  const inner = Object.entries(value).flatMap(([key, inside]) =>
    pathsOf(inside).map((path) => [key, ...path]),
  )
  return [[], ...inner].filter((path) => path.length > 0)
}

function withValue(record: object, [key, ...rest]: readonly string[], value: unknown): object {
  const inside = (record as Record<string, object>)[key]
  return { ...record, [key]: rest.length === 0 ? value : withValue(inside, rest, value) }
}
