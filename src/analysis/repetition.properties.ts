import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Repetition } from './repetition.ts'

/** What is said of a path of numbered states, a look each. */
function looked(path: readonly number[]) {
  const repetition = new Repetition(1, 1)
  path.forEach((state, step) => {
    repetition.look([Float64Array.of(state)], 0, step)
  })
  return { period: repetition.period(0), since: repetition.since(0) }
}

it('never reports a period that is none', () => {
  // A function on ten states: any orbit of it ends in a circle.
  const table = fc.array(fc.nat(9), { minLength: 10, maxLength: 10 })
  fc.assert(
    fc.property(table, fc.nat(9), (next, start) => {
      const path = [start]
      for (let k = 0; k < 60; k++) path.push(next[path[k]!]!)
      const { period, since } = looked(path)
      expect(period).toBeGreaterThan(0)
      for (let step = since; step + period <= 60; step++)
        expect(path[step + period]).toBe(path[step])
      // The least: no shorter one holds where the circle is known to be.
      for (let less = 1; less < period; less++) expect(path[since + less]).not.toBe(path[since])
    }),
  )
})

it('reports none where no state comes back', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.double({ noNaN: true }), { minLength: 2 }), (path) => {
      expect(looked(path).period).toBe(0)
    }),
  )
})

it('finds a circle of p looks that begins after q within 4 max(p, q) + p', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(60), (p, q) => {
      const limit = 4 * Math.max(p, q) + p + 2
      const path = Array.from({ length: limit }, (_, k) => (k < q ? k : q + ((k - q) % p)))
      expect(looked(path).period).toBe(p)
    }),
  )
})
