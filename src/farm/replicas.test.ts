import { describe, expect, it } from 'vitest'
import { type ReplicaColumn, replicaColumns, replicaRow } from './replicas.ts'

const COLUMNS: ReplicaColumn[] = [
  { name: 'end', kind: 'number' },
  { name: 'rate', kind: 'number' },
  { name: 'rate_error', kind: 'error' },
  { name: 'rate_verdict', kind: 'word', words: ['chaotic', 'regular'] },
]
const [DONE, STOPPED, ESCAPED, THREW] = [1, 2, 3, 4]
const row = (status: number[], ...values: number[][]) => replicaRow(COLUMNS, status, values.flat())

describe('the replicas of a cell in one row', () => {
  it('have means, standard errors and the common verdict', () => {
    // Mean 4, squared deviations 4 + 0 + 4 = 8: variance 4, error 2 / sqrt(3).
    const found = row([DONE, STOPPED, DONE], [2, 1, 9, 0], [4, 1, 9, 0], [6, 4, 9, 0])
    expect(found).toEqual([3, 0, 4, expect.closeTo(2 / Math.sqrt(3), 15), 2, 1, 'chaotic'])
  })

  it('say mixed where verdicts differ', () => {
    expect(row([DONE, DONE], [0, 0, 0, 0], [0, 0, 0, 1]).at(-1)).toBe('mixed')
  })

  it('leave escaped ones out, and count those that failed', () => {
    const values = [
      [2, 1, 0, 1],
      [1e9, 9, 0, 0],
      [NaN, NaN, NaN, NaN],
      [4, 3, 0, 1],
    ]
    expect(row([DONE, ESCAPED, THREW, DONE], ...values)).toEqual([2, 1, 3, 1, 2, 1, 'regular'])
  })

  it('have no error where there is one, and no mean where there is none', () => {
    expect(row([DONE], [2, 1, 0, 0])).toEqual([1, 0, 2, NaN, 1, NaN, 'chaotic'])
    expect(row([THREW], [2, 1, 0, 0])).toEqual([0, 1, NaN, NaN, NaN, NaN, ''])
  })

  it('lose nothing where numbers cancel', () => {
    const found = row([DONE, DONE, DONE], [1e16, 0, 0, 0], [1, 0, 0, 0], [-1e16, 0, 0, 0])
    expect(found[2]).toBe(1 / 3)
  })

  it('have one column of each name', () => {
    expect(replicaColumns(['rho'], COLUMNS)).toEqual([
      ...['cell', 'rho', 'replicas', 'failed'],
      ...['end', 'end_error', 'rate', 'rate_error', 'rate_verdict'],
    ])
    const clash: ReplicaColumn[] = [
      { name: 'end', kind: 'number' },
      { name: 'end_error', kind: 'number' },
    ]
    expect(() => replicaColumns([], clash)).toThrow('two columns would be named end_error')
  })
})
