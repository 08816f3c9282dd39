// The catalogue against what is known of its systems from outside: their equations written a second
// time, the sums that their exponents must have, and the rates at which neighbouring orbits part.

import { describe, expect, it, test } from 'vitest'
import * as builtIn from '../index.ts'
import { CATALOGUE, type CatalogueEntry, sceneOfEntry } from './index.ts'
import { KernelOrbit } from './kernel-orbit.fixture.ts'
import { PLAIN_NEXT, PLAIN_RATES, plainRk4 } from './plain-equations.fixture.ts'

const known = CATALOGUE.map((entry) => [entry.id, entry] as const)
const entryOf = (id: string) => CATALOGUE.find((entry) => entry.id === id)!

/** The largest exponent: in closed form where there is one, else as computed. */
const largest = ({ exact, computed }: CatalogueEntry) => exact?.[0] ?? computed!.exponents[0]!

it('has 73 systems, each under an id of its own', () => {
  expect(new Set(CATALOGUE.map(({ id }) => id)).size).toBe(73)
  expect(CATALOGUE).toHaveLength(73)
})

it('gives every scene a name of its own, besides those that are built in', () => {
  const scenes = new Set([...CATALOGUE.map(({ scene }) => scene), ...Object.values(builtIn)])
  expect(new Set([...scenes].map(({ name }) => name)).size).toBe(scenes.size)
})

describe.each(known)('%s', (id, entry) => {
  const orbit = new KernelOrbit(entry)

  it('compiles in f64 and runs 200 steps without escaping', () => {
    orbit.advance(200)
    expect(orbit.live).toBe(true)
    expect(orbit.state.every(Number.isFinite)).toBe(true)
  })

  it('has as many exponents as components, each with its error', () => {
    const { exact = [], published, computed } = entry
    const dimension = orbit.names.length
    if (published) expect(published.exponents).toHaveLength(dimension)
    if (computed) expect([id.endsWith('_max') ? 1 : dimension]).toContain(computed.exponents.length)
    expect(computed?.errors.length).toBe(computed?.exponents.length)
    expect(exact.length).toBeLessThanOrEqual(dimension)
  })

  it('has figures that agree with each other and with its verdict', () => {
    const { exact = [], computed, sumRule, verdict } = entry
    for (const [i, value] of exact.entries()) {
      if (computed) expect(Math.abs(computed.exponents[i]! - value)).toBeLessThan(3e-3)
    }
    if (sumRule !== undefined) {
      expect(computed!.exponents.reduce((sum, x) => sum + x, 0)).toBeCloseTo(sumRule, 4)
    }
    const rate = largest(entry)
    if (verdict === 'chaotic' || verdict === 'collapsed') expect(rate).toBeGreaterThan(0.03)
    if (verdict === 'contracting') expect(rate).toBeLessThan(-0.09)
    if (verdict === 'regular') expect(Math.abs(rate)).toBeLessThan(1e-4)
    if (verdict === 'superstable') expect(rate).toBe(-Infinity)
  })

  it('says that it is driven where its rates take the time', () => {
    const { scene } = entry
    expect(entry.driven).toBe('rates' in scene && scene.rates.length === 3)
  })
})

describe('a step of a flow is the Runge-Kutta step of its equations', () => {
  test.each(Object.entries(PLAIN_RATES))('%s', (id, rates) => {
    const entry = entryOf(id)
    const orbit = new KernelOrbit(entry)
    for (const steps of [0, 1, 299, 700]) {
      orbit.advance(steps)
      const expected = plainRk4(rates, orbit.state, orbit.time, entry.dt)
      orbit.advance(1)
      expectClose(orbit.state, expected)
    }
  })
})

describe('a step of a map is one iteration of its equations', () => {
  test.each(Object.entries(PLAIN_NEXT))('%s', (id, next) => {
    const orbit = new KernelOrbit(entryOf(id))
    for (const steps of [0, 1, 99, 300]) {
      orbit.advance(steps)
      const expected = next(orbit.state)
      orbit.advance(1)
      expectClose(orbit.state, expected)
    }
  })
})

it('writes the equations of every scene a second time, but for three that are built in', () => {
  const written = new Set([...Object.keys(PLAIN_RATES), ...Object.keys(PLAIN_NEXT)])
  const scenes = new Set([...written].map((id) => entryOf(id).scene))
  const left = CATALOGUE.filter(({ scene }) => !scenes.has(scene)).map(({ scene }) => scene.name)
  expect(left).toEqual(['pendulum', 'henon-heiles', 'double-pendulum'])
})

function expectClose(found: number[], expected: number[]): void {
  expect(found).toHaveLength(expected.length)
  for (const [i, x] of expected.entries()) {
    expect(Math.abs(found[i]! - x)).toBeLessThan(1e-12 * (1 + Math.abs(x)))
  }
}

describe('the exponents add up to what the equations say', () => {
  const ruled = known.filter(([, { sumRule }]) => sumRule !== undefined)
  test.each(ruled)('%s', (_, entry) => {
    const orbit = new KernelOrbit(entry)
    const growth = entry.kind === 'flow' ? divergenceAt : logDeterminantAt
    let sum = 0
    for (let k = 0; k < 20; k++) {
      orbit.advance(17)
      sum += growth(entry, orbit) / 20
    }
    expect(sum).toBeCloseTo(entry.sumRule!, 5)
  })
})

/** The trace of the Jacobian of the rates, by central differences. */
function divergenceAt(entry: CatalogueEntry, orbit: KernelOrbit): number {
  return jacobianAt(entry, orbit).reduce((sum, column, i) => sum + column[i]!, 0)
}

/** By cofactors, which is enough for three dimensions. */
function logDeterminantAt(entry: CatalogueEntry, orbit: KernelOrbit): number {
  const determinant = (m: number[][]): number =>
    m.length === 1
      ? m[0]![0]!
      : m[0]!.reduce((sum, x, j) => {
          const minor = m.slice(1).map((row) => row.filter((_, k) => k !== j))
          return sum + (j % 2 ? -x : x) * determinant(minor)
        }, 0)
  return Math.log(Math.abs(determinant(jacobianAt(entry, orbit))))
}

/** Columns of the Jacobian of the scene's own function, called as the plain function that it is. */
function jacobianAt(entry: CatalogueEntry, orbit: KernelOrbit): number[][] {
  const scene = sceneOfEntry(entry)
  const law = ('rates' in scene ? scene.rates : 'next' in scene ? scene.next : scene.step) as (
    state: object,
    params: object,
    t: number,
  ) => Record<string, number | number[]>
  const at = (u: readonly number[]): number[] => {
    const rest = [...u]
    const named = Object.entries(scene.state).map(([name, value]) => [
      name,
      typeof value === 'number' ? rest.shift() : rest.splice(0, value.length),
    ])
    const given = law(Object.fromEntries(named), scene.params ?? {}, orbit.time)
    return Object.keys(scene.state).flatMap((name) => given[name]!)
  }
  const state = orbit.state
  return state.map((_, i) => {
    const [above, below] = [1e-6, -1e-6].map((h) => at(state.map((x, k) => (k === i ? x + h : x))))
    return above!.map((x, k) => (x - below![k]!) / 2e-6)
  })
}

/** Orbits apart by this part at the rate of the tangent. */
const NEAR = 1e-8

/** The rate at which two near orbits part (Benettin's method), after a fifth of the steps. */
function rateOfParting(entry: CatalogueEntry, steps: number): number {
  const orbit = new KernelOrbit(entry)
  const stretch = entry.kind === 'flow' ? Math.max(1, Math.round(0.2 / entry.dt)) : 4
  orbit.advance(Math.max(2_000, Math.round(steps / 4)))
  orbit.nudge(NEAR)
  const start = orbit.time
  let sum = 0
  for (let done = 0; done < steps; done += stretch) {
    orbit.advance(stretch)
    sum += Math.log(orbit.renormalise(NEAR) / NEAR)
  }
  return sum / (orbit.time - start)
}

const LONGEST = 800_000

/** Steps in which a twelfth of the exponent is one standard error, as the reference's tells. */
function stepsFor(entry: CatalogueEntry): number {
  const { exponents, errors, time } = entry.computed!
  const needed = (time * (errors[0]! / (exponents[0]! / 12)) ** 2) / entry.dt
  const fewest = entry.kind === 'flow' ? 200 / entry.dt : 4_000
  return Math.ceil(Math.min(LONGEST, Math.max(fewest, needed)))
}

describe('near orbits part within 30 % of the exponent', () => {
  // Not where the figure is no reference, and not the map whose orbits stick to islands for longer
  // than a test may take.
  const parting = known.filter(([id, { verdict, reference }]) => {
    return verdict === 'chaotic' && reference && id !== 'standard_map_k1'
  })
  test.each(parting)('%s', (_, entry) => {
    const expected = largest(entry)
    const rate = rateOfParting(entry, stepsFor(entry))
    expect(rate).toBeGreaterThan(0.7 * expected)
    expect(rate).toBeLessThan(1.3 * expected)
  })
})

describe('near orbits come together at the exponent where it is negative', () => {
  const contracting = known.filter(([, { verdict }]) => verdict === 'contracting')
  test.each(contracting)('%s', (_, entry) => {
    const expected = largest(entry)
    const rate = rateOfParting(entry, entry.kind === 'flow' ? 20_000 : 4_000)
    expect(Math.abs(rate / expected - 1)).toBeLessThan(0.1)
  })
})

describe('near orbits neither part nor meet where the largest exponent is zero', () => {
  test.each(known.filter(([, { verdict }]) => verdict === 'regular'))('%s', (_, entry) => {
    expect(Math.abs(rateOfParting(entry, 40_000))).toBeLessThan(0.015)
  })
})

describe('an orbit that binary64 destroys ends on a state that repeats exactly', () => {
  test.each(known.filter(([, { verdict }]) => verdict === 'collapsed'))('%s', (_, entry) => {
    const orbit = new KernelOrbit(entry)
    // The baker's y is only halved once x is 0, and takes more than a thousand steps to be 0 too.
    orbit.advance(1_200)
    const before = orbit.state
    orbit.advance(1)
    expect(orbit.state).toEqual(before)
  })
})

it('ends where an independent program ended, for a cycle that the start decides', () => {
  const orbit = new KernelOrbit(entryOf('stuart_landau_forced_CT348_nonautonomous'))
  orbit.advance(400 * 50)
  expect(orbit.state[0]).toBeCloseTo(0.123101816, 8)
  expect(orbit.state[1]).toBeCloseTo(-1.38313277, 8)
})
