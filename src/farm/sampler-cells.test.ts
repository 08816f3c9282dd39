import { expect, test } from 'vitest'
import { seedWords } from '../math/seed.ts'
import { samplerCells } from './sampler-cells.ts'
import { latinHypercube, random, sobol } from './sampling.ts'

const seed = seedWords('points')
const ranges = { rho: [0, 200], x: [-1, 1] } as const
const samplers = { random, latinHypercube, sobol }

test('points lie in their ranges and are functions of seed and index alone', () => {
  for (const sampler of Object.values(samplers)) {
    const cells = samplerCells(sampler(ranges, 1000), seed)
    expect(cells.names).toEqual(['rho', 'x'])
    const points = Array.from({ length: 1000 }, (_, i) => cells.at(i))
    expect(points.every(([rho, x]) => rho >= 0 && rho <= 200 && x >= -1 && x <= 1)).toBe(true)
    expect(new Set(points.map(String)).size).toBe(1000)
    expect(cells.at(77)).toEqual(points[77])
    const columns = cells.columns(500, 6, 2)
    expect([...columns[1]]).toEqual([250, 250, 251, 251, 252, 252].map((i) => points[i][1]))
    expect(samplerCells(sampler(ranges, 1000), seedWords('other')).at(5)).not.toEqual(points[5])
  }
})

test('a Latin hypercube has a point in each slice, and the others spread evenly', () => {
  const slices = (name: keyof typeof samplers) => {
    const cells = samplerCells(samplers[name](ranges, 64), seed)
    return new Set(Array.from({ length: 64 }, (_, i) => Math.floor((cells.at(i)[0] / 200) * 64)))
      .size
  }
  expect(slices('latinHypercube')).toBe(64)
  expect(slices('sobol')).toBe(64)
  expect(slices('random')).toBeLessThan(64)
})

test('more random or Sobol points leave the first ones as they were', () => {
  for (const sampler of [random, sobol]) {
    const few = samplerCells(sampler(ranges, 10), seed)
    const many = samplerCells(sampler(ranges, 1e9), seed)
    expect(many.at(9)).toEqual(few.at(9))
  }
})

test('these points are the ones that they were', () => {
  const point = (name: keyof typeof samplers) =>
    samplerCells(samplers[name](ranges, 100), seed).at(42)
  expect(Object.keys(samplers).map((name) => point(name as 'random'))).toMatchInlineSnapshot(`
    [
      [
        32.17488495042184,
        0.3811001451139886,
      ],
      [
        50.686524391174316,
        -0.9456805324554444,
      ],
      [
        96.77947341680138,
        0.2942517068505708,
      ],
    ]
  `)
})
