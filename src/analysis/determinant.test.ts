import { describe, expect, it } from 'vitest'
import { DeterminantProduct } from './determinant.ts'
import { orthonormalise } from './gram-schmidt.ts'
import { normalOf } from './plain-chaos.fixture.ts'

const columnsOf = (numbers: readonly number[]) => numbers.map((x) => Float64Array.of(Number.NaN, x))

/** The logarithm of |det| of one matrix, as member 1 of two and behind `first` other columns. */
function logDeterminant(size: number, numbers: readonly number[], first = 0): number {
  const product = new DeterminantProduct(2, size)
  const columns = [...columnsOf(Array.from({ length: first }, () => 7)), ...columnsOf(numbers)]
  product.multiply(columns, first, 1)
  return product.logarithm(1)
}

const hilbert = (n: number) =>
  Array.from({ length: n * n }, (_, k) => 1 / (1 + (k % n) + Math.floor(k / n)))

describe('the determinant', () => {
  it('of Hilbert matrices is the known one', () => {
    // OEIS A005249: the inverses of the determinants.
    const known = [1, 12, 2160, 6048000, 266716800000, 186313420339200000]
    for (const [i, inverse] of known.entries()) {
      const n = i + 1
      expect(logDeterminant(n, hilbert(n), n)).toBeCloseTo(-Math.log(inverse), 13 - 2 * n + 3)
    }
  })

  it('of a Vandermonde matrix is the product of differences', () => {
    const nodes = [-1.5, 0.25, 2, 3.5, -4, 1]
    const rows = nodes.flatMap((x) => nodes.map((_, power) => x ** power))
    let wanted = 0
    for (const [i, x] of nodes.entries())
      for (const y of nodes.slice(0, i)) wanted += Math.log(Math.abs(x - y))
    expect(logDeterminant(6, rows)).toBeCloseTo(wanted, 12)
  })

  it('needs its pivots: a zero stands first', () => {
    expect(logDeterminant(4, [0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, -2, 0, 0, 3, 0])).toBeCloseTo(
      Math.log(6),
      15,
    )
    expect(logDeterminant(2, [0, 2, -3, 5])).toBeCloseTo(Math.log(6), 15)
    expect(logDeterminant(3, [0, 2, 0, 0, 0, -3, 5, 1, 1])).toBeCloseTo(Math.log(30), 15)
  })

  it('is the product of the lengths of a QR decomposition', () => {
    const normal = normalOf(3)
    for (const size of [1, 2, 3, 4, 7, 40]) {
      const numbers = Array.from({ length: size * size }, () => normal())
      const columns = columnsOf(numbers)
      const lengths = new Float64Array(size)
      orthonormalise(columns, 0, size, size, 1, lengths)
      const sum = lengths.reduce((total, length) => total + Math.log(length), 0)
      expect(Math.abs(logDeterminant(size, numbers) - sum)).toBeLessThan(1e-12)
    }
  })

  it('of dependent vectors is 0, of infinite ones nothing', () => {
    for (const size of [1, 2, 3, 5]) {
      const zeros = Array.from({ length: size * size }, (_, i) => (i < size ? 0 : i * i))
      expect(logDeterminant(size, zeros)).toBe(Number.NEGATIVE_INFINITY)
      for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
        const last = Array.from({ length: size * size }, (_, i) => (i < size * size - 1 ? i : bad))
        expect(Number.isFinite(logDeterminant(size, last))).toBe(false)
      }
    }
  })
})

describe('a product of determinants', () => {
  it('leaves the range of numbers and comes back', () => {
    const product = new DeterminantProduct(1, 2)
    const times = (x: number, y: number) =>
      product.multiply(
        [x, 0, 0, y].map((entry) => Float64Array.of(entry)),
        0,
        0,
      )
    for (let k = 0; k < 100; k++) times(1e200, 1e-20)
    times(3e250, 5e250)
    expect(product.logarithm(0) / Math.LN10).toBeCloseTo(100 * 180 + 500 + Math.log10(15), 9)
    for (let k = 0; k < 100; k++) times(1e-200, 1e20)
    times(1e-250, 1e-250)
    expect(product.logarithm(0)).toBeCloseTo(Math.log(15), 9)
    product.reset(1)
    expect(product.logarithm(0)).toBe(0)
  })

  it('keeps its members apart', () => {
    const product = new DeterminantProduct(3, 1)
    for (let k = 0; k < 5; k++)
      for (const m of [0, 2]) product.multiply([Float64Array.of(2, 3, 4)], 0, m)
    expect([0, 1, 2].map((m) => product.logarithm(m))).toEqual([
      expect.closeTo(5 * Math.log(2), 14),
      0,
      expect.closeTo(5 * Math.log(4), 14),
    ])
  })
})
