import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseShard, shardOf } from './shard.ts'
import { countCovered, joinNeighbours, missingFrom, type Stretch } from './stretches.ts'

/** Which of 40 rollouts are recorded. */
const recorded = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 })

function stretchesOf(flags: readonly boolean[]): Stretch[] {
  return joinNeighbours(flags.flatMap((flag, from) => (flag ? [{ from, count: 1 }] : [])))
}

test('what is missing is exactly what is not covered', () => {
  fc.assert(
    fc.property(recorded, fc.nat(40), fc.nat(40), (flags, from, count) => {
      const whole = { from, count }
      const covered = stretchesOf(flags)
      const wanted = Array.from({ length: count }, (_, i) => from + i).filter((i) => !flags[i])
      const missing = [...missingFrom(covered, whole)]
      const found = missing.flatMap((gap) =>
        Array.from({ length: gap.count }, (_, i) => gap.from + i),
      )
      expect(found).toEqual(wanted)
      expect(joinNeighbours(missing)).toEqual(missing)
      expect(countCovered(covered, whole)).toBe(count - wanted.length)
    }),
  )
})

test('shards are disjoint, cover the sweep, and differ by one cell at most', () => {
  const many = fc.integer({ min: 1, max: 50 })
  const cells = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constant(2 ** 51 + 7))
  fc.assert(
    fc.property(cells, many, fc.integer({ min: 1, max: 4 }), (cells, of, replicas) => {
      let next = 0
      const sizes = new Set<number>()
      for (let index = 1; index <= of; index++) {
        const shard = shardOf({ index, of }, cells, replicas)
        expect(shard.from).toBe(next)
        expect(shard.count % replicas).toBe(0)
        next += shard.count
        sizes.add(shard.count / replicas)
      }
      expect(next).toBe(cells * replicas)
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
    }),
  )
})

test('a shard is written I/N', () => {
  expect(parseShard('3/8')).toEqual({ index: 3, of: 8 })
  for (const wrong of ['0/8', '9/8', '3', '3/8/1', 'a/b', '1.5/2', '-1/2', '']) {
    expect(() => parseShard(wrong)).toThrow(`shard '${wrong}': write I/N`)
  }
})
