// What a careful programmer writes by hand: an integrator closed over its scratch arrays, rates as
// a function, a hasher of two 32-bit words; nothing is allocated on the way.

import { MEMBERS, type Row, startOf, type Workload } from '../workloads.ts'
import { lorenzF32, makeRk4F32 } from './closures-f32.ts'
import { lorenz, makeRk4, pendulum, type Step } from './closures-f64.ts'
import type { Outcome } from './js.ts'

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

function stepOf({ system, precision, size, dt }: Workload, param: number): Step {
  if (precision === 'f32') return makeRk4F32(lorenzF32(param), size, dt)
  return makeRk4(system === 'lorenz' ? lorenz(param) : pendulum(param), size, dt)
}

function runHashed(workload: Workload, step: Step, s: Float64Array, steps: number): Hasher {
  const { size, positions, dt } = workload
  const hasher = new Hasher()
  let time = 0
  for (let k = 0; ; k++) {
    hasher.slice(s, 0, positions)
    hasher.slice(s, positions, size)
    hasher.absorb(time)
    if (k === steps) return hasher
    step(s)
    time += dt
  }
}

export function prepareClosures({ workload, fingerprint }: Row): (steps: number) => Outcome {
  const { size } = workload
  return (steps) => {
    const states = new Float64Array(MEMBERS * size)
    const hashes = new Uint32Array(2 * MEMBERS)
    for (let m = 0; m < MEMBERS; m++) {
      const s = new Float64Array(size)
      const step = stepOf(workload, startOf(workload, m, s))
      if (fingerprint) {
        const { low, high } = runHashed(workload, step, s, steps)
        hashes[2 * m] = low
        hashes[2 * m + 1] = high
      } else for (let k = 0; k < steps; k++) step(s)
      states.set(s, m * size)
    }
    return { states, hashes }
  }
}
