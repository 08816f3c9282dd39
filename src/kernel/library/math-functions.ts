// Math.*: what the standards make exact is an operation; the others are the library's functions.

import type { PureOp } from '../ir.ts'
import { invoke } from '../lower/calls.ts'
import type { Lowering } from '../lower/lowering.ts'
import { unknownMath } from '../lower/messages.ts'
import type { NumberValue } from '../lower/numbers.ts'
import { floatOf, int32, intOf, intRange, numberOf, toInt32 } from '../lower/numbers.ts'
import { float, Int, literal, type Native, native, type Value } from '../lower/values.ts'
import type { Node } from '../syntax/parse.ts'
import { computeF64, LIBRARY, type LibraryName } from './library.ts'
import { libraryFunction } from './library-calls.ts'

type Exact = (low: Lowering, args: readonly NumberValue[], at: Node) => Value

/** Gives a function of Math as a value; `at` is where it is named. */
export function mathFunction(low: Lowering, name: string, at: Node): Native {
  const exact = Object.hasOwn(EXACT, name) ? EXACT[name]! : undefined
  if (exact === undefined) return ofLibrary(low, name, at)
  return native(`Math.${name}`, (context, args, call) => {
    const numbers = args.map((arg) => numberOf(context, arg, call))
    checkArity(context, name, exact.arity, args, call)
    return exact.run(context, numbers, call)
  })
}

function checkArity(
  low: Lowering,
  name: string,
  arity: number,
  args: readonly Value[],
  at: Node,
): void {
  if (args.length >= arity) return
  low.fail(at, `Math.${name} takes ${arity} number${arity > 1 ? 's' : ''}, not ${args.length}`)
}

interface ExactFunction {
  readonly arity: number
  readonly run: Exact
}

const EXACT: Readonly<Record<string, ExactFunction>> = {
  abs: { arity: 1, run: absolute },
  floor: { arity: 1, run: rounding('floor', Math.floor) },
  ceil: { arity: 1, run: rounding('ceil', Math.ceil) },
  trunc: { arity: 1, run: rounding('trunc', Math.trunc) },
  round: { arity: 1, run: round },
  sign: { arity: 1, run: sign },
  sqrt: {
    arity: 1,
    run: ({ b }, [x]) =>
      x!.kind === 'literal'
        ? literal(Math.sqrt(x!.value))
        : float(b.push('sqrt', [floatOf(b, x!)])),
  },
  fround: {
    arity: 1,
    run: ({ b }, [x]) =>
      x!.kind === 'literal'
        ? literal(Math.fround(x!.value))
        : float(b.push('fround', [floatOf(b, x!)])),
  },
  min: { arity: 0, run: (low, args) => extreme(low, 'min', args) },
  max: { arity: 0, run: (low, args) => extreme(low, 'max', args) },
  imul: {
    arity: 2,
    run: (low, [x, y], at) => {
      if (x!.kind === 'literal' && y!.kind === 'literal')
        return literal(Math.imul(x!.value, y!.value))
      return int32(low.b, low.b.push('imul', [toInt32(low, x!, at), toInt32(low, y!, at)]))
    },
  },
  clz32: {
    arity: 1,
    run: (low, [x], at) => {
      if (x!.kind === 'literal') return literal(Math.clz32(x!.value))
      return int32(low.b, low.b.push('clz', [toInt32(low, x!, at)]), 0, 32)
    },
  },
}

function rounding(op: PureOp, fold: (x: number) => number): Exact {
  return ({ b }, [x]) => {
    if (x!.kind === 'int') return x!
    return x!.kind === 'literal' ? literal(fold(x!.value)) : float(b.push(op, [floatOf(b, x!)]))
  }
}

function absolute({ b }: Lowering, [x]: readonly NumberValue[]): Value {
  if (x!.kind === 'literal') return literal(Math.abs(x!.value))
  const view = () => b.push('abs', [floatOf(b, x!)])
  if (x!.kind === 'float' || intRange(x!.low, x!.high) === 'wide') return float(view())
  const { node, low, high } = x!
  if (low >= 0) return x!
  const negative = b.push('ilt', [node, b.int(0)])
  const size = b.select(negative, b.push('isub', [b.int(0), node]), node)
  return new Int(size, 0, Math.max(-low, high), view)
}

/** Half way goes up, as in JavaScript; the differences are exact wherever they decide. */
function round(low: Lowering, [x]: readonly NumberValue[]): Value {
  const { b } = low
  if (x!.kind === 'int') return x!
  if (x!.kind === 'literal') {
    const down = Math.floor(x!.value)
    return literal(x!.value - down < 0.5 ? down : Math.ceil(x!.value))
  }
  const node = x!.node
  const down = b.push('floor', [node])
  const near = b.push('lt', [b.push('sub', [node, down]), b.constant(0.5)])
  return float(b.select(near, down, b.push('ceil', [node])))
}

function sign(low: Lowering, [x]: readonly NumberValue[], at: Node): Value {
  const { b } = low
  if (x!.kind === 'literal') return literal(Math.sign(x!.value))
  const node = floatOf(b, x!)
  const zero = b.constant(0)
  const below = b.select(b.push('lt', [node, zero]), b.constant(-1), node)
  const value = float(b.select(b.push('lt', [zero, node]), b.constant(1), below))
  return low.traced?.hide(low, 'step', [node], value, at) ?? value
}

function extreme({ b }: Lowering, op: 'min' | 'max', args: readonly NumberValue[]): Value {
  const fold = Math[op]
  return args.reduce<NumberValue>((x, y) => {
    if (x.kind === 'literal' && y.kind === 'literal') return literal(fold(x.value, y.value))
    if (x.kind === 'literal' && x.value === fold()) return y
    const view = () => b.push(op, [floatOf(b, x), floatOf(b, y)])
    const [one, other] = [intOf(b, x), intOf(b, y)]
    if (one === undefined || other === undefined) return { kind: 'float', node: view() }
    const ranges = [intRange(one.low, one.high), intRange(other.low, other.high)]
    if (ranges.some((range) => range !== 'signed')) return { kind: 'float', node: view() }
    const less = b.push('ilt', [one.node, other.node])
    const [low, high] = [fold(one.low, other.low), fold(one.high, other.high)]
    const [first, second] = op === 'min' ? [one, other] : [other, one]
    return new Int(b.select(less, first.node, second.node), low, high, view)
  }, literal(fold()))
}

/** The library's function by that name; of literals alone it is computed now, in binary64. */
function ofLibrary(low: Lowering, name: string, at: Node): Native {
  const names = Object.hasOwn(LIBRARY, name) ? LIBRARY[name] : undefined
  if (names === undefined) return low.fail(at, unknownMath(name, Object.keys(LIBRARY)))
  return native(`Math.${name}`, (context, args, call) => {
    const { arity } = names
    checkArity(context, name, arity, args, call)
    const [first, ...rest] = args.slice(0, name === 'hypot' ? undefined : arity)
    if (rest.length === 0) return apply(context, names, [first!], call)
    // The length of a longer vector is the length of (the length of its head, its last entry).
    return rest.reduce((x, y) => apply(context, names, [x, y], call), first!)
  })
}

function apply(low: Lowering, names: LibraryName, args: readonly Value[], at: Node): Value {
  const numbers = args.map((arg) => numberOf(low, arg, at))
  const values = numbers.flatMap((number) => (number.kind === 'literal' ? [number.value] : []))
  if (values.length === numbers.length) return literal(computeF64(names.f64, values))
  return invoke(low, libraryFunction(names[low.b.precision]), numbers, at)
}
