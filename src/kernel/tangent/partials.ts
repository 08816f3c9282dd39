// The derivatives of the library's functions, each as a mathematician writes it: by the true
// function, not by the steps that compute it.

import type { Calculus, Tangent } from './calculus.ts'
import type { Meaning } from './derivable.ts'

/** A call of the function: what it took and gave, and which of its results is wanted. */
interface Point {
  readonly args: readonly number[]
  readonly results: readonly number[]
  readonly index: number
}

type Partial = (c: Calculus, point: Point) => number | undefined

/** By argument: the factor of that argument's tangent, or undefined where it is zero. */
const PARTIALS: Readonly<Record<Meaning, readonly Partial[]>> = {
  sin: [(c, { args: [x] }) => c.math('cos', x!)],
  cos: [(c, { args: [x] }) => c.op('neg', c.math('sin', x!))],
  sinCos: [(c, { results: [sine, cosine], index }) => (index === 0 ? cosine : c.op('neg', sine!))],
  tan: [(c, { results: [r] }) => c.op('add', c.op('mul', r!, r!), c.number(1))],
  asin: [(c, { args: [x] }) => c.op('div', c.number(1), legOf(c, x!))],
  acos: [(c, { args: [x] }) => c.op('div', c.number(-1), legOf(c, x!))],
  atan: [
    (c, { args: [x] }) => c.op('div', c.number(1), c.op('add', c.op('mul', x!, x!), c.number(1))),
  ],
  atan2: [
    (c, { args: [y, x] }) => turn(c, y!, x!)[0],
    (c, { args: [y, x] }) => c.op('neg', turn(c, y!, x!)[1]),
  ],
  exp: [(_, { results: [r] }) => r],
  expm1: [(c, { args: [x] }) => c.math('exp', x!)],
  log: [(c, { args: [x] }) => c.op('div', c.number(1), x!)],
  log1p: [(c, { args: [x] }) => c.op('div', c.number(1), c.op('add', x!, c.number(1)))],
  log2: [(c, { args: [x] }) => c.op('div', c.number(1 / Math.LN2), x!)],
  log10: [(c, { args: [x] }) => c.op('div', c.number(1 / Math.LN10), x!)],
  pow: [powerByBase, powerByExponent],
  sinh: [(c, { args: [x] }) => c.math('cosh', x!)],
  cosh: [(c, { args: [x] }) => c.math('sinh', x!)],
  // 1 - r^2 would lose what is left of a derivative where r is nearly 1.
  tanh: [
    (c, { args: [x] }) => {
      const inverse = c.op('div', c.number(1), c.math('cosh', x!))
      return c.op('mul', inverse, inverse)
    },
  ],
  cbrt: [
    (c, { results: [r] }) =>
      c.op('div', c.number(1), c.op('mul', c.op('mul', r!, r!), c.number(3))),
  ],
  hypot: [
    (c, { args: [x], results: [r] }) => c.op('div', x!, r!),
    (c, { args: [, y], results: [r] }) => c.op('div', y!, r!),
  ],
  divide: [
    (c, { args: [, y] }) => c.op('div', c.number(1), y!),
    (c, { args: [, y], results: [r] }) => c.op('neg', c.op('div', r!, y!)),
  ],
  reciprocal: [(c, { results: [r] }) => c.op('neg', c.op('mul', r!, r!))],
  root: [(c, { results: [r] }) => c.op('div', c.number(0.5), r!)],
  inverseRoot: [
    (c, { args: [x], results: [r] }) => c.op('div', c.op('mul', r!, c.number(-0.5)), x!),
  ],
  step: [],
}

/** The tangent of a result, by those of the arguments. */
export function tangentOfCall(
  c: Calculus,
  meaning: Meaning,
  point: Point,
  of: (arg: number) => Tangent,
): Tangent {
  let sum: Tangent
  for (const [i, partial] of PARTIALS[meaning].entries()) {
    const arg = point.args[i]
    const tangent = arg === undefined ? undefined : of(arg)
    if (tangent === undefined) continue
    const factor = partial(c, point)
    if (factor !== undefined) sum = c.sum(sum, c.times(tangent, factor))
  }
  return sum
}

/** sqrt(1 - x^2), without loss near 1. */
function legOf(c: Calculus, x: number): number {
  const one = c.number(1)
  return c.op('sqrt', c.op('mul', c.op('sub', one, x), c.op('add', x, one)))
}

/** x and y over x^2 + y^2, by numbers of about 1, whose squares neither vanish nor overflow. */
function turn(c: Calculus, y: number, x: number): [number, number] {
  const size = c.op('max', c.op('abs', x), c.op('abs', y))
  const [u, v] = [c.op('div', x, size), c.op('div', y, size)]
  const square = c.op('add', c.op('mul', u, u), c.op('mul', v, v))
  return [c.op('div', c.op('div', u, square), size), c.op('div', c.op('div', v, square), size)]
}

/** y * x^(y - 1), which is 0 for y = 0, whatever x is. */
function powerByBase(c: Calculus, { args }: Point): number | undefined {
  const [x, y] = args as [number, number]
  const known = c.b.constantOf(y)
  if (known === 0) return undefined
  if (known === 1) return c.number(1)
  if (known === 2) return c.op('add', x, x)
  const slope = c.op('mul', c.math('pow', x, c.op('sub', y, c.number(1))), y)
  if (known !== undefined) return slope
  return c.b.select(c.op('eq', y, c.number(0)), c.number(0), slope)
}

/** x^y * log(x), which is 0 where x^y is, for x = 0, too. */
function powerByExponent(c: Calculus, { args: [x], results: [r] }: Point): number {
  const zero = c.number(0)
  return c.b.select(c.op('eq', r!, zero), zero, c.op('mul', r!, c.math('log', x!)))
}
