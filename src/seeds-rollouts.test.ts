// The eight small systems of the reference end to end: plain steppers through hashRollout and
// divergence, against the numbers that the seeds' Rust code gave for them.

import { describe, expect, it } from 'vitest'
import { fromHex, readText, toHex } from './math/reference.fixture.ts'
import { ulpOffset32 } from './math/ulps.ts'
import {
  divergence,
  hashRollout,
  type MutableState,
  portableSin,
  simSinCos,
  ulpOffset,
} from './seeds.ts'

type Step = (state: MutableState) => void

const f = Math.fround

const lorenz: Step = (s) => {
  const dt = 0.005
  const [x, y, z] = s.q
  const dx = 10 * (y - x)
  const dy = x * (28 - z) - y
  const dz = x * y - (8 / 3) * z
  s.q = [x + dt * dx, y + dt * dy, z + dt * dz]
  s.time += dt
}

const henonHeiles: Step = (s) => {
  const dt = 0.01
  const [x, y] = s.q
  const ax = -x - 2 * x * y
  const ay = -y - x * x + y * y
  s.v = [s.v[0] + dt * ax, s.v[1] + dt * ay]
  s.q = [x + dt * s.v[0], y + dt * s.v[1]]
  s.time += dt
}

const dampedOscillator: Step = (s) => {
  const dt = 0.01
  const a = -4 * s.q[0] - 0.5 * s.v[0]
  s.v[0] += dt * a
  s.q[0] += dt * s.v[0]
  s.time += dt
}

const logistic: Step = (s) => {
  s.q[0] = 3.9 * s.q[0] * (1 - s.q[0])
  s.time += 1
}

const bouncingBall: Step = (s) => {
  const dt = 0.001
  s.v[0] += dt * -9.81
  s.q[0] += dt * s.v[0]
  if (s.q[0] < 0) {
    s.q[0] = 0
    s.v[0] = -0.8 * s.v[0]
  }
  s.time += dt
}

const pendulum =
  (sine: (x: number) => number): Step =>
  (s) => {
    const dt = f(0.01)
    s.v[0] = f(s.v[0] - f(dt * f(f(9.81) * sine(s.q[0]))))
    s.q[0] = f(s.q[0] + f(dt * s.v[0]))
    s.time += 0.01
  }

const doublePendulum: Step = (s) => {
  const dt = f(0.002)
  const g = f(9.81)
  const [a, b] = s.q
  const [u, w] = s.v
  const [sd, cd] = simSinCos(f(a - b))
  const [sa, ca] = simSinCos(a)
  const [s2] = simSinCos(f(a - f(2 * b)))
  const den = f(3 - f(f(f(2 * cd) * cd) - 1))
  const swing = f(f(w * w) + f(f(u * u) * cd))
  const na = f(f(f(f(-g * 3) * sa) - f(g * s2)) - f(f(2 * sd) * swing))
  const lift = f(f(f(f(2 * u) * u) + f(f(2 * g) * ca)) + f(f(w * w) * cd))
  const nb = f(f(2 * sd) * lift)
  s.v = [f(u + f(dt * f(na / den))), f(w + f(dt * f(nb / den)))]
  s.q = [f(a + f(dt * s.v[0])), f(b + f(dt * s.v[1]))]
  s.time += 0.002
}

const STEPS: Record<string, Step> = {
  lorenz,
  henon_heiles: henonHeiles,
  damped_oscillator: dampedOscillator,
  logistic_3_9: logistic,
  bouncing_ball: bouncingBall,
  pendulum_f32_sim_math: pendulum((x) => simSinCos(x)[0]),
  pendulum_f32_tgi_math: pendulum(portableSin),
  double_pendulum_f32: doublePendulum,
}

interface Toy {
  readonly q: string[]
  readonly v: string[]
  readonly steps: number
  readonly stride: number
  readonly qIndex: number
  readonly ulps: string
  readonly hashes: [steps: number, hex: string][]
  readonly final: string[]
  readonly initial: string
  readonly lyapunovMusl: string | null
  readonly timeToThreshold: string | null
  readonly samples: [step: number, time: string, distance: string][]
}

const toys: Record<string, Toy> = JSON.parse(readText('toy_rollouts.json'))
const startOf = ({ q, v }: Toy): MutableState => ({
  q: q.map(fromHex),
  v: v.map(fromHex),
  time: 0,
})
const hexOrNull = (x: number | undefined) => (x === undefined ? null : toHex(x))

describe.each(Object.entries(toys))('%s', (name, toy) => {
  const step = STEPS[name]

  it('has the fingerprint of the reference at every length', () => {
    const ours = toy.hashes.map(([steps]) => [steps, hashRollout(startOf(toy), steps, step)])
    expect(ours).toEqual(toy.hashes.map(([steps, hash]) => [steps, BigInt(`0x${hash}`)]))
  })

  it('ends in the state of the reference', () => {
    const state = startOf(toy)
    for (let k = 0; k < toy.steps; k++) step(state)
    expect([...state.q, ...state.v, state.time].map(toHex)).toEqual(toy.final)
  })

  it('separates from its twin as in the reference', () => {
    const start = startOf(toy)
    const found = divergence(
      start.q.length,
      start,
      toy.qIndex,
      BigInt(toy.ulps),
      toy.steps,
      toy.stride,
      (_, state) => step(state),
    )
    expect(start).toEqual(startOf(toy))
    expect(toHex(found.initial)).toBe(toy.initial)
    const samples = found.samples.map((s) => [s.step, toHex(s.time), toHex(s.distance)])
    expect(samples).toEqual(toy.samples)
    expect(hexOrNull(found.lyapunov)).toBe(toy.lyapunovMusl)
    expect(hexOrNull(found.timeToThreshold)).toBe(toy.timeToThreshold)
  })
})

it('perturbs the f32 systems by multiples of 2^29 ulps, which are binary32 ulps', () => {
  const f32 = Object.entries(toys).filter(([name]) => name.includes('f32'))
  const ulps = f32.map(([, toy]) => Number(toy.ulps) / 2 ** 29)
  expect(ulps).toEqual([16, 16, 1])
  f32.forEach(([, toy], i) => {
    const x = fromHex(toy.q[toy.qIndex])
    expect(ulpOffset(x, BigInt(toy.ulps))).toBe(ulpOffset32(x, ulps[i]))
  })
})
