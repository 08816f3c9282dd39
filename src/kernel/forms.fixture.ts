// Scenes whose texts tsx, vitest and a minifying bundler print in very different ways.

import { atan2 } from '../math/atan2.ts'
import { sin } from '../math/sin-cos.ts'
import { compileProgram } from './compile.ts'
import { clampTo, contact, fraction, STIFFNESS, WEIGHTS } from './forms-imported.fixture.ts'
import { programText } from './program-text.ts'
import type { ProgramSource } from './source.ts'

const DAMPING = 0.125
const LIMIT = 8 / 3

type Noise = { uniform(): number; normal(): number }

const base = {
  precision: 'f64',
  velocities: [],
  params: {},
  dt: 0.01,
  use: {},
  stop: undefined,
  observed: [],
} as const

/** Conditions, early ends, comma-worthy statements. */
const branches: ProgramSource = {
  ...base,
  name: 'branches',
  state: { x: 1, y: 1, z: 0 },
  params: { k: 2 },
  body: {
    shape: 'next',
    source({ x, y, z }: Record<string, number>, { k }: { k: number }, t: number) {
      let s = 0
      let flag = false
      if (!(x > 1)) {
        s = s - 1
      } else {
        s = s + k
      }
      if (x > 0 && y > 0) flag = true
      if (x > 2) {
        if (y > 3) return { x: 0, y: 1, z }
        if (y < -3) return { x: 1, y: 0, z: -z }
      }
      const hit = x === 1 ? 1 : 0
      const miss = y !== 2 ? 0 : 1
      if (!flag && z >= t) {
        s += hit
      } else if (flag || z < 0) {
        s -= miss
      }
      if (x > 5 || y > 5) {
        return { x: s, y: s, z: s }
      }
      return { x: s + x, y: flag ? t : z - -2, z: Math.max(z, 1 / 3, Infinity) * 2 * Math.PI }
    },
  },
}

/** Loops with continue, break and return; arrays. */
const loops: ProgramSource = {
  ...base,
  name: 'loops',
  state: { p: [1, 2, 3], q: 0 },
  params: { w: [1, 2, 3] },
  body: {
    shape: 'next',
    source({ p, q }: { p: number[]; q: number }, { w }: { w: number[] }) {
      let sum = 0
      for (let i = 0; i < p.length; i++) {
        if (p[i] < 0) continue
        sum += p[i] * (1 / 3)
        if (sum > 10) break
      }
      for (let i = 0; i < 3; i++) {
        if (w[i] > q) return { p: [w[i], sum, q], q: i }
      }
      const next = [0, 0, 0]
      for (let i = 0; i < 3; ++i) {
        for (let j = i + 1; j < 3; j += 1) {
          next[i] += w[j]
          next[j] -= w[i]
        }
      }
      const [first, , last] = next
      return { p: next, q: first + last + sum }
    },
  },
}

/** Imports, helpers, inner functions; plain parameters. */
const helpers: ProgramSource = {
  ...base,
  name: 'helpers',
  state: { q: [0, 1], x: 0 },
  params: { wall: 1 },
  use: { clampTo, contact, fraction, STIFFNESS },
  body: {
    shape: 'rates',
    integrator: 'leapfrog',
    source: (s: { q: number[]; x: number }, p: { wall: number }, t: number) => {
      const half = (v: number) => v / 2
      function twice(v: number): number {
        return v * 2
      }
      const q = s.q.slice()
      contact(q, p.wall)
      const force = -STIFFNESS * clampTo(q[0], -1, 1)
      return { q: [half(q[1]), force + twice(fraction(t))], x: sin(s.x) + atan2(q[0], q[1]) }
    },
  },
  velocities: ['x'],
}

/** A table and a number that a bundler renames; integers. */
const renamed: ProgramSource = {
  ...base,
  name: 'renamed',
  state: { x: 1, n: 0 },
  use: { WEIGHTS, DAMPING },
  body: {
    shape: 'next',
    source({ x, n }: { x: number; n: number }) {
      const i = n & 3
      const bits = ((i << 4) ^ 5) >>> 1
      const odd = (i & 1) === 1
      const low = Math.imul(bits, 0x9e3779b1) | 0
      return { x: x * WEIGHTS[i] * DAMPING + (odd ? low : -low), n: (i + 1) | 0 }
    },
  },
}

/** Noise in both arms of a condition, and what a sweep observes. */
const noisy: ProgramSource = {
  ...base,
  name: 'noisy',
  precision: 'f32',
  state: { x: 0, y: 0 },
  use: { LIMIT },
  body: {
    shape: 'step',
    source(
      { x, y }: { x: number; y: number },
      _params: object,
      _t: number,
      dt: number,
      noise: Noise,
    ) {
      let kick = 0
      if (!(x > 0)) {
        kick = noise.normal()
      } else {
        kick = -noise.uniform()
      }
      return { x: x + dt * kick * LIMIT, y: Math.sin(y) + Math.sqrt(dt) * noise.normal() }
    },
  },
  stop: ({ x }: { x: number }) => x > 1e6 || x !== x,
  observed: [
    { kind: 'last', of: 'y' },
    { kind: 'mean', of: ({ x }: { x: number }) => x * x },
    { kind: 'firstTime', of: ({ x, y }: { x: number; y: number }) => x > y },
    { kind: 'max', of: (s: { x: number }, _p: object, t: number) => (t > 1 ? s.x : 0) },
  ],
}

/** The canonical text of each scene's program, compiled here, from the texts as they are here. */
export function programs(): Record<string, string> {
  const scenes = [branches, loops, helpers, renamed, noisy]
  return Object.fromEntries(scenes.map((scene) => [scene.name, programText(compileProgram(scene))]))
}

/** The functions as they print here. */
export function texts(): string[] {
  return [branches, loops, helpers, renamed, noisy].map(({ body }) => String(body.source))
}
