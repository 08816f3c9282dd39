import { describe, expect, test } from 'vitest'
import { compileProgram } from '../compile.ts'
import { evaluateGraph } from '../graphs.fixture.ts'
import type { Program } from '../ir.ts'
import type { ProgramSource } from '../source.ts'
import { functionOf, mapOf, NO_INPUTS } from '../sources.fixture.ts'

const stay = (s: object) => s

interface Xyz {
  x: number
  y: number
  z: number
}

const observing = (observed: ProgramSource['observed'], rest: Partial<ProgramSource> = {}) =>
  compileProgram(mapOf(stay, { observed, ...rest }))

/** The accumulators after states (x, 0, 0) at steps 1, 2, 3... */
function accumulate(program: Program, xs: readonly number[]): number[] {
  let accumulators = program.accumulators.map(({ initial }) => initial)
  xs.forEach((x, i) => {
    accumulators = evaluateGraph(program, program.observe, {
      ...NO_INPUTS,
      ...{ state: [x, 0, 0], accumulators, step: i + 1, time: i + 1 },
    })
  })
  return accumulators
}

describe('accumulators', () => {
  test('of max and min start at the infinities, and keep a NaN', () => {
    const program = observing([
      { kind: 'max', of: 'x' },
      { kind: 'min', of: ({ x }: Xyz) => x },
    ])
    expect(program.readings).toEqual([
      { kind: 'max', at: 0 },
      { kind: 'min', at: 1 },
    ])
    expect(accumulate(program, [])).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
    expect(accumulate(program, [1, -5, 3])).toEqual([3, -5])
    expect(accumulate(program, [1, Number.NaN, 3])).toEqual([Number.NaN, Number.NaN])
  })

  test('of sum and mean keep what additions lose', () => {
    const program = observing([
      { kind: 'sum', of: 'x' },
      { kind: 'mean', of: 'x' },
    ])
    expect(program.readings).toEqual([
      { kind: 'sum', at: 0 },
      { kind: 'mean', at: 2 },
    ])
    const [sum, lost] = accumulate(program, [1e100, 1, -1e100, 1])
    expect(sum + lost).toBe(2)
  })

  test('of count and firstTime are integers, and the first step is 1', () => {
    const program = observing([
      { kind: 'count', of: ({ x }: Xyz) => x > 0 },
      { kind: 'firstTime', of: ({ x }: Xyz) => x > 0 },
    ])
    expect(program.accumulators).toEqual([
      { type: 'int', initial: 0 },
      { type: 'int', initial: -1 },
    ])
    expect(accumulate(program, [-1, 2, Number.NaN, 2])).toEqual([2, 2])
    expect(accumulate(program, [1])).toEqual([1, 1])
    expect(accumulate(program, [-1, -1])).toEqual([0, -1])
  })

  test('see parameters and the time after the step', () => {
    const program = observing([
      { kind: 'max', of: (_: Xyz, p: { b: number }, t: number) => p.b * t },
    ])
    const [peak] = evaluateGraph(program, program.observe, {
      ...NO_INPUTS,
      ...{ state: [0, 0, 0], params: [0, 3], accumulators: [0], time: 7 },
    })
    expect(peak).toBe(21)
  })
})

test('last values are outputs of their own, in their order', () => {
  const program = observing([
    { kind: 'last', of: 'z' },
    { kind: 'count', of: ({ x }: Xyz) => x > 0 },
    { kind: 'last', of: ({ x, y }: Xyz) => x + y },
  ])
  expect(program.readings).toEqual([
    { kind: 'last', at: 0 },
    { kind: 'count', at: 0 },
    { kind: 'last', at: 1 },
  ])
  const outputs = evaluateGraph(program, program.finish, { ...NO_INPUTS, state: [1, 2, 3] })
  expect(outputs).toEqual([3, 3])
})

test('a component of an array is observed by its full name', () => {
  const program = observing([{ kind: 'last', of: 'p[1]' }], { state: { p: [1, 2, 3] } })
  expect(evaluateGraph(program, program.finish, { ...NO_INPUTS, state: [4, 5, 6] })).toEqual([5])
})

test('stop is one condition', () => {
  const program = observing([], { stop: ({ x, y }: Xyz) => x > 1 || y > 1 })
  const stop = (state: number[]) => evaluateGraph(program, program.stop!, { ...NO_INPUTS, state })
  expect(stop([0, 2, 0])).toEqual([1])
  expect(stop([0, 0, 2])).toEqual([0])
})

describe('what cannot be observed is named with its measure:', () => {
  test.each<[ProgramSource['observed'][number], string]>([
    [{ kind: 'count', of: ({ x }: Xyz) => x }, 'a number is observed; it takes a condition'],
    [{ kind: 'firstTime', of: 'x' }, '`x` is a number; it takes a condition'],
    [{ kind: 'max', of: ({ x }: Xyz) => x > 0 }, 'a boolean is observed; it takes a number'],
    [{ kind: 'last', of: (s: Xyz) => s }, 'an object is observed; it takes a number'],
    [{ kind: 'last', of: 'w' }, 'no state component `w`; there are x, y, z'],
    [{ kind: 'mean', of: functionOf('() => { }') }, 'returns nothing'],
    [{ kind: 'sum', of: functionOf('() => Math.random()') }, 'Math.random: a rollout must be'],
  ])('%o', (observed, message) => {
    const first = { kind: 'last', of: 'x' } as const
    const compile = () => observing([first, observed])
    expect(compile).toThrow(message)
    expect(compile).toThrow(`measure 2 (${observed.kind}) of scene \`test\`: `)
  })

  test('stop', () => {
    const compile = () => observing([], { stop: ({ x }: Xyz) => x })
    expect(compile).toThrow('scene `test`, stop: a number is observed; it takes a condition')
  })
})
