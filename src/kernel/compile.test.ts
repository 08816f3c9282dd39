import { describe, expect, test } from 'vitest'
import { compileProgram } from './compile.ts'
import type { Graph, Program } from './ir.ts'
import { graphText } from './program-text.ts'
import type { ProgramSource } from './source.ts'
import { mapOf, nextOf } from './sources.fixture.ts'

interface Xyz {
  x: number
  y: number
  z: number
}
type Noise = { uniform(): number; normal(): number }

/** Operations with their data and arguments, without types; constants as numbers. */
function operations({ nodes, roots }: Graph): string[] {
  const lines = nodes.map(({ op, args, value }) => [op, value ?? [], args].flat().join(' '))
  return [...lines, `= ${roots.join(' ')}`]
}

const nextOfSource = (source: ProgramSource) => operations(compileProgram(source).next)

describe('components', () => {
  const program = compileProgram(
    mapOf((s: object) => s, {
      state: { v: [1, 2], x: 0, p: [3, 4], w: 5 },
      velocities: ['w', 'v'],
      params: { m: [1, 2], g: 9.81 },
      dt: 0.5,
    }),
  )

  test('are positions, then velocities, each as the scene lists them', () => {
    expect(program.state).toEqual(['x', 'p[0]', 'p[1]', 'v[0]', 'v[1]', 'w'])
    expect(program.positions).toBe(3)
    expect(program.params).toEqual(['m[0]', 'm[1]', 'g'])
    expect(program.dt).toBe(0.5)
  })

  test('come back in that order, also from a state that was changed in place', () => {
    expect(nextOf(program, [1, 2, 3, 4, 5, 6])).toEqual([1, 2, 3, 4, 5, 6])
    const changed = mapOf((s: { p: number[]; v: number }) => {
      s.p[1] = s.v
      s.v = -s.v
      return s
    })
    const source = { ...changed, state: { v: 1, p: [2, 3] }, velocities: ['v'] }
    expect(nextOf(compileProgram(source), [1, 2, 3])).toEqual([1, 3, -3])
  })
})

describe('a flow', () => {
  const rates = ({ x, v }: { x: number; v: number }, { k }: { k: number }, t: number) => {
    return { x: v, v: -k * x + t }
  }
  const flow = (integrator: 'euler' | 'symplectic-euler' | 'leapfrog' | 'rk4' | 'dp5') =>
    compileProgram(
      mapOf(rates, {
        state: { x: 1, v: 0 },
        velocities: ['v'],
        params: { k: 1 },
        dt: 0.25,
        body: { shape: 'rates', integrator, source: rates },
      }),
    )

  test('takes a step of its integrator', () => {
    const expected = {
      euler: [1 + 0.25 * 2, 2 + 0.25 * (-3 * 1 + 7)],
      'symplectic-euler': [1 + 0.25 * (2 + 0.25 * 4), 2 + 0.25 * 4],
      leapfrog: [1 + 0.25 * 2.5, 2.5 + 0.125 * (-3 * 1.625 + 7.25)],
    }
    for (const [name, values] of Object.entries(expected)) {
      const program = flow(name as 'euler')
      expect(nextOf(program, [1, 2], { params: [3], time: 7 })).toEqual(values)
    }
  })

  test('shares equal stages: euler is as short by hand', () => {
    expect(operations(flow('euler').next)).toEqual([
      'state 0',
      'state 1',
      'const 0.25',
      'mul 1 2',
      'add 0 3',
      'time 0',
      'param 0',
      'neg 6',
      'mul 0 7',
      'add 5 8',
      'mul 9 2',
      'add 1 10',
      '= 4 11',
    ])
  })

  test.each(['rk4', 'dp5'] as const)('%s is as long as its tableau says', (name) => {
    const counts = { rk4: 4, dp5: 6 }
    const times = flow(name).next.nodes.filter(({ op }) => op === 'neg')
    // One rate a stage; -k is the same in all of them.
    expect(times.length).toBe(1)
    const products = flow(name).next.nodes.filter(
      ({ op, args }, _, nodes) => op === 'mul' && args.some((arg) => nodes[arg].op === 'neg'),
    )
    expect(products.length).toBe(counts[name])
  })
})

describe('literals', () => {
  test('fold in binary64 and are rounded once', () => {
    const source = mapOf(({ x, y, z }: Xyz) => ({ x: x * (0.1 + 0.6), y, z }), { precision: 'f32' })
    const [constant] = compileProgram(source).next.nodes.filter(({ op }) => op === 'const')
    expect(constant.value).toBe(Math.fround(0.1 + 0.6))
    expect(constant.value).not.toBe(Math.fround(Math.fround(0.1) + Math.fround(0.6)))
  })

  test('do not include dt, which is rounded before it is used', () => {
    const step = ({ x, y, z }: Xyz, _p: object, _t: number, dt: number) => ({
      x: x * (dt / 5),
      y,
      z,
    })
    const source = mapOf(step, { precision: 'f32', dt: 0.3, body: { shape: 'step', source: step } })
    const [constant] = compileProgram(source).next.nodes.filter(({ op }) => op === 'const')
    expect(constant.value).toBe(Math.fround(Math.fround(0.3) / 5))
    expect(constant.value).not.toBe(Math.fround(0.3 / 5))
  })

  test('become +0 in f32 where they are tiny', () => {
    const source = mapOf(({ x, y, z }: Xyz) => ({ x: x + 1e-31, y, z }), { precision: 'f32' })
    const [constant] = compileProgram(source).next.nodes.filter(({ op }) => op === 'const')
    expect(constant.value).toBe(0)
  })

  test('are computed by the library where only literals go in', () => {
    const source = mapOf(({ x, y, z }: Xyz) => ({ x: x + Math.cos(0) + 2 ** 3, y, z }))
    expect(nextOfSource(source)).toEqual([
      'state 0',
      'const 1',
      'add 0 1',
      'const 8',
      'add 2 3',
      'state 1',
      'state 2',
      '= 4 5 6',
    ])
  })
})

describe('rare functions', () => {
  const guards = (program: Program) => {
    const { nodes } = program.next
    return nodes.flatMap((node) => (node.op === 'call' ? [nodes[node.args[0]]] : []))
  }

  test('become calls under the condition of their branch, one function for all calls', () => {
    const program = compileProgram(
      mapOf(({ x, y, z }: Xyz) => ({ x: Math.sin(x), y: Math.sin(y) + Math.sin(x), z })),
    )
    expect(program.functions.map(({ name, params }) => [name, params])).toEqual([
      ['farSin', ['float']],
    ])
    expect(guards(program).map(({ op }) => op)).toEqual(['not', 'not'])
  })

  test('are called under the conditions around them too', () => {
    const program = compileProgram(
      mapOf(({ x, y, z }: Xyz) => ({ x: x > 0 ? Math.sin(x) : 1, y, z })),
    )
    expect(guards(program).map(({ op }) => op)).toEqual(['and'])
  })
})

describe('noise', () => {
  const stepOf = (
    source: (s: Xyz, p: object, t: number, dt: number, noise: Noise) => Xyz,
  ): Program => compileProgram(mapOf(source, { body: { shape: 'step', source } }))

  const key = { seed: [1, 2], cell: [3, 4], replica: 5, step: 6 }
  const draw = (program: Program, state: number[]) => nextOf(program, state, key)

  test('is keyed by seed, cell, replica, step and the number of the draw', () => {
    const program = stepOf((_s, _p, _t, _dt, noise) => ({
      x: noise.uniform(),
      y: noise.uniform(),
      z: noise.uniform(),
    }))
    const values = draw(program, [0, 0, 0])
    expect(new Set(values).size).toBe(3)
    for (const other of [{ step: 7 }, { replica: 6 }, { cell: [3, 5] }, { seed: [1, 3] }]) {
      expect(nextOf(program, [0, 0, 0], { ...key, ...other })[0]).not.toBe(values[0])
    }
  })

  test('counts the draws of a path, so both arms of a condition draw the same number', () => {
    const both = stepOf(({ x }, _p, _t, _dt, noise) => {
      let first = 0
      if (x > 0) first = noise.uniform()
      else first = -noise.uniform()
      return { x: first, y: noise.uniform(), z: 0 }
    })
    const [a, b] = draw(both, [1, 0, 0])
    expect(draw(both, [-1, 0, 0])).toEqual([-a, b, 0])
    const early = stepOf(({ x }, _p, _t, _dt, noise) => {
      if (x > 0) return { x: noise.uniform(), y: noise.uniform(), z: 0 }
      return { x: -noise.uniform(), y: noise.uniform(), z: 0 }
    })
    expect(draw(early, [1, 0, 0])).toEqual([a, b, 0])
    expect(draw(early, [-1, 0, 0])).toEqual([-a, b, 0])
  })

  test('goes on counting inside of helpers and loops', () => {
    const program = stepOf((_s, _p, _t, _dt, noise) => {
      const twice = (source: Noise) => source.uniform() + source.uniform()
      let sum = 0
      for (let i = 0; i < 2; i++) sum += twice(noise)
      return { x: sum, y: noise.uniform(), z: noise.uniform() }
    })
    const flat = stepOf((_s, _p, _t, _dt, { uniform }) => {
      const sum = uniform() + uniform() + (uniform() + uniform())
      return { x: sum, y: uniform(), z: uniform() }
    })
    expect(draw(program, [0, 0, 0])).toEqual(draw(flat, [0, 0, 0]))
  })
})

test('tables hold what the text lists, once, as integers where all are', () => {
  const program = compileProgram(
    mapOf(({ x, y, z }: Xyz) => {
      const small = [3, 1, 2]
      const again = [3, 1, 2]
      const parts = [0.5, 0.25]
      return { x: small[x | 0] | again[y | 0], y: parts[z | 0], z }
    }),
  )
  expect(program.tables).toEqual([
    { type: 'int', values: [3, 1, 2] },
    { type: 'float', values: [0.5, 0.25] },
  ])
})

test('a graph can be read', () => {
  const program = compileProgram(mapOf(({ x, y, z }: Xyz) => ({ x: x > y ? x : y, y, z })))
  expect(graphText('next', program.next)).toBe(`graph next
0 state float 1
1 state float 0
2 lt bool 0 1
3 select float 2 1 0
4 state float 2
roots 3 0 4
`)
})
