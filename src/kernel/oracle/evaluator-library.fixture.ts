// Math.*, the library and the intrinsics for the tree-walking evaluator. In f64 a function of the
// library runs as plain JavaScript; in f32 its text is walked, because the rule for tiny numbers
// holds inside of it too.

import { floatBits, floatFromBits, fromWords, highWord, lowWord } from '../../math/bits.ts'
import { FUNCTIONS, LIBRARY, OUTLINED } from '../library/library.ts'
import { Interpreter } from './evaluator-interpreter.fixture.ts'
import { array, type Fn, functionOf, type Native, type Val } from './evaluator-memory.fixture.ts'
import {
  type Arithmetic,
  bool,
  type Int,
  lit,
  type Num,
  reading,
} from './evaluator-numbers.fixture.ts'

const native = (call: (args: Val[]) => Val): Native => ({ k: 'native', call })

/** An interpreter whose free names are those of `use`, then the library's. */
export function createInterpreter(
  n: Arithmetic,
  use: Readonly<Record<string, unknown>>,
): Interpreter {
  const library: Interpreter = new Interpreter(
    n,
    (name) => ofLibrary(library, name, false),
    (name) => math(library, name, false),
  )
  const scene: Interpreter = new Interpreter(
    n,
    (name) =>
      Object.hasOwn(use, name) ? helper(scene, use[name]) : ofLibrary(library, name, true),
    (name) => math(library, name, true),
  )
  return scene
}

function helper(interpreter: Interpreter, value: unknown): Val {
  if (typeof value === 'number') return lit(value)
  if (typeof value === 'function') return interpreter.fn(value.toString())
  return array((value as number[]).map(lit))
}

/** Where a scene calls the library, literals count as numbers of the run. */
function ofLibrary(walk: Interpreter, name: string, fromScene: boolean): Native | undefined {
  const fn = FUNCTIONS.get(name)
  if (fn === undefined) return undefined
  const { n } = walk
  const intrinsic = INTRINSICS[name]
  if (intrinsic)
    return native((args) =>
      intrinsic(
        n,
        args.map((arg) => walk.number(arg)),
      ),
    )
  if (n.precision === 'f64')
    return native((args) => wrap(n, fn(...args.map((arg) => plain(walk, arg)))))
  const source = parsed(name)
  const asFloat = (arg: Val): Val => {
    if (arg.k === 'lit' && fromScene) return n.flt(n.load(arg.v), true)
    return OUTLINED.has(name) ? n.flt(n.floatOf(walk.number(arg))) : arg
  }
  return native((args) => widened(n, name, walk.call(source, args.map(asFloat))))
}

const library = new Map<string, Fn>()

/** A function of the library, which is parsed once for all programs. */
function parsed(name: string): Fn {
  let fn = library.get(name)
  if (fn === undefined) {
    fn = functionOf(String(FUNCTIONS.get(name)))
    library.set(name, fn)
  }
  return fn
}

/** Of what a kept call gives, only the type is known. */
function widened(n: Arithmetic, name: string, value: Val): Val {
  if (!OUTLINED.has(name)) return value
  if (value.k === 'int') return n.int(value.v | 0, -(2 ** 31), 2 ** 31 - 1)
  return value.k === 'lit' ? n.flt(n.load(value.v), true) : value
}

function plain(walk: Interpreter, value: Val): unknown {
  if (value.k === 'arr') return value.cells.map(({ val }) => plain(walk, val))
  return value.k === 'bool' ? value.v : walk.n.floatOf(walk.number(value))
}

function wrap(n: Arithmetic, value: unknown): Val {
  if (Array.isArray(value)) return array(value.map((element) => wrap(n, element)))
  return typeof value === 'boolean' ? bool(value) : n.flt(value as number)
}

const FULL = [-(2 ** 31), 2 ** 31 - 1] as const
const canonical = (x: number, bits: (x: number) => number, nan: number) =>
  Number.isNaN(x) ? nan : bits(x)

const INTRINSICS: Record<string, (n: Arithmetic, args: Num[]) => Num> = {
  highWord: (n, [x]) => ofFloat(n, x, (v) => canonical(v, highWord, 0x7ff80000)),
  lowWord: (n, [x]) => ofFloat(n, x, (v) => canonical(v, lowWord, 0)),
  floatBits: (n, [x]) => ofFloat(n, x, (v) => canonical(v, floatBits, 0x7fc00000)),
  fromWords: (n, [high, low]) => fromInts(n, [high, low], fromWords(high.v | 0, low.v | 0)),
  floatFromBits: (n, [x]) => fromInts(n, [x], floatFromBits(x.v | 0)),
}

function ofFloat(n: Arithmetic, x: Num, bits: (x: number) => number): Num {
  if (x.k === 'lit' && !Number.isNaN(x.v)) return lit(bits(x.v))
  return n.int(bits(n.floatOf(x)), ...FULL, n.isKnown(x))
}

function fromInts(n: Arithmetic, args: Num[], value: number): Num {
  if (args.every(({ k }) => k === 'lit')) return lit(value)
  return n.flt(n.load(value), args.every(n.isKnown))
}

/** A function of Math by its name. */
function math(walk: Interpreter, name: string, fromScene: boolean): Native {
  const { n } = walk
  const exact = EXACT[name]
  if (exact)
    return native((args) =>
      exact(
        n,
        args.map((arg) => walk.number(arg)),
      ),
    )
  const names = LIBRARY[name]
  return native((args) => {
    const numbers = args.map((arg) => walk.number(arg))
    if (name === 'hypot' && numbers.length > 1) {
      return numbers.reduce((x, y) => one(walk, names, [x, y], fromScene))
    }
    return one(walk, names, numbers.slice(0, names.arity), fromScene)
  })
}

/** Of literals alone, the binary64 function's result. */
function one(
  walk: Interpreter,
  names: { f64: string; f32: string },
  args: Num[],
  fromScene: boolean,
): Num {
  if (args.every(({ k }) => k === 'lit')) {
    return lit(FUNCTIONS.get(names.f64)?.(...args.map(({ v }) => v)))
  }
  return walk.number((ofLibrary(walk, names[walk.n.precision], fromScene) as Native).call(args))
}

const unary =
  (fold: (x: number) => number) =>
  (n: Arithmetic, [x]: Num[]): Num =>
    x.k === 'lit' ? lit(fold(x.v)) : n.flt(n.round(fold(n.floatOf(x))), n.isKnown(x))
const rounding =
  (fold: (x: number) => number) =>
  (n: Arithmetic, args: Num[]): Num =>
    args[0].k === 'int' ? args[0] : unary(fold)(n, args)

const EXACT: Record<string, (n: Arithmetic, args: Num[]) => Num> = {
  floor: rounding(Math.floor),
  ceil: rounding(Math.ceil),
  trunc: rounding(Math.trunc),
  round: rounding(Math.round),
  sqrt: unary(Math.sqrt),
  sign: unary(Math.sign),
  fround: unary(Math.fround),
  abs: (n, [x]) => {
    if (x.k !== 'int' || reading(x.low, x.high) === 'wide') return unary(Math.abs)(n, [x])
    if (x.low >= 0) return x
    const size = { low: 0, high: Math.max(-x.low, x.high), f: Math.abs(x.f) }
    return { ...x, ...size, v: Math.abs(x.v) }
  },
  min: (n, args) => extreme(n, Math.min, args),
  max: (n, args) => extreme(n, Math.max, args),
  imul: (n, [x, y]) => {
    const v = Math.imul(x.v, y.v)
    return x.k === 'lit' && y.k === 'lit' ? lit(v) : n.int(v, ...FULL, n.isKnown(x) && n.isKnown(y))
  },
  clz32: (n, [x]) => {
    const v = Math.clz32(x.v)
    return x.k === 'lit' ? lit(v) : n.int(v, 0, 32, n.isKnown(x))
  },
}

function extreme(n: Arithmetic, fold: (...xs: number[]) => number, args: Num[]): Num {
  return args.reduce<Num>((x, y) => {
    if (x.k === 'lit' && y.k === 'lit') return lit(fold(x.v, y.v))
    if (x.k === 'lit' && x.v === fold()) return y
    const known = n.isKnown(x) && n.isKnown(y)
    const f = fold(n.floatOf(x), n.floatOf(y))
    const [i, j] = [n.intOf(x), n.intOf(y)]
    const whole = (z: Int | undefined): z is Int =>
      z !== undefined && reading(z.low, z.high) === 'signed'
    if (!whole(i) || !whole(j)) return n.flt(f, known)
    const [low, high] = [fold(i.low, j.low), fold(i.high, j.high)]
    return { k: 'int', v: fold(i.v, j.v), low, high, f, known }
  }, lit(fold()))
}
