import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashRollout, RolloutHasher } from './fingerprint.ts'
import { fromBits } from './reference.fixture.ts'
import { ulpOffset } from './ulps.ts'

const word = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const finite = fc.double({ noNaN: true, noDefaultInfinity: true })

/** FNV-1a 64 as it is written down, byte by byte in bigint. */
function plain(words: bigint[]): bigint {
  let hash = 0xcbf29ce484222325n
  for (const word of words)
    for (let byte = 0n; byte < 8n; byte++)
      hash = BigInt.asUintN(64, (hash ^ ((word >> (8n * byte)) & 255n)) * 0x100000001b3n)
  return hash
}

const hashOf = (absorb: (hasher: RolloutHasher) => void): bigint => {
  const hasher = new RolloutHasher()
  absorb(hasher)
  return hasher.finish()
}

describe('for all words and numbers, a fingerprint', () => {
  it('equals FNV-1a 64 in bigint arithmetic', () => {
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const ours = hashOf((h) => {
          for (const word of words) h.absorbU64(word)
        })
        expect(ours).toBe(plain(words))
      }),
    )
  })

  it('absorbs a number as the word of its bits', () => {
    fc.assert(
      fc.property(word, (bits) => {
        const x = fromBits(bits)
        fc.pre(x === x)
        expect(hashOf((h) => h.absorbF64(x))).toBe(hashOf((h) => h.absorbU64(bits)))
      }),
    )
  })

  // Every step of FNV-1a is a bijection of the hash, so two different bytes never meet at once.
  it('moves when one number of a slice moves by one ulp', () => {
    fc.assert(
      fc.property(fc.array(finite, { minLength: 1 }), fc.nat(), fc.boolean(), (xs, at, up) => {
        const i = at % xs.length
        const moved = xs.with(i, ulpOffset(xs[i], up ? 1 : -1))
        fc.pre(moved[i] !== xs[i])
        expect(hashOf((h) => h.absorbSlice(moved))).not.toBe(hashOf((h) => h.absorbSlice(xs)))
      }),
    )
  })

  it('of a rollout is that of its first part, gone on with', () => {
    fc.assert(
      fc.property(fc.array(finite), fc.nat({ max: 20 }), fc.nat({ max: 20 }), (q, first, rest) => {
        const step = (s: { q: number[]; v: number[]; time: number }) => {
          for (let i = 0; i < s.q.length; i++) s.q[i] = 0.5 * s.q[i] + 1
          s.time += 0.01
        }
        const start = () => ({ q: [...q], v: [], time: 0 })
        const hasher = new RolloutHasher()
        const state = start()
        hasher.absorbState(state)
        for (let k = 0; k < first + rest; k++) {
          if (k === first) expect(hasher.finish()).toBe(hashRollout(start(), first, step))
          step(state)
          hasher.absorbState(state)
        }
        expect(hasher.finish()).toBe(hashRollout(start(), first + rest, step))
      }),
    )
  })
})
