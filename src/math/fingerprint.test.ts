import { describe, expect, it } from 'vitest'
import { absorbWords, hashRollout, hashValue, RolloutHasher, startHash } from './fingerprint.ts'
import { ulpOffset } from './ulps.ts'

const hexOf = (absorb: (hasher: RolloutHasher) => void): string => {
  const hasher = new RolloutHasher()
  absorb(hasher)
  return hasher.hex()
}
const sliceHex = (xs: number[]) => hexOf((h) => h.absorbSlice(xs))

describe('a fingerprint', () => {
  it('has the text goldens of the reference', () => {
    expect(hexOf(() => {})).toBe('cbf29ce484222325')
    expect(hexOf((h) => h.absorbU64(0n))).toBe('a8c7f832281a39c5')
    expect(hexOf((h) => h.absorbU64(2n ** 64n - 1n))).toBe('8cf51a8bfca3883d')
    const hasher = new RolloutHasher()
    hasher.absorbF64(1)
    expect(hasher.hex()).toBe('aab1693229ba1db8')
    hasher.absorbF64(2)
    expect(hasher.hex()).toBe('2f121cea1c5c97f8')
    expect(sliceHex([])).toBe('a8c7f832281a39c5')
    expect(sliceHex([0])).toBe('392209f14dea4c24')
    expect(sliceHex([-0])).toBe('392289f14deb25a4')
    expect(sliceHex([1, 2, 3])).toBe('d175db9af6f8314f')
    expect(sliceHex([1, 3, 2])).toBe('0c68037edc8e384f')
  })

  it('depends on order, length, one ulp and the sign of zero, as the seed tests it', () => {
    expect(sliceHex([1, 2, 3])).toBe(sliceHex([1, 2, 3]))
    expect(sliceHex([1, 2, 3])).not.toBe(sliceHex([1, 3, 2]))
    expect(sliceHex([1])).not.toBe(sliceHex([ulpOffset(1, 1)]))
    expect(sliceHex([1, 2])).not.toBe(sliceHex([1, 2, 0]))
    expect(sliceHex([0])).not.toBe(sliceHex([-0]))
  })

  it('takes a typed array as a list of numbers', () => {
    expect(hexOf((h) => h.absorbSlice(Float64Array.of(1, 2, 3)))).toBe(sliceHex([1, 2, 3]))
    expect(hexOf((h) => h.absorbSlice(Float32Array.of(0.1)))).toBe(sliceHex([Math.fround(0.1)]))
  })

  it('reads without ending: absorbing goes on after finish', () => {
    const hasher = new RolloutHasher()
    hasher.absorbF64(1)
    expect(hasher.finish()).toBe(0xaab1693229ba1db8n)
    hasher.absorbF64(2)
    expect(hasher.finish()).toBe(0x2f121cea1c5c97f8n)
  })

  it('keeps two hashers apart', () => {
    const [a, b] = [new RolloutHasher(), new RolloutHasher()]
    a.absorbF64(1)
    b.absorbF64(7)
    a.absorbF64(2)
    expect(a.hex()).toBe('2f121cea1c5c97f8')
  })

  it('takes a bigint modulo 2^64, and refuses a number that is no exact unsigned integer', () => {
    expect(hexOf((h) => h.absorbU64(-1n))).toBe('8cf51a8bfca3883d')
    expect(hexOf((h) => h.absorbU64(100))).toBe(hexOf((h) => h.absorbU64(100n)))
    const absorb = (word: number) => () => new RolloutHasher().absorbU64(word)
    expect(absorb(-1)).toThrow('absorbU64: -1 is no exact unsigned integer')
    expect(absorb(0.5)).toThrow(RangeError)
    expect(absorb(2 ** 53)).toThrow(RangeError)
  })

  it('prints 16 digits also when the first are zeros', () => {
    expect(sliceHex([1, 3, 2])).toBe('0c68037edc8e384f')
  })
})

describe('the fingerprint of a rollout', () => {
  it('is that of the initial state when there are no steps', () => {
    const state = { q: [1], v: [2], time: 3 }
    const expected = hexOf((h) => h.absorbState(state))
    const found = hashRollout(state, 0, () => expect.unreachable())
    expect(found.toString(16).padStart(16, '0')).toBe(expected)
  })

  it('absorbs the state after every step', () => {
    const hasher = new RolloutHasher()
    for (let k = 0; k <= 3; k++) hasher.absorbState({ q: [k], v: [], time: k })
    const found = hashRollout({ q: [0], v: [], time: 0 }, 3, (s) => {
      s.q[0] += 1
      s.time += 1
    })
    expect(found).toBe(hasher.finish())
  })
})

describe('fingerprints in an array', () => {
  it('absorb words given as halves, signed or not', () => {
    const hashes = new Uint32Array(4)
    startHash(hashes, 0)
    startHash(hashes, 1)
    absorbWords(hashes, 0, -1, -1)
    absorbWords(hashes, 1, 0xffffffff, 0xffffffff)
    expect([hashValue(hashes, 0), hashValue(hashes, 1)]).toEqual([
      0x8cf51a8bfca3883dn,
      0x8cf51a8bfca3883dn,
    ])
  })
})
