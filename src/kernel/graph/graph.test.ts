import { describe, expect, test } from 'vitest'
import { GraphBuilder } from './graph.ts'

const f64 = () => new GraphBuilder('f64')
const f32 = () => new GraphBuilder('f32')

describe('a graph', () => {
  test('holds equal nodes once, also with the operands of a commutative operation swapped', () => {
    const b = f64()
    const [x, y] = [b.input('state', 0), b.input('state', 1)]
    expect(b.push('add', [x, y])).toBe(b.push('add', [y, x]))
    expect(b.push('sub', [x, y])).not.toBe(b.push('sub', [y, x]))
  })

  test('keeps -0 and +0 apart', () => {
    const b = f64()
    expect(b.constant(-0)).not.toBe(b.constant(0))
    const narrow = f32()
    expect(narrow.known(narrow.constant(-0))).toBe(0)
  })

  test('lists the nodes in the order of their first use, without dead ones', () => {
    const b = f64()
    const [x, y] = [b.input('state', 0), b.input('state', 1)]
    b.push('mul', [x, x])
    const difference = b.push('sub', [y, x])
    expect(b.finish([difference, x])).toEqual({
      nodes: [
        { op: 'state', type: 'float', args: [], value: 1 },
        { op: 'state', type: 'float', args: [], value: 0 },
        { op: 'sub', type: 'float', args: [0, 1] },
      ],
      roots: [2, 1],
    })
  })

  test('does not depend on the order in which its nodes were made', () => {
    const forward = f64()
    const p = forward.input('state', 0)
    const q = forward.input('param', 0)
    const one = forward.push('div', [p, q])
    const backward = f64()
    const r = backward.input('param', 0)
    const s = backward.input('state', 0)
    expect(forward.finish([one])).toEqual(backward.finish([backward.push('div', [s, r])]))
  })

  test('refuses operands of the wrong type and operations of the other precision', () => {
    const b = f32()
    const x = b.input('state', 0)
    expect(() => b.push('iadd', [x, x])).toThrow('iadd takes int, int, not float')
    expect(() => b.push('highWord', [x])).toThrow('f64 programs only')
    expect(() => b.select(x, x, x)).toThrow('select takes a bool')
  })

  test('makes a chain of 20,000 nodes without recursion', () => {
    const b = f64()
    let x = b.input('state', 0)
    for (let i = 0; i < 20_000; i++) x = b.push('add', [b.push('mul', [x, x]), x])
    expect(b.finish([x]).nodes.length).toBe(40_001)
  })
})

describe('folding', () => {
  test('rounds as the precision does', () => {
    const [wide, narrow] = [f64(), f32()]
    expect(wide.known(wide.push('div', [wide.constant(1), wide.constant(3)]))).toBe(1 / 3)
    const third = narrow.push('div', [narrow.constant(1), narrow.constant(3)])
    expect(narrow.known(third)).toBe(Math.fround(1 / 3))
  })

  test('follows the rule for tiny f32 numbers: no product below 2^-100, no negative zero', () => {
    const b = f32()
    const tiny = b.constant(2 ** -60)
    expect(b.known(b.push('mul', [tiny, tiny]))).toBe(0)
    expect(b.known(b.push('mul', [tiny, b.constant(2 ** -40)]))).toBe(2 ** -100)
    expect(b.known(b.push('ceil', [b.constant(-0.5)]))).toBe(0)
    expect(b.known(b.push('neg', [b.constant(0)]))).toBe(0)
    expect(b.known(b.push('floatFromBits', [b.int(1)]))).toBe(0)
  })

  test('keeps a sum that is smaller than any f32 constant as an operation', () => {
    const b = f32()
    const difference = b.push('sub', [b.constant(2 ** -100), b.constant(1.5 * 2 ** -100)])
    expect(b.node(difference).op).toBe('sub')
  })

  test('wraps integers modulo 2^32', () => {
    const b = f64()
    expect(b.known(b.push('iadd', [b.int(0x7fffffff), b.int(1)]))).toBe(-0x80000000)
    expect(b.known(b.push('ishr', [b.int(-1), b.int(28)]))).toBe(15)
    expect(b.known(b.push('ult', [b.int(1), b.int(-1)]))).toBe(1)
    expect(b.known(b.push('toFloatUnsigned', [b.int(-1)]))).toBe(0xffffffff)
  })

  test('reads the bits of NaN as the one pattern', () => {
    const b = f64()
    expect(b.known(b.push('highWord', [b.constant(Number.NaN)]))).toBe(0x7ff80000)
    expect(b.known(b.push('floatBits', [b.constant(Number.NaN)]))).toBe(0x7fc00000)
  })

  test('leaves alone what changes a bit for some input', () => {
    const b = f64()
    const x = b.input('state', 0)
    const [zero, one] = [b.constant(0), b.constant(1)]
    for (const id of [
      b.push('add', [x, zero]),
      b.push('mul', [x, zero]),
      b.push('mul', [x, one]),
      b.push('sub', [x, x]),
      b.push('div', [x, x]),
      b.push('eq', [x, x]),
      b.push('le', [x, x]),
    ]) {
      expect(b.node(id).args.length).toBe(2)
    }
  })
})

describe('the canonical form', () => {
  const setup = () => {
    const b = f64()
    const [x, y, z] = [b.input('state', 0), b.input('state', 1), b.input('state', 2)]
    const not = (c: number) => b.push('not', [c])
    const and = (c: number, d: number) => b.push('and', [c, d])
    const or = (c: number, d: number) => b.push('or', [c, d])
    const p = b.push('lt', [x, y])
    const q = b.push('lt', [y, z])
    return { b, x, y, z, p, q, not, and, or }
  }

  test('turns a select so that its condition is not negated', () => {
    const { b, x, y, p, q, not, and, or } = setup()
    expect(b.select(not(p), x, y)).toBe(b.select(p, y, x))
    expect(b.select(or(not(p), not(q)), x, y)).toBe(b.select(and(p, q), y, x))
    expect(b.select(not(or(not(p), q)), x, y)).toBe(b.select(and(p, not(q)), x, y))
  })

  test('writes nested selects that share an arm with and, or', () => {
    const { b, x, y, z, p, q, not, and, or } = setup()
    expect(b.select(p, b.select(q, x, y), y)).toBe(b.select(and(p, q), x, y))
    expect(b.select(p, x, b.select(q, x, y))).toBe(b.select(or(p, q), x, y))
    expect(b.select(p, b.select(q, y, x), y)).toBe(b.select(and(p, not(q)), x, y))
    expect(b.select(p, b.select(p, x, z), y)).toBe(b.select(p, x, y))
    expect(b.select(p, x, b.select(p, z, y))).toBe(b.select(p, x, y))
    expect(b.select(p, x, x)).toBe(x)
  })

  test('makes selects of bools into logic', () => {
    const { b, p, q, not, and, or } = setup()
    const [yes, no] = [b.bool(true), b.bool(false)]
    expect(b.select(p, yes, no)).toBe(p)
    expect(b.select(p, no, yes)).toBe(not(p))
    expect(b.select(p, q, no)).toBe(and(p, q))
    expect(b.select(p, q, p)).toBe(and(p, q))
    expect(b.select(p, p, q)).toBe(or(p, q))
    expect(b.select(p, no, q)).toBe(and(not(p), q))
  })

  test('leans chains to the left, names no member twice, and knows a contradiction', () => {
    const { b, x, z, p, q, not, and, or } = setup()
    const r = b.push('lt', [x, z])
    expect(and(p, and(q, r))).toBe(and(and(p, q), r))
    expect(and(and(p, q), p)).toBe(and(p, q))
    expect(b.constantOf(and(and(p, q), not(p)))).toBe(0)
    expect(b.constantOf(or(or(p, q), not(q)))).toBe(1)
    expect(not(not(and(p, q)))).toBe(and(p, q))
  })

  test('adds and subtracts positive constants, and puts the constant of an equality right', () => {
    const { b, x } = setup()
    expect(b.push('add', [x, b.constant(-2)])).toBe(b.push('sub', [x, b.constant(2)]))
    expect(b.push('add', [b.constant(-2), x])).toBe(b.push('sub', [x, b.constant(2)]))
    expect(b.push('sub', [x, b.constant(-2)])).toBe(b.push('add', [x, b.constant(2)]))
    expect(b.push('eq', [b.constant(2), x])).toBe(b.push('eq', [x, b.constant(2)]))
  })

  test('keeps what a rule discovers apart from what is known, until the graph is finished', () => {
    const { b, x, y } = setup()
    const never = b.push('lt', [x, x])
    expect(b.constantOf(never)).toBe(0)
    expect(b.known(never)).toBeUndefined()
    expect(b.known(b.bool(false))).toBe(0)
    const chosen = b.select(never, x, b.constant(2))
    expect(b.known(chosen)).toBeUndefined()
    const one = b.push('add', [y, chosen])
    const other = b.push('add', [y, b.constant(2)])
    expect(b.finish([one])).toEqual(b.finish([other]))
    expect(b.finish([one, other]).nodes.length).toBe(3)
  })

  test('drops integer operations that change nothing', () => {
    const { b } = setup()
    const i = b.input('step')
    expect(b.push('ior', [i, b.int(0)])).toBe(i)
    expect(b.push('iand', [b.int(-1), i])).toBe(i)
    expect(b.push('isub', [i, b.int(1)])).toBe(b.push('iadd', [i, b.int(-1)]))
    expect(b.push('toInt', [b.push('toFloat', [i])])).toBe(i)
  })
})

describe('what a minifier exchanges', () => {
  const setup = () => {
    const b = f64()
    const [x, y, z] = [b.input('state', 0), b.input('state', 1), b.input('state', 2)]
    return { b, x, y, z, p: b.push('lt', [x, y]), one: b.constant(1) }
  }

  test('brackets of & | ^, whose constants become one', () => {
    const { b } = setup()
    const [i, j, k] = [b.input('step'), b.input('seed', 0), b.input('seed', 1)]
    const xor = (p: number, q: number) => b.push('ixor', [p, q])
    expect(xor(i, xor(j, k))).toBe(xor(xor(k, i), j))
    expect(xor(b.int(5), xor(i, b.int(5)))).toBe(i)
    expect(xor(xor(i, b.int(6)), xor(b.int(3), j))).toBe(xor(xor(i, j), b.int(5)))
  })

  test('c ? f(x) : f(y) and f(c ? x : y)', () => {
    const { b, x, y, z, p, one } = setup()
    const f = (v: number) => b.push('sqrt', [b.push('add', [b.push('mul', [v, v]), z])])
    const inArms = b.select(p, f(x), f(b.push('neg', [y])))
    const outside = f(b.select(p, x, b.push('neg', [y])))
    expect(b.finish([inArms])).toEqual(b.finish([outside]))
    expect(b.finish([inArms]).nodes.filter(({ op }) => op === 'sqrt').length).toBe(1)
    const both = b.select(p, b.push('sub', [x, one]), b.push('sub', [y, z]))
    expect(b.finish([both]).nodes.filter(({ op }) => op === 'sub').length).toBe(2)
  })

  test('but not where f(x) is wanted for itself', () => {
    const { b, x, y, p } = setup()
    const [one, other] = [b.push('sqrt', [x]), b.push('sqrt', [y])]
    const graph = b.finish([b.select(p, one, other), one])
    expect(graph.nodes.filter(({ op }) => op === 'sqrt').length).toBe(2)
  })

  test('calls in both arms, each under the condition of its arm', () => {
    const { b, x, y, z, p } = setup()
    const far = (v: number) => b.push('lt', [z, v])
    const call = (v: number, ...conditions: number[]) =>
      b.call(
        7,
        'float',
        conditions.reduce((c, d) => b.push('and', [c, d])),
        [v],
      )
    const not = b.push('not', [p])
    const inArms = b.select(p, call(x, p, far(x)), call(y, not, far(y)))
    const chosen = b.select(p, x, y)
    expect(b.finish([inArms])).toEqual(b.finish([call(chosen, far(chosen))]))
  })
})
