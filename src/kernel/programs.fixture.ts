// Random programs of the scene language, for the laws of the kernel.

import fc from 'fast-check'
import type { Precision } from './ir.ts'
import { block, bool, type Env, float, type Piece } from './programs-pieces.fixture.ts'
import type { ProgramSource, SourceFunction } from './source.ts'

/** A scene's environment: state x, y, p[3]; parameters c and d; time t. */
function sceneEnv(precision: Precision, result: Env['result'], helpers: readonly string[]): Env {
  return {
    ...{ precision, result, helpers, loops: 0, count: { names: 0 } },
    ...{ floats: ['x', 'y', 'c', 't', 'p[0]', 'p[1]', 'p[2]'], ints: [], arrays: ['p', 'd'] },
    ...{ openFloats: [], openInts: [], openArrays: ['p'] },
  }
}

const HEAD = '{ x, y, p: given }, { c, d }, t'
const STEP_HEAD = `${HEAD}, dt, noise`
const COPY = 'const p = given.slice()\nconst step = t\n'

/** Inputs of the generated scenes: x, y, p[0..2] (y is a velocity); c, d[0..2]. */
export interface Case {
  readonly source: ProgramSource
  /** All that the program is made of, to be shown when a law fails. */
  readonly text: string
  readonly starts: readonly { readonly state: number[]; readonly params: number[] }[]
  /** Steps that are neither observed nor asked whether to stop. */
  readonly discard: number
  /** Which form of each backend. */
  readonly form: 0 | 1
  readonly [fc.toStringMethod]: () => string
}

const EDGE = [
  ...[
    0,
    -0,
    1,
    -1,
    0.5,
    0.1,
    -2.5,
    1e-20,
    65537,
    2 ** 24 + 1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 32 + 5,
  ],
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300, -3e38, 1e19],
  ...[5e-324, -5e-324, 2 ** -1022, 1e-40, 2 ** -100, -(2 ** -101), 1.5 * 2 ** -123],
]
const startNumber = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...EDGE) },
  { weight: 3, arbitrary: fc.double({ noNaN: true, min: -4, max: 4 }) },
)
const numbers = (n: number) => fc.array(startNumber, { minLength: n, maxLength: n })

/** What becomes of a state that leaves the finite numbers: most rollouts should see all steps. */
const MANNERS: Readonly<Record<'wild' | 'bounded' | 'kept', (x: string) => string>> = {
  wild: (x) => x,
  bounded: (x) => `Math.min(Math.max(${x}, -1e3), 1e3)`,
  kept: (x) => `keep(${x})`,
}
const KEEP = 'function keep(x) { return x === x ? Math.min(Math.max(x, -1e12), 1e12) : -0.75 }'

const KINDS = ['max', 'min', 'sum', 'mean'] as const
const CONDITIONS = ['count', 'firstTime'] as const

export const cases: fc.Arbitrary<Case> = fc
  .record({
    precision: fc.constantFrom<Precision>('f64', 'f32'),
    shape: fc.constantFrom('step', 'step', 'next', 'euler', 'rk4', 'leapfrog', 'symplectic-euler'),
    manner: fc.constantFrom<keyof typeof MANNERS>('kept', 'bounded', 'kept', 'wild'),
    helpers: fc.array(fc.tuple(block, float), { maxLength: 2 }),
    draws: fc.array(fc.constantFrom('uniform', 'normal'), { maxLength: 2 }),
    body: fc.array(block, { minLength: 1, maxLength: 3 }),
    results: fc.array(float, { minLength: 5, maxLength: 5 }),
    observed: fc.tuple(fc.constantFrom(...KINDS), float),
    hit: fc.tuple(fc.constantFrom(...CONDITIONS), bool),
    last: float,
    // A condition alone mostly holds at once, or never.
    stop: fc.option(fc.tuple(fc.boolean(), bool), { freq: 3 }),
    starts: fc.array(fc.record({ state: numbers(5), params: numbers(4) }), {
      minLength: 1,
      maxLength: 5,
    }),
    discard: fc.constantFrom(0, 0, 1, 2),
    form: fc.constantFrom<0 | 1>(0, 1),
  })
  .map((parts): Case => {
    const { precision, manner } = parts
    const use: Record<string, SourceFunction | number | readonly number[]> = {}
    const kept = manner === 'kept' ? { keep: functionOf(KEEP) } : {}
    const helpers = parts.helpers.map(([body, result], i) => {
      const env: Env = {
        ...sceneEnv(precision, (inner, piece) => piece(inner), Object.keys(use)),
        ...{ floats: ['x', 'y'], arrays: ['p'] },
      }
      const inner = `const p = [x, y, 0.25]\n${body(env)}\nreturn ${result(env)}`
      const source = `function helper${i}(x, y, step) {\n${inner}\n}`
      use[`helper${i}`] = functionOf(source)
      return source
    })
    const state = ([x, y, ...p]: string[]) => {
      const values = [x, y, ...p].map(MANNERS[manner])
      return `{ x: ${values[0]}, y: ${values[1]}, p: [${values.slice(2).join(', ')}] }`
    }
    const early: Env['result'] = (env, piece) => state([piece(env), 'y', 'x', 'c', '1'])
    const env = sceneEnv(precision, early, Object.keys(use))
    const step = parts.shape === 'step' || parts.shape === 'next'
    const drawn = step
      ? parts.draws.map((draw, i) => `const w${i} = noise.${draw}()\n`).join('')
      : ''
    if (step) env.floats.push('dt', ...parts.draws.map((_, i) => `w${i}`))
    const body = parts.body.map((piece) => piece(env)).join('\n')
    const results = state(parts.results.map((piece) => piece(env)))
    const head = step ? STEP_HEAD : HEAD
    const main = `function scene(${head}) {\n${COPY}${drawn}${body}\nreturn ${results}\n}`
    const seen = (piece: Piece) => {
      const inner = sceneEnv(precision, early, Object.keys(use))
      return `function seen(${HEAD}) {\n${COPY}return ${piece(inner)}\n}`
    }
    const observers = [seen(parts.observed[1]), seen(parts.hit[1]), seen(parts.last)]
    const stop = parts.stop ? seen(late(...parts.stop)) : undefined
    const given = functionOf(main)
    const integrator = parts.shape as 'euler'
    const text = [`// ${precision}, ${parts.shape}`, ...helpers, main, ...observers, stop].join(
      '\n',
    )
    return {
      [fc.toStringMethod]: () => `${text}\nstarts ${fc.stringify(parts.starts)}`,
      source: {
        ...{ name: 'random', precision, use: { ...use, ...kept }, dt: 0.125, velocities: ['y'] },
        ...{ state: { x: 0, y: 0, p: [0, 0, 0] }, params: { c: 0, d: [0, 0, 0] } },
        body: step
          ? { shape: parts.shape as 'step', source: given }
          : { shape: 'rates', integrator, source: given },
        stop: stop === undefined ? undefined : functionOf(stop),
        observed: [
          { kind: parts.observed[0], of: functionOf(observers[0]) },
          { kind: parts.hit[0], of: functionOf(observers[1]) },
          { kind: 'last', of: functionOf(observers[2]) },
          { kind: 'last', of: 'p[1]' },
        ],
      },
      text,
      // Component order: positions x, p, then the velocity y.
      ...{ starts: parts.starts, discard: parts.discard, form: parts.form },
    }
  })

/** A condition that does not hold after the first step, unless it may hold at once. */
const late =
  (atOnce: boolean, condition: Piece): Piece =>
  (env) =>
    atOnce ? condition(env) : `t > 0.2 && ${condition(env)}`

/** Keeps the names of intrinsics, which the compiler knows, out of the linter's sight. */
const functionOf = (source: string): SourceFunction => new Function(`return (${source})`)()
