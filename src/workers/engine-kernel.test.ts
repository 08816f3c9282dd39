// What becomes of a rollout whose engine throws, or gives what it should not.

import { describe, expect, it } from 'vitest'
import { values } from '../farm/axes.ts'
import { counter, odd, oops, statuses, steps } from '../farm/engine-sweep.fixture.ts'
import { lyapunov } from '../farm/measures.ts'
import type { Fault } from './protocol.ts'

const THREW = { cause: 'threw', retries: 0 } as const

describe('a rollout whose engine fails is recorded as threw, and the others go on', () => {
  const cases: [string, ReturnType<typeof counter>, number, Partial<Fault>][] = [
    [
      'create throws',
      counter({ create: (k) => k === 2 && oops() }),
      0,
      { step: 0, message: 'oops' },
    ],
    ['create gives nothing', defineNothing(), 0, { step: 0 }],
    ['step throws', counter({ step: (k, at) => k === 2 && at === 5 && oops() }), 4, { step: 5 }],
    [
      'step throws what has no text',
      counter({ step: (k, at) => k === 2 && at === 5 && oops(Object.create(null)) }),
      4,
      { message: 'something that has no text' },
    ],
    [
      'step gives a promise',
      counter({ step: (k) => (k === 2 ? Promise.resolve() : undefined) }),
      0,
      { message: 'step gave a promise; a step must be over when it returns' },
    ],
    [
      'state throws',
      counter({ state: (k, at) => (k === 2 && at === 5 && oops()) || undefined }),
      4,
      {},
    ],
    [
      'state throws at the start',
      counter({ state: (k, at) => (k === 2 && at === 0 && oops()) || undefined }),
      0,
      { step: 0 },
    ],
    [
      'state gives no object',
      counter({ state: (k, at) => (k === 2 && at === 3 ? 7 : undefined) }),
      2,
      { message: 'state() gave a number; expected an object of numbers: x, p (2 numbers)' },
    ],
    [
      'state lacks a name',
      counter({ state: (k, at) => (k === 2 && at === 3 ? { p: [1, 2] } : undefined) }),
      2,
      {
        message: "state() gave undefined for 'x'; expected an object of numbers: x, p (2 numbers)",
      },
    ],
    [
      'state gives a list that is too long',
      counter({ state: (k, at) => (k === 2 && at === 3 ? { x: 1, p: [1, 2, 3] } : undefined) }),
      2,
      {
        message:
          "state() gave a list of 3 for 'p'; expected an object of numbers: x, p (2 numbers)",
      },
    ],
    [
      'state gives a text for a number',
      counter({ state: (k, at) => (k === 2 && at === 3 ? { x: 1, p: ['1', 2] } : undefined) }),
      2,
      {
        message: 'state() gave "1" for \'p[0]\'; expected an object of numbers: x, p (2 numbers)',
      },
    ],
    ['dispose throws', counter({ dispose: (k) => k === 2 && oops() }), 10, { step: 10 }],
  ]

  it.each(cases)('when %s', async (_, scene, taken, fault) => {
    const { columns, faults, result } = await odd(scene)
    const all = await odd(counter({}))
    expect(statuses(columns)).toEqual(['done', 'done', 'threw', 'done'])
    expect(steps(columns)).toEqual([10, 10, taken, 10])
    expect(faults).toEqual([expect.objectContaining({ cell: 2, replica: 0, ...fault })])
    expect(result.failed).toBe(1)
    // What it had absorbed is what a shorter rollout absorbs.
    const short = await odd(counter({}), { rollout: { steps: taken } })
    const [failed, whole] = [columns[0], short.columns[0]]
    expect(failed.fingerprint[2]).toBe(whole.fingerprint[2])
    expect(failed.fingerprint[1]).toBe(all.columns[0].fingerprint[1])
    // End and peak: of the steps that were taken.
    const width = failed.values.length / 4
    expect([...failed.values.slice(2 * width, 2 * width + 2)]).toEqual([
      taken,
      taken > 0 ? taken : Number.NaN,
    ])
  })

  it('when no memory is left for a buffer, with a word of its own', async () => {
    const none = () => oops(new RangeError('Array buffer allocation failed'))
    const too = () => oops(new RangeError('Invalid array length'))
    const { columns } = await odd(
      counter({ step: (k) => (k === 2 && none()) || (k === 3 && too()), dispose: () => {} }),
    )
    expect(statuses(columns)).toEqual(['done', 'done', 'out-of-memory', 'threw'])
  })

  it('when an axis sets a start that the engine does not take over', async () => {
    const axes = { 'p[1]': values([0, 1e-60, 0.1, 0]) }
    const { columns, faults } = await odd(counter({}), { axes })
    expect(statuses(columns)).toEqual(['done', 'done', 'threw', 'done'])
    expect(faults).toEqual([
      {
        ...THREW,
        cell: 2,
        replica: 0,
        step: 0,
        message:
          'the engine starts at p[1] = 0, and 0.1 was asked for: ' +
          'let create take it over, or sweep a parameter',
      },
    ])
  })

  it('when its twin alone throws', async () => {
    let made = 0
    const scene = counter({ create: () => ++made === 6 && oops(new Error('the twin')) })
    const { columns, faults } = await odd(scene)
    expect(statuses(columns)).toEqual(['done', 'done', 'threw', 'done'])
    expect(faults).toEqual([{ ...THREW, cell: 2, replica: 0, step: 0, message: 'the twin' }])
  })

  it('when its twin alone throws later, at the step before', async () => {
    let taken = 0
    // Rollouts one after the other, each step first of the reference and then of the twin.
    const step = (k: number) => k === 2 && ++taken === 10 && oops()
    const { columns, faults } = await odd(counter({ step }))
    expect(statuses(columns)).toEqual(['done', 'done', 'threw', 'done'])
    expect(faults).toEqual([{ ...THREW, cell: 2, replica: 0, step: 5, message: 'oops' }])
    expect(columns[0].steps[2]).toBe(4)
    const { values: found } = columns[0]
    expect(found[2 * (found.length / 4)]).toBe(4)
  })

  it('when a rate is measured and its worlds cannot be restored', async () => {
    const measures = { rate: lyapunov({ method: 'two-trajectory' }) }
    const { columns, faults } = await odd(counter({}), { measures, rollout: { steps: 40 } })
    expect(statuses(columns)).toEqual(['threw', 'threw', 'threw', 'threw'])
    const message = 'the world has no function `restore`, which lyapunov needs'
    expect(faults).toContainEqual({ ...THREW, cell: 3, replica: 0, step: 0, message })
    expect(faults.length).toBe(4)
  })

  it('once, when it throws at the end once more', async () => {
    const scene = counter({ step: (k) => k === 2 && oops(), dispose: (k) => k === 2 && oops() })
    const { faults } = await odd(scene)
    expect(faults).toEqual([{ ...THREW, cell: 2, replica: 0, step: 1, message: 'oops' }])
  })
})

function defineNothing() {
  const whole = counter({})
  return {
    ...whole,
    create: (...args: Parameters<typeof whole.create>) =>
      args[0].k === 2 ? (undefined as never) : whole.create(...args),
  }
}

it('ends a rollout as escaped where a number is not finite, at that step', async () => {
  const scene = counter({
    state: (k, at) =>
      k > 1 && at === 4 ? { x: k === 2 ? Number.NaN : 1 / 0, p: [0, 0] } : undefined,
  })
  const { columns, faults } = await odd(scene)
  expect(statuses(columns)).toEqual(['done', 'done', 'escaped', 'escaped'])
  expect(steps(columns)).toEqual([10, 10, 4, 4])
  expect(faults).toEqual([])
})

it('disposes of each world once, also after a throw, and keeps one rollout at a time', async () => {
  let [alive, most, disposed] = [0, 0, 0]
  const scene = counter({
    create: () => {
      alive += 1
      most = Math.max(most, alive)
    },
    step: (k, at) => k === 1 && at === 2 && oops(),
    dispose: () => {
      alive -= 1
      disposed += 1
    },
  })
  await odd(scene)
  // A rollout and its twin.
  expect({ alive, most, disposed }).toEqual({ alive: 0, most: 2, disposed: 8 })
})
