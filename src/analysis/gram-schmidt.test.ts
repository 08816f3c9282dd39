import { Decimal } from 'decimal.js'
import { describe, expect, it } from 'vitest'
import { orthonormalise } from './gram-schmidt.ts'
import { normalOf } from './plain-chaos.fixture.ts'

const Digits = Decimal.clone({ precision: 60 })

/** `vectors` as columns of three members, at entry 1, behind two other columns. */
function run(vectors: number[][], Kind: typeof Float64Array | typeof Float32Array = Float64Array) {
  const size = vectors[0]!.length
  const columns = [new Kind(3), new Kind(3)]
  for (const vector of vectors) for (const x of vector) columns.push(Kind.from([7, x, 8]))
  const lengths = new Float64Array(vectors.length)
  orthonormalise(columns, 2, size, vectors.length, 1, lengths)
  const at = (j: number) => columns.slice(2 + j * size, 2 + (j + 1) * size).map((c) => c[1]!)
  for (const column of columns.slice(2)) expect([column[0], column[2]]).toEqual([7, 8])
  return { lengths: [...lengths], vectors: vectors.map((_, j) => at(j)) }
}

/** The largest entry of Q^T Q - 1. */
function unorthogonal(vectors: number[][]): number {
  let worst = 0
  vectors.forEach((a, i) => {
    vectors.forEach((b, j) => {
      const dot = a.reduce((sum, x, k) => sum + x * b[k]!, 0)
      worst = Math.max(worst, Math.abs(dot - (i === j ? 1 : 0)))
    })
  })
  return worst
}

function decimalLengths(vectors: number[][]): { lengths: Decimal[]; vectors: Decimal[][] } {
  const done: Decimal[][] = []
  const lengths: Decimal[] = []
  for (const vector of vectors) {
    let v = vector.map((x) => new Digits(x))
    for (const q of done) {
      const dot = q.reduce((sum, x, k) => sum.plus(x.times(v[k]!)), new Digits(0))
      v = v.map((x, k) => x.minus(dot.times(q[k]!)))
    }
    const length = v.reduce((sum, x) => sum.plus(x.times(x)), new Digits(0)).sqrt()
    lengths.push(length)
    done.push(v.map((x) => x.div(length)))
  }
  return { lengths, vectors: done }
}

function randomVectors(seed: number, count: number, size: number): number[][] {
  const normal = normalOf(seed)
  return Array.from({ length: count }, () => Array.from({ length: size }, normal))
}

describe('orthonormalise', () => {
  it('gives the lengths of a triangle that can be done by hand', () => {
    const { lengths, vectors } = run([
      [3, 4, 0],
      [5, 0, 0],
      [1, 2, -9],
    ])
    expect(lengths[0]).toBe(5)
    expect(lengths[1]).toBeCloseTo(4, 14)
    expect(lengths[2]).toBeCloseTo(9, 14)
    expect(vectors[0]).toEqual([0.6, 0.8, 0])
    expect(vectors[2]![2]).toBeCloseTo(-1, 15)
  })

  it('agrees with 60 digits, and is orthonormal to 1e-15, for up to 40 vectors', () => {
    for (const [count, size] of [
      [1, 1],
      [2, 2],
      [3, 3],
      [2, 6],
      [10, 10],
      [40, 40],
    ] as const) {
      const given = randomVectors(size, count, size)
      const found = run(given)
      const exact = decimalLengths(given)
      found.lengths.forEach((length, j) => {
        const size2 = Math.hypot(...given[j]!)
        expect(Math.abs(exact.lengths[j]!.minus(length).toNumber()) / size2).toBeLessThan(1e-15)
      })
      expect(unorthogonal(found.vectors)).toBeLessThan(1e-15)
    }
  })

  it('gives the determinant as the product of the lengths', () => {
    const [a, b, c, d] = [4.25, -1.5, 2.125, 3]
    const { lengths } = run([
      [a, b],
      [c, d],
    ])
    expect(lengths[0]! * lengths[1]!).toBeCloseTo(Math.abs(a * d - b * c), 13)
  })

  it('keeps vectors that are almost the same orthogonal by a second pass', () => {
    const given = [
      [1, 1, 1],
      [1, 1, 1 + 1e-10],
      [1, 1 + 1e-10, 1],
    ]
    const found = run(given)
    expect(unorthogonal(found.vectors)).toBeLessThan(1e-15)
    const exact = decimalLengths(given)
    found.lengths.forEach((length, j) => {
      expect(Math.abs(exact.lengths[j]!.minus(length).toNumber())).toBeLessThan(1e-15)
    })
  })

  it('neither overflows nor underflows', () => {
    const given = randomVectors(5, 3, 3)
    const plain = run(given)
    for (const scale of [2 ** 1000, 2 ** 600, 2 ** -600, 2 ** -1000]) {
      const scaled = run(given.map((vector) => vector.map((x) => x * scale)))
      expect(scaled.lengths).toEqual(plain.lengths.map((length) => length * scale))
      expect(scaled.vectors).toEqual(plain.vectors)
    }
    expect(run([[5e-324, 0]])).toEqual({ lengths: [5e-324], vectors: [[1, 0]] })
  })

  it('gives 0 for a vector that vanished, and an axis in its place', () => {
    expect(run([[0, 0, 0]])).toEqual({ lengths: [0], vectors: [[1, 0, 0]] })
    const { lengths, vectors } = run([
      [1, 0, 0],
      [3, 0, 0],
      [0, 0, 2],
    ])
    expect(lengths).toEqual([1, 0, 2])
    expect(vectors).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ])
  })

  it('sees that nothing but rounding is left of a vector', () => {
    const [a, b] = randomVectors(9, 2, 7) as [number[], number[]]
    const sum = a.map((x, k) => 0.3 * x + 0.7 * b[k]!)
    const { lengths, vectors } = run([a, b, sum, b])
    expect(lengths.slice(2)).toEqual([0, 0])
    expect(unorthogonal(vectors)).toBeLessThan(1e-15)
  })

  it('tells what is not finite, and goes on with the others', () => {
    const { lengths, vectors } = run([
      [Number.NaN, 1, 0],
      [Number.NEGATIVE_INFINITY, 0, 1],
      [0, 0, 3],
    ])
    expect(lengths).toEqual([Number.NaN, Number.POSITIVE_INFINITY, 3])
    expect(unorthogonal(vectors)).toBeLessThan(1e-15)
  })

  it('works on columns of binary32, to their rounding', () => {
    const found = run(randomVectors(3, 4, 4), Float32Array)
    expect(unorthogonal(found.vectors)).toBeLessThan(2e-7)
    expect(found.vectors.flat().every((x) => Math.fround(x) === x)).toBe(true)
  })

  it('refuses more vectors than there are components', () => {
    expect(() => run([[1], [2]])).toThrow('2 vectors of 1 components cannot be orthogonal')
  })
})
