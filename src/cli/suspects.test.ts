import { expect, test } from 'vitest'
import { createSuspects } from './suspects.ts'

const job = (from: number, count: number) => ({ from, count })

test('what was under way at a death is suspect, and nothing that had ended', () => {
  const suspects = createSuspects()
  for (const from of [0, 10, 20]) suspects.begun(job(from, 10))
  suspects.ended(job(10, 10))
  expect(suspects.died()).toBe(true)
  expect(suspects.suspects).toEqual([job(0, 10), job(20, 10)])
  expect(suspects.crashed).toEqual([])
})

test('a rollout is found guilty when it was alone at two deaths in a row', () => {
  const suspects = createSuspects()
  suspects.begun(job(0, 10))
  expect(suspects.died()).toBe(true)
  for (const closer of [true, true]) {
    suspects.begun(job(3, 1))
    expect(suspects.died()).toBe(closer)
  }
  expect(suspects.crashed).toEqual([3])
  // The next search begins anew.
  suspects.begun(job(0, 10))
  expect(suspects.died()).toBe(true)
  expect(suspects.suspects[0]).toEqual(job(0, 10))
})

test('two deaths at two rollouts accuse neither, nor do two with a good run of it between', () => {
  const suspects = createSuspects()
  suspects.begun(job(3, 1))
  suspects.died()
  suspects.begun(job(4, 1))
  expect(suspects.died()).toBe(false)
  suspects.begun(job(4, 1))
  suspects.ended(job(4, 1))
  suspects.cleared()
  expect(suspects.suspects).toEqual([])
  suspects.begun(job(4, 1))
  suspects.died()
  expect(suspects.crashed).toEqual([])
})

test('a death with nothing under way says nothing of rollouts', () => {
  const suspects = createSuspects()
  expect(suspects.died()).toBe(false)
  expect(suspects.suspects).toEqual([])
})
