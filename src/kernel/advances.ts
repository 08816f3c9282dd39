// Work that asks for advances and goes on when it is told the time after each: one piece of code
// serves kernels that answer at once and devices that answer later.

import type { Advance } from './kernel.ts'

export type Advances<Result> = Generator<Advance, Result, number>

/** Does the work on a kernel that answers at once. */
export function drive<Result>(work: Advances<Result>, advance: (asked: Advance) => number): Result {
  let next = work.next()
  while (!next.done) next = work.next(advance(next.value))
  return next.value
}

/** Does the work on a device that answers in time. */
export async function driveLater<Result>(
  work: Advances<Result>,
  advance: (asked: Advance) => Promise<number>,
): Promise<Result> {
  let next = work.next()
  while (!next.done) next = work.next(await advance(next.value))
  return next.value
}
