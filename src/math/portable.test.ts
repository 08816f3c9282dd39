// The own unit tests of terminal_graphics_interactive's math.rs, its 12 golden rows among them.

import { describe, expect, it } from 'vitest'
import { portableCos, portableExp, portableSin } from './portable.ts'
import { toBits32 } from './reference.fixture.ts'

const f = Math.fround
const MAX = 3.4028234663852886e38

// The two sweeps of the seed's tests.
const sweep: number[] = []
for (let x = -1000; x <= 1000; x += 0.0137) sweep.push(f(x))
for (let x = -50; x <= 50; x += 0.00123) sweep.push(f(x))

describe('math.rs', () => {
  it.each([
    [0.1, 0x3dcc7577, 0x3f7eb898, 0x3f8d763e],
    [1.0, 0x3f576aa4, 0x3f0a5140, 0x402df854],
    [2.5, 0x3f193579, 0xbf4d17bf, 0x4142eb7f],
    [100.0, 0xbf01a12e, 0x3f5cc0ee, 0x7ef882b7],
    [-37.7, 0xba69065e, 0x3f7ffff9, 0x24436a30],
    [12345.678, 0xbf344b08, 0x3f35be20, 0x7ef882b7],
    [0.5, 0x3ef57744, 0x3f60a940, 0x3fd3094c],
    [-3.0, 0xbe1081c9, 0xbf7d7026, 0x3d4bed86],
    [7.25, 0x3f52b56e, 0x3f11637a, 0x44b0035b],
    [20.0, 0x3f69b6c7, 0x3ed0f024, 0x4de75844],
    [-0.75, 0xbf2e7fe1, 0x3f3b4ff6, 0x3ef1da07],
    [999.5, 0x3ee97d93, 0x3f63d480, 0x7ef882b7],
  ])('keeps the golden bits of sin, cos and exp at %f', (x, sine, cosine, exponential) => {
    const ours = [portableSin(x), portableCos(x), portableExp(x)].map(toBits32)
    expect(ours).toEqual([sine, cosine, exponential])
  })

  it('is exact at zero', () => {
    expect([portableSin(0), portableCos(0), portableExp(0)]).toEqual([0, 1, 1])
    expect(Object.is(portableSin(-0), -0)).toBe(true)
  })

  it('keeps sin and cos within 1e-6 over the sweeps, and sin odd bit for bit', () => {
    const errors = sweep.flatMap((x) => [
      Math.abs(portableSin(x) - Math.sin(x)),
      Math.abs(portableCos(x) - Math.cos(x)),
    ])
    expect(errors.reduce((worst, error) => Math.max(worst, error))).toBeLessThanOrEqual(1e-6)
    expect(sweep.filter((x) => !Object.is(portableSin(-x), -portableSin(x)))).toEqual([])
  })

  it('keeps the relative error of exp below 2e-6 on [-20, 20]', () => {
    let worst = 0
    for (let x = -20; x <= 20; x += 0.00123) {
      const right = Math.exp(f(x))
      worst = Math.max(worst, Math.abs(portableExp(f(x)) - right) / right)
    }
    expect(worst).toBeLessThanOrEqual(2e-6)
  })

  it('gives finite values for what is not finite or huge', () => {
    for (const x of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      expect([portableSin(x), portableCos(x)]).toEqual([0, 0])
    expect(portableExp(Number.NaN)).toBe(0)
    expect(portableExp(Number.POSITIVE_INFINITY)).toBe(MAX)
    expect(portableExp(Number.NEGATIVE_INFINITY)).toBe(0)
    expect(portableExp(1e7)).toBeLessThan(MAX)
    expect(portableExp(-1e7)).toBeGreaterThanOrEqual(0)
    for (const x of [1e7, -1e7, 3.3e6, -9.9e6, 12345.678]) {
      expect(Math.abs(portableSin(x))).toBeLessThanOrEqual(1)
      expect(Math.abs(portableCos(x))).toBeLessThanOrEqual(1)
    }
  })
})
