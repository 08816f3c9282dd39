// A scene's function is JavaScript: in f64 its program gives what a plain call of it gives.

import { describe, expect, test } from 'vitest'
import { compileProgram } from './compile.ts'
import { mapOf, nextOf } from './sources.fixture.ts'

interface State {
  x: number
  y: number
  z: number
}
type Params = { a: number; b: number }
type Case = (state: State, params: Params, t: number) => State

const VALUES = [0, -0, 1, -1, 0.5, 2, -2.5, 3, 7.75, 1e9, -3e9, 1e-300, Infinity, NaN]

/** Triples of the values above, spread over all of them. */
const STATES = VALUES.flatMap((x, i) =>
  VALUES.map((y, j) => ({ x, y, z: VALUES[(5 * i + 3 * j + 1) % VALUES.length] })),
)

function check(source: Case): void {
  const program = compileProgram(mapOf(source))
  for (const state of STATES) {
    const params = { a: state.z, b: 2 }
    const expected = source({ ...state }, { ...params }, 3)
    const values = nextOf(program, [state.x, state.y, state.z], {
      params: [params.a, params.b],
      time: 3,
    })
    expect(values, `at ${JSON.stringify(state)}`).toEqual([expected.x, expected.y, expected.z])
  }
}

describe('a program gives what JavaScript gives:', () => {
  const cases: Record<string, Case> = {
    'arithmetic in source order': ({ x, y, z }, { a, b }, t) => ({
      x: x * y + z - a / b,
      y: (x - y) % z,
      z: -x + +y + t,
    }),
    'comparisons, also with NaN': ({ x, y, z }) => ({
      x: x < y ? 1 : 2,
      y: !(x <= y) ? 1 : 2,
      z: x === y || z !== y ? (x > z && y >= z ? 1 : 2) : 3,
    }),
    'a number as a condition': ({ x, y, z }) => ({
      x: x ? 1 : 2,
      y: !y ? 1 : 2,
      z: x && y ? z : x || y,
    }),
    'Math.min, max, sign, round, abs of every kind of number': ({ x, y, z }) => ({
      x: Math.max(x, y, z) - Math.min(x, y),
      y: Math.sign(x) + Math.round(y),
      z: Math.abs(z) + Math.floor(x) - Math.ceil(y) * Math.trunc(z),
    }),
    'a let that branches assign': ({ x, y, z }) => {
      let u = 0
      let v = z
      if (x < y) {
        u = x
        v += 1
      } else if (x > y) u = y
      else v = u - 1
      return { x: u, y: v, z: u * v }
    },
    'returns from inside branches and loops': ({ x, y, z }) => {
      if (x > 100) return { x: 0, y, z }
      for (let i = 0; i < 4; i++) {
        if (x > i && y > i) {
          if (z < i) return { x: i, y: x, z: -1 }
          if (z > 3) break
        }
      }
      if (y !== y) {
        return { x: 1, y: 2, z: 3 }
      }
      return { x: x + 1, y, z }
    },
    'break and continue by conditions of the run': ({ x, y, z }) => {
      let sum = 0
      let count = 0
      for (let i = 0; i < 6; i++) {
        if (i > x) break
        for (let j = 0; j < 3; j++) {
          if (j > y) continue
          if (j + i > z) break
          sum += i * j
        }
        if (sum > 4) continue
        count++
      }
      return { x: sum, y: count, z }
    },
    'a loop whose test has a part of the run': ({ x, y, z }) => {
      let guess = 1
      let i = 0
      for (; i < 5 && Math.abs(guess * guess - x) > 0.5; i++) guess = 0.5 * (guess + x / guess)
      return { x: guess, y: i, z: y + z }
    },
    'arrays by reference, through aliases and functions': ({ x, y, z }) => {
      const p = [x, y]
      const alias = p
      const copy = p.slice()
      const poke = (v: number[], i: number) => {
        v[i] = v[i] + 1
        return v
      }
      alias[0] = 5
      poke(p, 1)
      const q = x < y ? p : copy
      q[0] += 10
      return { x: p[0] + copy[0], y: poke(q, 0)[0] - p[1], z: z + p.length }
    },
    'one of two arrays, changed later through its own name': ({ x, y, z }) => {
      const p = [x, 1]
      const q = [y, 2]
      const chosen = x < y ? p : q
      p[1] = 7
      chosen[0] = z
      q[1] = chosen[0] + 1
      return { x: p[0] + q[0], y: chosen[1], z: q[1] }
    },
    'objects by reference': ({ x, y, z }) => {
      const ball = { at: [x, y], speed: z }
      const same = ball
      if (x > 0) same.speed = -ball.speed
      ball.at[1] += same.speed
      const { at, speed: v } = same
      return { x: at[0], y: at[1], z: v }
    },
    'a closure sees and changes what is around it': ({ x, y, z }) => {
      let count = 0
      const add = (v: number) => {
        count += v
        return count
      }
      const twice = (f: (v: number) => number, v: number) => f(v) + f(v)
      const total = twice(add, x) + (y > 0 ? add(1) : 0)
      return { x: count, y: total, z }
    },
    'loop variables of their own in every round': ({ x, y, z }) => {
      const first = { f: () => 0 }
      for (let i = 0; i < 3; i++) {
        if (i === 1) first.f = () => i
      }
      return { x: first.f(), y: x + y, z }
    },
    'destructuring, swaps and holes': ({ x, y, z }) => {
      let [p, q] = [x, y]
      ;[p, q] = [q, p]
      const list = [p, q, z]
      const [, second, third] = list
      ;[list[0], list[2]] = [list[2], list[0]]
      return { x: p - second, y: q, z: third + list[0] - list[2] }
    },
    'values of assignments and updates': ({ x, y, z }) => {
      let i = 0
      const p = [x, y, z]
      p[i++] += i
      const old = p[i]--
      const now = ++p[i]
      let u = 0
      // biome-ignore lint/suspicious/noAssignInExpressions: minifiers write this.
      const v = (u = x) + u++
      return { x: p[0], y: old - now + i, z: v * u }
    },
    'side effects of && || ?: where they are taken': ({ x, y, z }) => {
      let hits = 0
      const hit = (v: boolean) => {
        hits++
        return v
      }
      const both = hit(x > 0) && hit(y > 0)
      const any = hit(z > 0) || hit(x < 0)
      let w = both ? hits : -hits
      // biome-ignore lint/suspicious/noAssignInExpressions: minifiers write this.
      any && (w *= 2)
      return { x: w, y: hits, z: both ? 1 : 0 }
    },
    'an index of the run, read and written': ({ x, y, z }) => {
      const i = x & 3
      const p = [10, 20, 30, 40]
      const q = [x, y, z, 1]
      const r = [0, 0, 0, 0]
      r[i] = y
      r[(i + 1) & 3] += 3
      const k = (Math.abs(y) < 1e9 ? Math.abs(Math.floor(y)) % 4 : 0) | 0
      return { x: p[i] + q[i], y: r[0] + 2 * r[1] - r[3], z: q[k] }
    },
    'integers that wrap': ({ x, y, z }) => {
      const i = x | 0
      const j = y >>> 0
      return {
        x: ((i + j) | 0) + Math.imul(i, j),
        y: (i << 3) ^ (j >> 2) ^ (i >>> 4),
        z: (~i & 0xff) + Math.clz32(j) + (z | 0),
      }
    },
    'integers in arithmetic': ({ x, y, z }) => {
      const i = x | 0
      const j = y >>> 0
      const k = z & 0xffff
      return { x: i + j * 2 - k, y: i / k + -i, z: (i % 7) + k * k }
    },
    'products that a binary64 rounds before they wrap': ({ x, y, z }) => {
      const i = x | 0
      const j = y >>> 0
      return { x: (i * j) | 0, y: (j * j * 3) >>> 0, z: (i * i * i + (z | 0)) | 0 }
    },
    'tables of all numbers': ({ x, y, z }) => {
      const i = x & 1
      const unsigned = [4294967295, 3000000000]
      const zeros = [-0, 0]
      const parts = [0.5, 1e300]
      return { x: unsigned[i] + (unsigned[1 - i] | 0), y: 1 / zeros[i] + y, z: parts[i] * z }
    },
    'integers compared, signed and unsigned': ({ x, y, z }) => {
      const i = x | 0
      const j = y >>> 0
      const less = i < j ? 1 : 0
      return { x: less + (i === j ? 2 : 0), y: j <= i ? 1 : 0, z: (z | 0) > i ? 1 : 0 }
    },
    'signs of zero': ({ x, y, z }) => {
      const i = x | 0
      return { x: 1 / -i, y: 1 / (i * -3), z: 1 / (y * 0) + 1 / Math.round(z) }
    },
    'a boolean that a minifier made a number': ({ x, y, z }) => {
      const hit = x > 0
      // @ts-expect-error: TypeScript would not have it.
      return { x: +hit, y: y + +!hit, z: z * (x < y) }
    },
  }
  test.each(Object.entries(cases))('%s', (_, source) => check(source))
})

test('an index outside of its array reads the first entry and writes nothing', () => {
  const program = compileProgram(
    mapOf(({ x, y }: State) => {
      const table = [5, 6, 7]
      const p = [y, 1, 2]
      p[x | 0] = 9
      return { x: table[x | 0], y: p[0] + p[1] + p[2], z: p[Math.floor(x)] }
    }),
  )
  expect(nextOf(program, [4, 0.5, 0])).toEqual([5, 3.5, 0.5])
  expect(nextOf(program, [-1, 0.5, 0])).toEqual([5, 3.5, 0.5])
  expect(nextOf(program, [1, 0.5, 0])).toEqual([6, 11.5, 9])
})

test('an integer that is either of two keeps, as a float, what each is as a float', () => {
  const source = ({ x, y, z }: State) => {
    const sum = ((x | 1) & 0x1ffffff) + (y & 1)
    const negated = -(y & 2)
    let i = 5
    let j = 7
    if (z > 0) {
      i = sum
      j = negated
    }
    return { x: i, y: j, z: i | 0 }
  }
  const [f64, f32] = (['f64', 'f32'] as const).map((precision) =>
    compileProgram(mapOf(source, { precision })),
  )
  // 2^24 + 1 is no binary32: as floats they sum to 2^24, as integers to 2^24 + 2.
  expect(nextOf(f64, [2 ** 24, 1, 1])).toEqual([2 ** 24 + 2, -0, 2 ** 24 + 2])
  expect(nextOf(f32, [2 ** 24, 1, 1])).toEqual([2 ** 24, 0, 2 ** 24 + 2])
  expect(nextOf(f64, [2 ** 24, 1, 0])).toEqual([5, 7, 5])
})
