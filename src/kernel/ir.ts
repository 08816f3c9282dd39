// The intermediate representation: what a scene means, free of its source text. A graph is a list
// of pure operations in the order of their first use; an `if` is a `select`, loops are unrolled.

export type Precision = 'f64' | 'f32'

/** `float` is binary64 or binary32, as the program's precision says; `int` is 32 bits that wrap. */
export type Type = 'float' | 'int' | 'bool'

interface Shape {
  readonly args: readonly Type[]
  readonly result: Type
}

/**
 * Every operation whose types are fixed, listed once. A backend is a total table over these names.
 * NaN fails every comparison; `min`, `max` and `rem` are JavaScript's (NaN wins, -0 < +0, the sign
 * of the dividend). There is no `gt`, `ge` or `ne`: the lowering swaps or negates.
 */
export const OPS = {
  add: { args: ['float', 'float'], result: 'float' },
  sub: { args: ['float', 'float'], result: 'float' },
  mul: { args: ['float', 'float'], result: 'float' },
  div: { args: ['float', 'float'], result: 'float' },
  rem: { args: ['float', 'float'], result: 'float' },
  min: { args: ['float', 'float'], result: 'float' },
  max: { args: ['float', 'float'], result: 'float' },
  neg: { args: ['float'], result: 'float' },
  abs: { args: ['float'], result: 'float' },
  sqrt: { args: ['float'], result: 'float' },
  floor: { args: ['float'], result: 'float' },
  ceil: { args: ['float'], result: 'float' },
  trunc: { args: ['float'], result: 'float' },
  /** Rounds to binary32; the identity in an f32 program. */
  fround: { args: ['float'], result: 'float' },
  lt: { args: ['float', 'float'], result: 'bool' },
  le: { args: ['float', 'float'], result: 'bool' },
  eq: { args: ['float', 'float'], result: 'bool' },
  and: { args: ['bool', 'bool'], result: 'bool' },
  or: { args: ['bool', 'bool'], result: 'bool' },
  not: { args: ['bool'], result: 'bool' },
  iadd: { args: ['int', 'int'], result: 'int' },
  isub: { args: ['int', 'int'], result: 'int' },
  imul: { args: ['int', 'int'], result: 'int' },
  iand: { args: ['int', 'int'], result: 'int' },
  ior: { args: ['int', 'int'], result: 'int' },
  ixor: { args: ['int', 'int'], result: 'int' },
  /** Shifts take their count modulo 32. `ishr` brings in zeros, `isar` the sign. */
  ishl: { args: ['int', 'int'], result: 'int' },
  ishr: { args: ['int', 'int'], result: 'int' },
  isar: { args: ['int', 'int'], result: 'int' },
  clz: { args: ['int'], result: 'int' },
  ieq: { args: ['int', 'int'], result: 'bool' },
  /** Signed and unsigned comparison. */
  ilt: { args: ['int', 'int'], result: 'bool' },
  ult: { args: ['int', 'int'], result: 'bool' },
  /** Signed and unsigned integer to float; f32 rounds. */
  toFloat: { args: ['int'], result: 'float' },
  toFloatUnsigned: { args: ['int'], result: 'float' },
  /** ECMAScript ToInt32: truncates, wraps modulo 2^32, and gives 0 for NaN and the infinities. */
  toInt: { args: ['float'], result: 'int' },
  /** The upper and lower 32 bits of a binary64; f64 programs only. */
  highWord: { args: ['float'], result: 'int' },
  lowWord: { args: ['float'], result: 'int' },
  fromWords: { args: ['int', 'int'], result: 'float' },
  /** The bits of a binary32 (in f64: of the value rounded to it), and the value of such bits. */
  floatBits: { args: ['float'], result: 'int' },
  floatFromBits: { args: ['int'], result: 'float' },
} as const satisfies Record<string, Shape>

export type PureOp = keyof typeof OPS

/**
 * Operations that carry a datum or take their type from their use:
 * - `const`: `value`, of type float (already rounded to the precision), int or bool (0 or 1)
 * - `state`, `param`, `accumulator`, `arg`: the component with index `value`
 * - `time`: the simulated time as a float; `step`: the index of the step, an int
 * - `seed` (0, 1), `cell` (0 low, 1 high), `replica`: ints that key the random stream
 * - `select`: args (bool, then, else)
 * - `lookup`: args (int); entry of the table with index `value`. An index outside gives entry 0
 * - `call`: args (bool, ...); calls the function with index `value` where the bool holds, else is 0
 */
export type DatumOp =
  | 'const'
  | 'state'
  | 'param'
  | 'accumulator'
  | 'arg'
  | 'time'
  | 'step'
  | 'seed'
  | 'cell'
  | 'replica'
  | 'select'
  | 'lookup'
  | 'call'

export type Op = PureOp | DatumOp

export interface Node {
  readonly op: Op
  readonly type: Type
  /** Indices of earlier nodes. */
  readonly args: readonly number[]
  readonly value?: number
}

/** Pure operations in topological order, without two equal ones and without dead ones. */
export interface Graph {
  readonly nodes: readonly Node[]
  /** The nodes whose values are the results, in order. */
  readonly roots: readonly number[]
}

/** A function kept apart, because it is seldom called and long (a reduction of huge arguments). */
export interface Func {
  readonly name: string
  readonly params: readonly Type[]
  readonly graph: Graph
}

export interface Table {
  readonly type: 'float' | 'int'
  readonly values: readonly number[]
}

export interface Accumulator {
  readonly type: 'float' | 'int'
  readonly initial: number
}

/**
 * How a measure is read off a finished rollout. `at` is the index of its first accumulator (of its
 * output for `last`). `sum` and `mean` hold two accumulators: a sum and its compensation
 * (Neumaier). `firstTime` holds the step of the first hit, or -1.
 */
export interface Reading {
  readonly kind: 'last' | 'max' | 'min' | 'sum' | 'mean' | 'count' | 'firstTime'
  readonly at: number
}

/**
 * A compiled scene with all that its sweep observes; plain data, so that it can be sent to a
 * worker, stored, and hashed. Component order: positions first, then velocities, each as the scene
 * lists them.
 */
export interface Program {
  readonly precision: Precision
  /**
   * Component names, arrays spelled out: `x`, `p[0]`, `p[1]`. Of a program with tangents the
   * components of these follow, vector after vector: `d0.x`, `d0.p[0]`... and behind them the
   * volume, if there is one.
   */
  readonly state: readonly string[]
  /**
   * How many tangent vectors there are; absent for none. A step maps each by the derivative of
   * `next`, taken at the state before the step. Nothing but the step sees them: they are neither
   * absorbed nor observed, and need not be finite.
   */
  readonly tangents?: number
  /**
   * Set where a flow has as many vectors as components: the last component of the state is the
   * logarithm of a small volume, to which a step adds the divergence of the field by the integrator
   * itself. It is as the tangents are: nothing but the step sees it.
   */
  readonly volume?: true
  readonly positions: number
  /** Of each own component, how far apart two values mean the same, 0 for none; absent: all 0. */
  readonly periods?: readonly number[]
  readonly params: readonly string[]
  /** Simulated time of one step, f64. */
  readonly dt: number
  readonly tables: readonly Table[]
  readonly functions: readonly Func[]
  /** Inputs state, param, time (before the step), step...; roots: the new state. */
  readonly next: Graph
  /**
   * Evaluated on the state and time after a step. Roots: the new accumulators, in order.
   */
  readonly observe: Graph
  readonly accumulators: readonly Accumulator[]
  /** One bool root, or undefined: whether the rollout ends after this step. */
  readonly stop: Graph | undefined
  /** Evaluated once on the last state; roots: the outputs. */
  readonly finish: Graph
  /** One a measured expression, in the order in which they were given. */
  readonly readings: readonly Reading[]
}

/** How many components of the state are the scene's own; those of tangents follow them. */
export function ownComponents({
  state,
  tangents = 0,
  volume,
}: Pick<Program, 'state' | 'tangents' | 'volume'>): number {
  return (state.length - (volume ? 1 : 0)) / (1 + tangents)
}
