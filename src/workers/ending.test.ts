import { expect, it } from 'vitest'
import { type Block, STATUS } from '../kernel/kernel.ts'
import { Ending } from './ending.ts'
import type { RateBook } from './rate-book.ts'

/** A book whose only rate has the errors of a list, one a look. */
function scripted(errors: readonly number[], settled = true) {
  let look = 0
  const estimate = () => ({ rate: 1, error: errors[look++], settled })
  return { every: 10, estimate } as unknown as RateBook
}

const blockOf = () => ({ status: Uint8Array.of(STATUS.live) }) as unknown as Block

/** How many looks it takes until the member is stopped; Infinity for never. */
function looksUntil(book: RateBook, most = 20): number {
  const ending = new Ending([{ book, vectors: 1, error: 0.1 }], 100, 1)
  ending.begin()
  for (let look = 1; look <= most; look++) {
    if (ending.look(blockOf(), 1).length > 0) return look
  }
  return Number.POSITIVE_INFINITY
}

it('believes a small error only at two looks in a row', () => {
  expect(looksUntil(scripted([0.05, 0.05]))).toBe(2)
  expect(looksUntil(scripted([0.05, 0.2, 0.1, 0.1]))).toBe(4)
  expect(looksUntil(scripted([0.05, 0.2, 0.05, 0.2, 0.05, 0.2]), 6)).toBe(Infinity)
  expect(looksUntil(scripted([Number.NaN, Number.NaN]), 2)).toBe(Infinity)
  expect(looksUntil(scripted([0.01, 0.01, 0.01], false), 3)).toBe(Infinity)
})

it('looks after 64 renewals that count, then ever further apart, at renewals', () => {
  const ending = new Ending([{ book: scripted([]), vectors: 0, error: 1 }], 103, 0)
  const steps = []
  for (ending.begin(); steps.length < 5; ending.look(blockOf(), 0)) steps.push(ending.due)
  expect(steps[0]).toBe(750)
  for (const [i, step] of steps.entries()) {
    expect(step % 10).toBe(0)
    if (i > 0) expect((step - 103) / (steps[i - 1] - 103)).toBeCloseTo(1.25, 1)
  }
})

it('tells who was stopped, and leaves those alone who have ended', () => {
  const ending = new Ending([{ book: scripted([0, 0]), vectors: 1, error: 1 }], 0, 2)
  ending.begin()
  const block = { status: Uint8Array.of(STATUS.escaped, STATUS.live) } as unknown as Block
  expect(ending.look(block, 2)).toEqual([])
  expect(ending.look(block, 2)).toEqual([1])
  expect([...block.status]).toEqual([STATUS.escaped, STATUS.stopped])
})
