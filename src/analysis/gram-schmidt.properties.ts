import fc from 'fast-check'
import { expect, it } from 'vitest'
import { orthonormalise } from './gram-schmidt.ts'

const SIZE = 4
const entry = fc.integer({ min: -1000, max: 1000 }).map((value) => value / 64)
const matrix = fc.array(fc.array(entry, { minLength: SIZE, maxLength: SIZE }), {
  minLength: SIZE,
  maxLength: SIZE,
})

/** By expansion along the first row. */
function determinant(rows: readonly (readonly number[])[]): number {
  if (rows.length === 1) return rows[0]![0]!
  return rows[0]!.reduce((sum, value, at) => {
    const minor = rows.slice(1).map((row) => row.filter((_, i) => i !== at))
    return sum + (at % 2 === 0 ? 1 : -1) * value * determinant(minor)
  }, 0)
}

function orthonormal(vectors: readonly (readonly number[])[]) {
  const columns = vectors.flat().map((value) => Float64Array.of(value))
  const lengths = new Float64Array(vectors.length)
  orthonormalise(columns, 0, SIZE, vectors.length, 0, lengths)
  const found = vectors.map((_, j) =>
    columns.slice(j * SIZE, (j + 1) * SIZE).map((column) => column[0]!),
  )
  return { found, lengths: [...lengths] }
}

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0)

it('leaves vectors of length 1 at right angles, whatever they were', () => {
  fc.assert(
    fc.property(matrix, (vectors) => {
      const { found } = orthonormal(vectors)
      found.forEach((a, i) => {
        found.forEach((b, j) => {
          expect(Math.abs(dot(a, b) - (i === j ? 1 : 0))).toBeLessThan(1e-14)
        })
      })
    }),
  )
})

it('gives lengths whose product is the volume', () => {
  fc.assert(
    fc.property(matrix, (vectors) => {
      const { lengths } = orthonormal(vectors)
      const volume = lengths.reduce((product, length) => product * length)
      const sizes = vectors.reduce((product, v) => product * Math.sqrt(dot(v, v)), 1)
      expect(Math.abs(volume - Math.abs(determinant(vectors)))).toBeLessThanOrEqual(1e-12 * sizes)
    }),
  )
})

it('turns vectors that are twice as long into the same, of twice the length', () => {
  fc.assert(
    fc.property(matrix, fc.integer({ min: -30, max: 30 }), (vectors, power) => {
      const scaled = vectors.map((v) => v.map((value) => value * 2 ** power))
      const [a, b] = [orthonormal(vectors), orthonormal(scaled)]
      expect(b.found).toEqual(a.found)
      expect(b.lengths).toEqual(a.lengths.map((length) => length * 2 ** power))
    }),
  )
})
