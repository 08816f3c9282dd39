// What a careful programmer writes by hand: an integrator closed over its scratch arrays, rates as
// a function, a hasher of two 32-bit words; nothing is allocated on the way.

import type { Contender } from './contender.ts'
import type { Workload } from './workloads.ts'

type Rates = (state: Float64Array, out: Float64Array) => void

function makeRk4(rates: Rates, n: number, dt: number): (s: Float64Array) => void {
  const k1 = new Float64Array(n)
  const k2 = new Float64Array(n)
  const k3 = new Float64Array(n)
  const k4 = new Float64Array(n)
  const stage = new Float64Array(n)
  const half = 0.5 * dt
  const sixth = dt / 6
  return (s) => {
    rates(s, k1)
    for (let i = 0; i < n; i++) stage[i] = s[i] + half * k1[i]
    rates(stage, k2)
    for (let i = 0; i < n; i++) stage[i] = s[i] + half * k2[i]
    rates(stage, k3)
    for (let i = 0; i < n; i++) stage[i] = s[i] + dt * k3[i]
    rates(stage, k4)
    for (let i = 0; i < n; i++) s[i] = s[i] + sixth * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i])
  }
}

/** FNV-1a 64 in two words, byte by byte; the low word's product is split at 16 bits. */
class Hasher {
  low = 0x84222325 | 0
  high = 0xcbf29ce4 | 0
  readonly number = new Float64Array(1)
  readonly bytes = new Uint8Array(this.number.buffer)

  byte(byte: number): void {
    const low = this.low ^ byte
    const u = (low & 65535) * 435
    const w = (low >>> 16) * 435 + (u >>> 16)
    this.high = (Math.imul(this.high, 435) + (w >>> 16) + (low << 8)) | 0
    this.low = (w << 16) | (u & 65535)
  }

  absorb(x: number): void {
    this.number[0] = x
    for (let i = 0; i < 8; i++) this.byte(this.bytes[i])
  }

  length(n: number): void {
    for (let i = 0; i < 32; i += 8) this.byte((n >>> i) & 255)
    for (let i = 0; i < 4; i++) this.byte(0)
  }

  slice(state: Float64Array, from: number, to: number): void {
    this.length(to - from)
    for (let i = from; i < to; i++) this.absorb(state[i])
  }
}

function runMember(workload: Workload, param: number, s: Float64Array, steps: number): void {
  const step = makeRk4(workload.rates(param), workload.size, workload.dt)
  for (let k = 0; k < steps; k++) step(s)
}

function runHashed(workload: Workload, param: number, s: Float64Array, steps: number): Hasher {
  const { size, positions, dt } = workload
  const step = makeRk4(workload.rates(param), size, dt)
  const hasher = new Hasher()
  let time = 0
  const absorb = () => {
    hasher.slice(s, 0, positions)
    hasher.slice(s, positions, size)
    hasher.absorb(time)
  }
  absorb()
  for (let k = 0; k < steps; k++) {
    step(s)
    time += dt
    absorb()
  }
  return hasher
}

export const closures: Contender = {
  name: 'closures',
  prepare(workload, fingerprint) {
    const { size, start } = workload
    return (members, steps) => {
      const states = new Float64Array(members * size)
      const hashes = new Uint32Array(2 * members)
      for (let m = 0; m < members; m++) {
        const s = states.subarray(m * size, (m + 1) * size)
        const param = start(m, s)
        if (!fingerprint) runMember(workload, param, s, steps)
        else {
          const { low, high } = runHashed(workload, param, s, steps)
          hashes[2 * m] = low
          hashes[2 * m + 1] = high
        }
      }
      return { states, hashes }
    }
  },
}
