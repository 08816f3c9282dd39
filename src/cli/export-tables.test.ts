import { expect, test } from 'vitest'
import { linspace } from '../farm/axes.ts'
import { createMemoryJournal } from '../farm/journal.ts'
import { last, seedDivergence } from '../farm/measures.ts'
import { planSweep } from '../farm/plan.ts'
import { defineSweep } from '../farm/sweep.ts'
import { logistic } from '../scenes/index.ts'
import { compiler } from './compiler.ts'
import { curveTable, replicaTable, resultTable, tableText } from './export-tables.ts'

const sweep = defineSweep({
  scene: logistic,
  axes: { r: linspace(3, 4, 2) },
  rollout: { steps: 25 },
  replicas: { count: 2, perturb: 'x' },
  measures: {
    end: last('x'),
    near: seedDivergence({ perturb: 'x', stride: 10 }),
    far: seedDivergence({ perturb: 'x', ulps: 9, stride: 20 }),
  },
})
const plan = planSweep(sweep, compiler)

/** Four rollouts in two chunks; the last one escaped at step 12. */
const journal = createMemoryJournal()
for (const [from, count] of [
  [0, 3],
  [3, 1],
]) {
  const escaped = from === 3
  const curve = escaped ? [1, 2, NaN, NaN, 5, NaN, NaN] : [1, 2, 3, 4, 5, 6, 7]
  const value = [-0, NaN, 1 / 0, -1 / 0, 5e-324, 0.1, 1, 2, 3, 4, 1e21]
  journal.append({
    from,
    count,
    status: new Uint8Array(count).fill(escaped ? 3 : 1),
    steps: new Uint32Array(count).fill(escaped ? 12 : 25),
    fingerprint: new BigUint64Array(count).fill(0xabcn + BigInt(from)),
    values: Float64Array.from(Array.from({ length: count }, () => value).flat()),
    ladder: new BigUint64Array(count * 5),
    curves: Float64Array.from(Array.from({ length: count }, () => curve).flat()),
  })
}

const text = (table: ReturnType<typeof resultTable>, format: 'csv' | 'ndjson') =>
  [...tableText(table, format)].join('').split('\n')

test('a row a rollout, in the order of the index, every value spelled out', () => {
  const lines = text(resultTable(plan, journal), 'csv')
  expect(lines).toHaveLength(1 + 4 + 1)
  expect(lines[0]).toMatch(/^cell,replica,r,status,steps,fingerprint,end,near_rate,/)
  expect(lines[1]).toBe(
    '0,0,3,done,25,0000000000000abc,-0.0,NaN,Infinity,-Infinity,5e-324,0.1,1,2,3,4,1e+21',
  )
  expect(lines[4]).toMatch(/^1,1,4,escaped,12,0000000000000abf,/)
})

test('a sample a row, each curve by its measure, none after the end of a rollout', () => {
  const lines = text(curveTable(plan, journal, 'distance'), 'csv')
  expect(lines.slice(0, 8)).toEqual([
    'cell,replica,measure,step,time,distance',
    '0,0,near,0,0,1',
    '0,0,near,10,10,2',
    '0,0,near,20,20,3',
    '0,0,near,25,25,4',
    '0,0,far,0,0,5',
    '0,0,far,20,20,6',
    '0,0,far,25,25,7',
  ])
  expect(lines.slice(-4)).toEqual(['1,1,near,0,0,1', '1,1,near,10,10,2', '1,1,far,0,0,5', ''])
})

test('NDJSON names every value', () => {
  const [first] = text(resultTable(plan, journal), 'ndjson')
  expect(first).toMatch(/^\{"cell":0,"replica":0,"r":3,"status":"done","steps":25,/)
  expect(first).toContain('"fingerprint":"0000000000000abc","end":-0.0,"near_rate":"NaN",')
})

test('a row a cell over its replicas, also where they lie in two chunks', () => {
  const lines = text(replicaTable(plan, journal), 'csv')
  expect(lines[0]).toMatch(/^cell,r,replicas,failed,end,end_error,near_rate,near_rate_error,/)
  expect(lines).toHaveLength(1 + 2 + 1)
  // Two equal replicas; then one that is whole and one that escaped.
  expect(lines[1]).toMatch(/^0,3,2,0,-?0(\.0)?,0,NaN,NaN,Infinity,NaN,/)
  expect(lines[2]).toMatch(/^1,4,1,0,-?0(\.0)?,NaN,NaN,NaN,Infinity,NaN,/)
})
