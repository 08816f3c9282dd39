// The derivative of each operation of a graph.

import type { Op } from '../ir.ts'
import type { Calculus, Tangent } from './calculus.ts'

/** What a rule may ask for. */
export interface Differential {
  readonly c: Calculus
  readonly of: (node: number) => Tangent
  /** The tangent of a component of the state. */
  readonly state: (component: number) => Tangent
  /** Refuses bits that depend on the state. */
  readonly ofBits: (node: number) => undefined
}

/** The tangent of a node with these arguments and this datum. */
type Rule = (
  d: Differential,
  args: readonly number[],
  node: number,
  value: number | undefined,
) => Tangent

/** Constant between jumps, or no float: conditions and integers carry no tangent. */
const none: Rule = () => undefined
const ofBits: Rule = (d, _, node) => d.ofBits(node)

/** The arguments of a call come after its condition. */
const ofCall: Rule = (d, args, node) =>
  args.some((arg) => d.of(arg) !== undefined) ? d.ofBits(node) : undefined

/** A missing operation does not type-check. */
export const RULES: Readonly<Record<Op, Rule>> = {
  add: (d, [x, y]) => d.c.sum(d.of(x!), d.of(y!)),
  sub: (d, [x, y]) => d.c.difference(d.of(x!), d.of(y!)),
  mul: ({ c, of }, [x, y]) => {
    if (x === y) return of(x!) && c.times(of(x!), c.op('add', x!, x!))
    return c.sum(c.times(of(x!), y!), c.times(of(y!), x!))
  },
  // d(x / y) = (dx - (x / y) dy) / y
  div: ({ c, of }, [x, y], node) => c.over(c.difference(of(x!), c.times(of(y!), node)), y!),
  // x % y = x - n y, with n as the operation itself has found it.
  rem: ({ c, of }, [x, y], node) => {
    const dy = of(y!)
    if (dy === undefined) return of(x!)
    const turns = c.op('div', c.op('sub', x!, node), y!)
    return c.difference(of(x!), c.times(dy, turns))
  },
  min: (d, [x, y]) => either(d, x!, y!, () => d.c.op('le', x!, y!)),
  max: (d, [x, y]) => either(d, x!, y!, () => d.c.op('le', y!, x!)),
  neg: (d, [x]) => d.c.difference(undefined, d.of(x!)),
  abs: ({ c, of }, [x]) => {
    const dx = of(x!)
    if (dx === undefined) return undefined
    const negative = c.op('lt', x!, c.number(0))
    return c.times(dx, c.b.select(negative, c.number(-1), c.number(1)))
  },
  sqrt: ({ c, of }, [x], node) => {
    const dx = of(x!)
    return dx && c.times(dx, c.op('div', c.number(0.5), node))
  },
  floor: none,
  ceil: none,
  trunc: none,
  // A tangent is not rounded: it belongs to the smooth function that both precisions stand for.
  fround: (d, [x]) => d.of(x!),
  select: (d, [condition, x, y]) => either(d, x!, y!, () => condition!),
  state: (d, _args, _node, value) => d.state(value!),
  fromWords: ofBits,
  floatFromBits: ofBits,
  call: ofCall,
  lookup: none,
  toFloat: none,
  toFloatUnsigned: none,
  const: none,
  param: none,
  accumulator: none,
  arg: none,
  time: none,
  lt: none,
  le: none,
  eq: none,
  and: none,
  or: none,
  not: none,
  iadd: none,
  isub: none,
  imul: none,
  iand: none,
  ior: none,
  ixor: none,
  ishl: none,
  ishr: none,
  isar: none,
  clz: none,
  ieq: none,
  ilt: none,
  ult: none,
  toInt: none,
  highWord: none,
  lowWord: none,
  floatBits: none,
  step: none,
  seed: none,
  cell: none,
  replica: none,
}

function either(d: Differential, x: number, y: number, condition: () => number): Tangent {
  const [dx, dy] = [d.of(x), d.of(y)]
  return dx === undefined && dy === undefined ? undefined : d.c.choose(condition(), dx, dy)
}
