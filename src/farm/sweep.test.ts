import { expect, expectTypeOf, test } from 'vitest'
import { henon, lorenz, threeBody } from '../scenes/index.ts'
import { defineScene } from '../scenes/scene.ts'
import { linspace, logspace, range, values } from './axes.ts'
import { divergence, firstTime, last, max, mean } from './measures.ts'
import { latinHypercube, random, sobol } from './sampling.ts'
import { defineSweep, isSweep } from './sweep.ts'
import { isUserError } from './user-error.ts'

const good = {
  scene: lorenz,
  axes: { rho: linspace(0, 200, 401), x: values([1, 2]) },
  rollout: { steps: 20_000, dt: 0.01, discard: 2_000 },
  replicas: { count: 8, perturb: 'x', ulps: 1 },
  measures: { end: last('x'), peak: max(({ z }) => z), curve: divergence({ perturb: 'x' }) },
  stop: ({ x }: { x: number }) => x > 1e6,
  seed: 'any string',
} as const

/** The message with which the definition is refused; each of its lines is one fault. */
function refusal(definition: unknown): string {
  try {
    defineSweep(definition as typeof good)
  } catch (error) {
    if (isUserError(error) && error.exitCode === 2) return error.message
    throw error
  }
  return 'accepted'
}
const changed = (changes: object) => refusal({ ...good, ...changes })
const rollout = (changes: object) => changed({ rollout: { ...good.rollout, ...changes } })
const axes = (axes: object) => changed({ axes })
const measures = (measures: object) => changed({ measures })

test('a good sweep is accepted as it is, and marked', () => {
  const sweep = defineSweep(good)
  expect(sweep).toEqual({ ...good, kind: 'furrow.sweep' })
  expect(isSweep(sweep)).toBe(true)
  expect([null, 3, {}, { kind: 'furrow.scene' }].some(isSweep)).toBe(false)
  expect(refusal({ scene: henon, rollout: { steps: 1 } })).toBe('accepted')
  expect(axes({})).toBe('accepted')
  for (const sampler of [random, latinHypercube, sobol])
    expect(axes(sampler({ rho: [0, 200], x: [1, 2] }, 100))).toBe('accepted')
})

test('types know the names of the scene', () => {
  const sweep = defineSweep({
    scene: threeBody,
    axes: { 'p[0]': linspace(0, 1, 2), 'm[2]': values([1]) },
    rollout: { steps: 1 },
    replicas: { count: 2, perturb: 'v[1]' },
    measures: { a: last('p[1]'), b: firstTime(({ p }, { m }, t) => p[0] * m[0] > t) },
    stop: ({ p }, { m }, t) => p[0] * m[0] > t,
  })
  expectTypeOf<keyof NonNullable<typeof sweep.measures>>().toEqualTypeOf<'a' | 'b'>()
  const wrong = () => [
    // @ts-expect-error: no such parameter
    defineSweep({ scene: lorenz, rollout: { steps: 1 }, axes: { tau: values([1]) } }),
    // @ts-expect-error: no such parameter
    defineSweep({ scene: lorenz, rollout: { steps: 1 }, axes: random({ tau: [0, 1] }, 9) }),
    // @ts-expect-error: no such component
    defineSweep({ scene: lorenz, rollout: { steps: 1 }, measures: { end: last('w') } }),
    // @ts-expect-error: no such component
    defineSweep({ scene: lorenz, rollout: { steps: 1 }, replicas: { count: 2, perturb: 'w' } }),
    // @ts-expect-error: an array is named by its entries
    defineSweep({ scene: threeBody, rollout: { steps: 1 }, measures: { end: last('p') } }),
    // @ts-expect-error: no such component
    defineSweep({ scene: lorenz, rollout: { steps: 1 }, stop: ({ w }) => w > 0 }),
    // @ts-expect-error: steps are needed
    defineSweep({ scene: lorenz, rollout: {} }),
  ]
  expect(wrong).toThrow(/^axes.tau: /)
})

test('faults of the rollout are told with the field and the mend', () => {
  const steps = 'rollout.steps: expected a whole number of steps from 0 to 2147483647, not'
  expect(rollout({ steps: -1 })).toBe(`${steps} -1`)
  expect(rollout({ steps: 2.5 })).toBe(`${steps} 2.5`)
  expect(rollout({ steps: '100' })).toBe(`${steps} "100"`)
  expect(rollout({ steps: 2 ** 31 })).toBe(`${steps} 2147483648`)
  expect(rollout({ steps: undefined })).toBe(
    'rollout.steps: missing; expected a whole number of steps from 0 to 2147483647',
  )
  expect(rollout({ dt: Number.NaN })).toBe('rollout.dt: expected a positive number, not NaN')
  expect(rollout({ dt: 0 })).toBe('rollout.dt: expected a positive number, not 0')
  expect(rollout({ dt: -0.1 })).toBe('rollout.dt: expected a positive number, not -0.1')
  expect(rollout({ discard: 20_000 })).toBe(
    'rollout.discard: 20000 of 20000 steps leave nothing to measure; ' +
      'lower it or raise rollout.steps',
  )
  expect(rollout({ ladder: { every: 0 } })).toBe(
    'rollout.ladder.every: expected a whole number of steps of at least 1, not 0',
  )
  expect(rollout({ fingerprint: { every: 1.5 } })).toBe(
    'rollout.fingerprint.every: expected a whole number of steps of at least 1, not 1.5',
  )
  expect(rollout({ stepz: 1 })).toBe("rollout: unknown setting 'stepz'; remove it")
  expect(refusal({ scene: henon, rollout: { steps: 9, dt: 0.1 } })).toBe(
    'rollout.dt: the time of a map counts iterations; leave dt out',
  )
})

test('faults of the axes are told with the known names', () => {
  const known = 'known are sigma, rho, beta, x, y, z'
  expect(axes({ roh: values([1]) })).toBe(`axes.roh: lorenz has no 'roh'; ${known}`)
  expect(axes(random({ roh: [0, 1] }, 9))).toBe(`axes.ranges.roh: lorenz has no 'roh'; ${known}`)
  expect(axes({ dt: values([1]) })).toBe(
    'axes.dt: dt cannot be swept; make one sweep for each rollout.dt',
  )
  expect(refusal({ scene: threeBody, rollout: { steps: 1 }, axes: { p: values([1]) } })).toBe(
    "axes.p: 'p' is an array; name one, as p[0]",
  )
  expect(axes({ rho: 3 })).toBe(
    'axes.rho: expected an axis: linspace(from, to, count), logspace, range or values([...])',
  )
  expect(axes({ rho: values([]) })).toBe(
    'axes.rho.values: expected at least one value, not an empty array',
  )
  expect(axes({ rho: values([1, Number.NaN]) })).toBe(
    'axes.rho.values[1]: expected a finite number, not NaN',
  )
  expect(axes({ rho: linspace(0, Number.POSITIVE_INFINITY, 3) })).toBe(
    'axes.rho.to: expected a finite number, not Infinity',
  )
  expect(axes({ rho: linspace(0, 1, 0) })).toBe(
    'axes.rho.count: expected a whole number of at least 1, not 0',
  )
  expect(axes({ rho: linspace(-1.7e308, 1.7e308, 3) })).toMatch(/^axes.rho: its values overflow; /)
  expect(axes({ rho: logspace(0, 400, 3) })).toMatch(/^axes.rho: its values overflow; /)
  expect(axes({ rho: range(0, 1, 0) })).toBe('axes.rho.step: expected a number other than 0')
  expect(axes({ rho: range(0, 1, -1) })).toMatch(/^axes.rho: no value from 0 to 1 by -1; /)
  expect(axes({ rho: range(0, 1, 1e-300) })).toBe('axes.rho: it has more than 2^53 values')
  expect(axes({ rho: linspace(0, 1, 2 ** 40), x: linspace(0, 1, 2 ** 40) })).toMatch(
    /^axes: .* rollouts are more than 2\^53; use fewer values$/,
  )
  expect(axes(random({ rho: [1, 0] }, 9))).toMatch(/^axes.ranges.rho: expected an interval/)
  expect(axes(random({}, 9))).toBe('axes.ranges: expected at least one name')
  expect(axes(random({ rho: [0, 1] }, 0))).toBe(
    'axes.count: expected a whole number of at least 1, not 0',
  )
  const crowd = Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`a${i}`, 0]))
  const wide = defineScene({ name: 'wide', state: { x: 0 }, params: crowd, next: () => ({ x: 0 }) })
  const sides = Object.fromEntries(Object.keys(crowd).map((name) => [name, [0, 1] as const]))
  expect(refusal({ scene: wide, rollout: { steps: 1 }, axes: sobol(sides, 9) })).toBe(
    'axes.ranges: sobol has at most 64 dimensions, not 65; use latinHypercube',
  )
})

test('faults of measures, replicas and the rest are told', () => {
  expect(measures({ end: last('w') })).toBe("measures.end: lorenz has no 'w'; known are x, y, z")
  expect(measures({ d: divergence({ perturb: 'w' }) })).toBe(
    "measures.d.perturb: lorenz has no 'w'; known are x, y, z",
  )
  expect(measures({ d: divergence({ perturb: 'x', ulps: 0 }) })).toBe(
    'measures.d.ulps: expected a whole number other than 0, such as 1, not 0',
  )
  expect(measures({ d: divergence({ perturb: 'x', stride: 0 }) })).toBe(
    'measures.d.stride: expected a whole number of steps of at least 1, not 0',
  )
  expect(measures({ d: divergence({ perturb: 'x', every: 3 } as { perturb: 'x' }) })).toBe(
    "measures.d: unknown setting 'every'; remove it",
  )
  expect(measures({ end: 3 })).toMatch(/^measures.end: expected a measure, such as last\('x'\)/)
  expect(measures({ status: last('x') })).toBe(
    "measures.status: its column 'status' is that of the table; rename it",
  )
  expect(measures({ rho: last('x') })).toBe(
    "measures.rho: its column 'rho' is that of the axis rho; rename it",
  )
  expect(measures({ d_rate: last('x'), d: divergence({ perturb: 'x' }) })).toBe(
    "measures.d: its column 'd_rate' is that of measures.d_rate; rename it",
  )
  expect(measures({ 'a b': mean('x') })).toMatch(/^measures.a b: the name of a measure is letters/)
  const replicas = (changes: object) => changed({ replicas: { ...good.replicas, ...changes } })
  expect(replicas({ count: 0 })).toBe(
    'replicas.count: expected a whole number from 1 to 65536, not 0',
  )
  expect(replicas({ ulps: 0 })).toBe(
    'replicas.ulps: expected a whole number other than 0, such as 1, not 0',
  )
  expect(replicas({ perturb: 'w' })).toBe("replicas.perturb: lorenz has no 'w'; known are x, y, z")
  expect(replicas({ perturb: 'rho' })).toBe(
    "replicas.perturb: lorenz has no 'rho'; known are x, y, z",
  )
  expect(changed({ seed: Number.NaN })).toBe('seed: expected a string or a finite number, not NaN')
  expect(changed({ precision: 'f16' })).toBe(`precision: expected 'f64' or 'f32', not "f16"`)
  expect(changed({ stop: true })).toMatch(/^stop: expected a function such as/)
  expect(changed({ name: '../up' })).toMatch(/^name: expected up to 64 letters, digits, dots/)
  expect(changed({ scene: {} })).toMatch(
    /^scene.kind: missing; expected a scene made by defineScene/,
  )
  expect(changed({ scene: undefined })).toMatch(/^scene: missing; expected a scene/)
  expect(changed({ measure: {} })).toBe("sweep: unknown setting 'measure'; remove it")
  expect(refusal(undefined)).toMatch(/^sweep: missing; expected a sweep: an object with scene/)
})

test('every fault has a line of its own', () => {
  expect(refusal({ ...good, rollout: { steps: -1, dt: 0 }, seed: {} }).split('\n')).toHaveLength(3)
  expect(refusal({ ...good, measures: { a: last('w'), b: last('u') } }).split('\n')).toHaveLength(2)
})
