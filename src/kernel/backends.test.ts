import { describe, expect, test } from 'vitest'
import { BACKENDS, JS, type MakeKernel, WASM } from './backends.fixture.ts'
import { loadF32 } from './f32-rule.ts'
import { GraphBuilder } from './graph/graph.ts'
import { bitsOf, EDGES, NO_GRAPH, operationOf, programOf, SlowHash } from './graphs.fixture.ts'
import { OPS, type Precision, type Program, type PureOp, type Type } from './ir.ts'
import { type Block, type Kernel, STATUS } from './kernel.ts'
import { SCALAR } from './scalar.ts'

const SEED = { seed: [0, 0] } as const
const BOTH: readonly Precision[] = ['f64', 'f32']
const f64Only = new Set<PureOp>(['highWord', 'lowWord', 'fromWords'])
const FULL = { from: 0, to: 1, time: 0, observe: true, fingerprint: 1 }

/** Members that start at these states (one array a member), after `begin`. */
function begun(kernel: Kernel, states: readonly (readonly number[])[]): Block {
  const block = kernel.block(states.length)
  for (const [m, state] of states.entries()) {
    for (const [i, x] of state.entries()) block.state[i][m] = x
  }
  kernel.begin(block, states.length)
  return block
}

/** A float from a node of any type. */
function asFloat(b: GraphBuilder, node: number): number {
  const { type } = b.node(node)
  if (type === 'float') return node
  if (type === 'int') return b.raw('toFloat', [node])
  return b.select(node, b.constant(1), b.constant(0))
}

describe('every operation gives what the scalar reference gives', () => {
  for (const precision of BOTH) {
    for (const [form, make] of BACKENDS) {
      test(`in ${precision}, ${form}, at the edges of the formats`, () => {
        for (const op of Object.keys(OPS) as PureOp[]) {
          if (precision === 'f32' && f64Only.has(op)) continue
          checkOperation(op, precision, make)
        }
      })
    }
  }
})

function checkOperation(op: PureOp, precision: Precision, make: MakeKernel): void {
  const { args } = OPS[op]
  const b = new GraphBuilder(precision)
  const result = asFloat(b, operationOf(b, op, args))
  const state = args.map((_, i) => b.input('state', i))
  const program = programOf(precision, args.length, b.finish([result, ...state.slice(1)]))
  const kernel = make(program, SEED)
  const pairs = EDGES.flatMap((x) => (args.length === 1 ? [[x]] : EDGES.map((y) => [x, y])))
  const block = begun(kernel, pairs)
  kernel.advance(block, pairs.length, FULL)
  const load = precision === 'f32' ? loadF32 : (x: number) => x
  for (const [m, pair] of pairs.entries()) {
    const [x, y] = pair.map((value, i) => read(load(value), args[i]))
    const plain = SCALAR[precision][op](x, y ?? 0)
    const wanted = OPS[op].result === 'int' ? SCALAR[precision].toFloat(plain, 0) : plain
    const got = block.state[0][m]
    if (!Object.is(got, wanted)) expect(`${op}(${x}, ${y}) = ${got}`).toBe(String(wanted))
  }
}

function read(x: number, type: Type): number {
  if (type === 'float') return x
  return type === 'int' ? x | 0 : Number(x < 0.5)
}

test.each(BACKENDS)('constants read back as the same bits (%s)', (_, make) => {
  const values = [...EDGES, 0.1 + 0.2, 123456789.123, 4.9406564584124654e-320]
  const b = new GraphBuilder('f64')
  const program = programOf('f64', values.length, b.finish(values.map((x) => b.constant(x))))
  const kernel = make(program, SEED)
  const block = begun(kernel, [values.map(() => 1)])
  kernel.advance(block, 1, FULL)
  expect(block.state.map((column) => bitsOf(column[0]))).toEqual(values.map(bitsOf))
})

/** NaN from an infinity x, a zero y and a negative z; machines make one of another sign. */
const MAKES_NAN: readonly (readonly [op: PureOp, ...args: ('x' | 'y' | 'z')[]])[] = [
  ['sub', 'x', 'x'],
  ['div', 'y', 'y'],
  ['mul', 'x', 'y'],
  ['rem', 'x', 'z'],
  ['sqrt', 'z'],
]

describe('NaN that the run makes reads as the one pattern', () => {
  for (const precision of BOTH) {
    test.each(BACKENDS)(`in ${precision} (%s)`, (_, make) => {
      const b = new GraphBuilder(precision)
      const inputs = { x: b.input('state', 0), y: b.input('state', 1), z: b.input('state', 2) }
      const readers: PureOp[] = precision === 'f64' ? ['highWord', 'lowWord'] : []
      const bits = MAKES_NAN.flatMap(([op, ...args]) => {
        const made = args.map((name) => inputs[name])
        return [...readers, 'floatBits' as const].map((reader) =>
          b.raw('toFloat', [b.raw(reader, [b.raw(op, made)])]),
        )
      })
      const kernel = make(programOf(precision, bits.length, b.finish(bits)), SEED)
      const start = bits.map((_, i) => [Number.POSITIVE_INFINITY, 0, -1][i] ?? 0)
      const block = begun(kernel, [start, start, start])
      kernel.advance(block, 3, FULL)
      const patterns = precision === 'f64' ? [0x7ff80000, 0, 0x7fc00000] : [0x7fc00000]
      const wanted = MAKES_NAN.flatMap(() => patterns)
      for (const m of [0, 1, 2]) expect(block.state.map((column) => column[m])).toEqual(wanted)
    })
  }
})

test.each(BACKENDS)('a call gives 0 to each member whose condition fails (%s)', (_, make) => {
  const f = new GraphBuilder('f64')
  const graph = f.finish([f.raw('add', [f.input('arg', 0, 'float'), f.constant(1)])])
  const b = new GraphBuilder('f64')
  const x = b.input('state', 0)
  const next = b.finish([b.call(0, 'float', b.raw('lt', [x, b.constant(3)]), [x])])
  const functions = [{ name: 'f', params: ['float' as const], graph }]
  const kernel = make(programOf('f64', 1, next, { functions }), SEED)
  const block = begun(kernel, [[1], [5], [2], [7], [9], [8]])
  kernel.advance(block, 6, FULL)
  expect([...block.state[0].subarray(0, 6)]).toEqual([2, 0, 3, 0, 0, 0])
})

describe('begin', () => {
  test.each(BACKENDS)('rounds to f32, and what is below 2^-100 to +0 (%s)', (_, make) => {
    const b = new GraphBuilder('f32')
    const next = b.finish([b.input('state', 0)])
    const kernel = make(programOf('f32', 1, next, { params: ['a'] }), SEED)
    const block = kernel.block(3)
    block.state[0].set([0.1, -1e-40, -0])
    block.params[0].set([1 / 3, 2 ** -101, 2 ** -100])
    kernel.begin(block, 3)
    expect([...block.state[0]]).toEqual([Math.fround(0.1), 0, 0])
    expect([...block.params[0]]).toEqual([Math.fround(1 / 3), 0, 2 ** -100])
  })

  test.each(BACKENDS)('makes a block that was used before as new (%s)', (_, make) => {
    const kernel = make(counting(), SEED)
    const block = begun(kernel, [[0], [5]])
    const fresh = [...block.hash]
    kernel.advance(block, 2, { ...FULL, to: 9 })
    block.state[0].set([0, 5])
    kernel.begin(block, 2)
    expect([...block.hash]).toEqual(fresh)
    expect([...block.status, ...block.steps, ...block.accumulators[0]]).toEqual([0, 0, 0, 0, 0, 0])
  })
})

/** x + 1 each step; an accumulator adds the step, `stop` ends at x = 7, the output is x + time. */
function counting(): Program {
  const b = new GraphBuilder('f64')
  const x = b.input('state', 0)
  const sum = b.push('add', [
    b.input('accumulator', 0, 'float'),
    b.push('toFloat', [b.input('step')]),
  ])
  return programOf('f64', 1, b.finish([b.push('add', [x, b.constant(1)])]), {
    dt: 0.5,
    observe: b.finish([sum]),
    accumulators: [{ type: 'float', initial: 0 }],
    stop: b.finish([b.push('eq', [x, b.constant(7)])]),
    finish: b.finish([b.push('add', [x, b.input('time')])]),
  })
}

describe('a step', () => {
  for (const [form, make] of BACKENDS) {
    test(`counts, tells the time and observes the state after it, ${form}`, () => {
      const kernel = make(counting(), SEED)
      const block = begun(kernel, [[0], [100]])
      const time = kernel.advance(block, 2, { ...FULL, to: 3 })
      expect(time).toBe(1.5)
      expect([...block.state[0]]).toEqual([3, 103])
      // Steps taken so far, as an observer sees them: 1 + 2 + 3.
      expect([...block.accumulators[0]]).toEqual([6, 6])
      kernel.finish(block, 2, () => time)
      expect([...block.outputs[0]]).toEqual([4.5, 104.5])
    })

    test(`may end a member as stopped, and the others go on, ${form}`, () => {
      const kernel = make(counting(), SEED)
      const block = begun(kernel, [[4], [100]])
      expect(kernel.advance(block, 2, { ...FULL, to: 8 })).toBe(4)
      expect([...block.status]).toEqual([STATUS.stopped, STATUS.live])
      expect([...block.steps]).toEqual([3, 8])
      const [low, high] = block.hash
      kernel.advance(block, 2, { ...FULL, from: 8, to: 9, time: 4 })
      expect([...block.steps]).toEqual([3, 9])
      expect([block.hash[0], block.hash[1]]).toEqual([low, high])
    })

    test(`asks, observes and absorbs only where the span says so, ${form}`, () => {
      const kernel = make(counting(), SEED)
      for (const observe of [false, true]) {
        for (const fingerprint of [false, true]) {
          const block = begun(kernel, [[observe && fingerprint ? 100 : 0]])
          const before = hashOf(block, 0)
          kernel.advance(block, 1, { ...FULL, to: 8, observe, fingerprint: fingerprint ? 1 : 0 })
          expect([block.status[0], block.steps[0]]).toEqual([STATUS.live, 8])
          expect(block.accumulators[0][0]).toBe(observe ? 36 : 0)
          expect(hashOf(block, 0) !== before).toBe(fingerprint)
        }
      }
    })

    test(`that is not finite is absorbed, not observed, and the last, ${form}`, () => {
      const b = new GraphBuilder('f64')
      const [x, y] = [b.input('state', 0), b.input('state', 1)]
      // y becomes NaN (0 * infinity) in the step in which x overflows.
      const next = b.push('mul', [x, b.constant(1e200)])
      const zero = b.push('mul', [next, b.constant(0)])
      const program = programOf('f64', 2, b.finish([next, b.push('add', [y, zero])]), {
        positions: 1,
        observe: b.finish([x]),
        accumulators: [{ type: 'float', initial: 0 }],
      })
      const kernel = make(program, SEED)
      const block = begun(kernel, [[1, 3]])
      expect(kernel.advance(block, 1, { ...FULL, to: 10 })).toBe(10)
      expect([block.status[0], block.steps[0]]).toEqual([STATUS.escaped, 2])
      expect(block.accumulators[0][0]).toBe(1e200)
      const hash = new SlowHash()
      hash.state([1], [3], 0)
      hash.state([1e200], [3], 1)
      hash.state([Number.POSITIVE_INFINITY], [Number.NaN], 2)
      expect(hashOf(block, 0)).toBe(hash.value)
    })
  }

  test.each(BACKENDS)('from a state that is not finite ends the member at once (%s)', (_, make) => {
    const b = new GraphBuilder('f64')
    const kernel = make(programOf('f64', 1, b.finish([b.input('state', 0)])), SEED)
    const block = begun(kernel, [[Number.NaN], [1]])
    kernel.advance(block, 2, { ...FULL, to: 2 })
    expect([...block.status]).toEqual([STATUS.escaped, STATUS.live])
    expect([...block.steps]).toEqual([1, 2])
  })
})

const hashOf = ({ hash }: Block, m: number) =>
  BigInt(hash[2 * m]) + (BigInt(hash[2 * m + 1]) << 32n)

describe('the fingerprint is FNV-1a 64 of every state', () => {
  const shapes = [
    [1, 0],
    [3, 0],
    [2, 2],
    [0, 3],
    [5, 4],
    [9, 0],
    [256, 1],
    [70_000, 2],
  ]
  const forms = [...JS.slice(0, 1), ...WASM]
  const all = BOTH.flatMap((precision) => forms.map(([form, make]) => ({ precision, form, make })))
  for (const { precision, form, make } of all) {
    // The longest is slow in BigInt, and too long for a function of WebAssembly.
    const longest = precision === 'f64' && form.startsWith('js')
    for (const [positions, velocities] of shapes.slice(0, longest ? undefined : -1)) {
      test(`${precision}, ${form}, ${positions} positions, ${velocities} velocities`, () => {
        const n = positions + velocities
        const b = new GraphBuilder(precision)
        // The components trade places, so that no step repeats a state.
        const turn = Array.from({ length: n }, (_, i) => b.input('state', (i + 1) % n))
        const program = programOf(precision, n, b.finish(turn), { positions, dt: 0.1 })
        const kernel = make(program, SEED)
        const start = Array.from({ length: n }, (_, i) => load(precision, (i - 1.5) / 7 - 1e-9 * i))
        const block = begun(kernel, [start])
        const steps = n > 100 ? 2 : 50
        kernel.advance(block, 1, { ...FULL, to: steps })
        const hash = new SlowHash()
        let state = start
        for (let k = 0, time = 0; k <= steps; k++, time += 0.1) {
          hash.state(state.slice(0, positions), state.slice(positions), time)
          state = [...state.slice(1), state[0]]
        }
        expect(hashOf(block, 0)).toBe(hash.value)
      })
    }
  }
})

const load = (precision: Precision, x: number) => (precision === 'f32' ? loadF32(x) : x)

test.each(BACKENDS)('the time is the f64 sum of dt, in f32 seen rounded (%s)', (_, make) => {
  const b = new GraphBuilder('f32')
  const program = programOf('f32', 1, b.finish([b.input('time')]), {
    dt: 0.1,
    finish: b.finish([b.input('time')]),
  })
  const kernel = make(program, SEED)
  const block = begun(kernel, [[0]])
  const time = kernel.advance(block, 1, { ...FULL, to: 4 })
  expect(time).toBe(0.1 + 0.1 + 0.1 + 0.1)
  expect(block.state[0][0]).toBe(Math.fround(0.1 + 0.1 + 0.1))
  kernel.finish(block, 1, () => 1e-40)
  expect(block.outputs[0][0]).toBe(0)
})

test.each(BACKENDS)('a member knows its seed, cell and replica (%s)', (_, make) => {
  const b = new GraphBuilder('f64')
  const inputs = [
    b.input('seed', 0),
    b.input('seed', 1),
    b.input('cell', 0),
    b.input('cell', 1),
    b.input('replica'),
  ]
  const next = b.finish(inputs.map((x) => b.push('toFloatUnsigned', [x])))
  const kernel = make(programOf('f64', 5, next), { seed: [0xdeadbeef, 7] })
  const block = begun(kernel, [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
  ])
  block.cell.set([1, 2, 0xffffffff, 9])
  block.replica.set([3, 4])
  kernel.advance(block, 2, FULL)
  expect(block.state.map((column) => column[1])).toEqual([0xdeadbeef, 7, 0xffffffff, 9, 4])
})

test.each(BACKENDS)('nothing to do leaves all as it is (%s)', (_, make) => {
  const kernel = make(programOf('f64', 0, NO_GRAPH), SEED)
  const block = kernel.block(1)
  kernel.begin(block, 1)
  expect(kernel.advance(block, 1, { ...FULL, from: 5, to: 5, time: 2.5 })).toBe(2.5)
  expect(kernel.advance(block, 0, { ...FULL, to: 2 })).toBe(2)
})
