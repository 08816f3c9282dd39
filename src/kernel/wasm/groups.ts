// One group after another, from the same step to the same step, in one call: a call from outside
// costs as much as many steps.

import { Code, I32, type ValueType } from './code.ts'
import { laneCount } from './ops.ts'
import type { Plan } from './plan.ts'

/** Why the loop over steps came back. */
export const CAUSE = { end: 0, escape: 1, stop: 2 } as const
/**
 * Addresses of what the loop leaves: where it stands, where the next sample goes, and the masks of
 * those who stop.
 */
export const LEFT = { step: 0, sample: 4, time: 8, stops: 16, end: 144 } as const

/** What `all` gives where a group came back early: groups left with that one, function, cause. */
export const CODED = { groups: 8, rest: 4, cause: 3 } as const

/** Parameters that change from one function or group to the next. */
const [EIGHT, FOUR, FROM, TIME, TWINS, SAMPLE] = [0, 1, 3, 5, 6, 7]

/**
 * The function `all`: the parameters of `first` and `rest`, and then a number of groups, at least
 * one. It gives 0 when all came to the end.
 */
export function writeGroups(
  { registers, program }: Plan,
  params: readonly ValueType[],
  { first, rest }: { readonly first: number; readonly rest: number },
): Code {
  const c = new Code([...params, I32])
  const groups = params.length
  const paired = params.length > TWINS
  const members = registers * laneCount(program.precision)
  const leave = (code: number) => {
    const cause = c.pop(I32)
    c.get(cause)
    c.open('if')
    c.get(groups)
    c.i32(CODED.groups)
    c.op('i32.mul')
    c.get(cause)
    c.i32(code)
    c.op('i32.or', 'i32.or', 'return', 'end')
    c.release(cause)
  }
  const forward = (variable: number, bytes: number) => {
    c.get(variable)
    c.i32(bytes)
    c.op('i32.add')
    c.set(variable)
  }
  c.open('loop')
  c.get(...params.keys())
  c.call(first)
  leave(0)
  for (const i of params.keys()) {
    if (i === FROM) load(c, 'i32.load', LEFT.step)
    else if (i === TIME) load(c, 'f64.load', LEFT.time)
    else c.get(i)
  }
  c.call(rest)
  leave(CODED.rest)
  forward(EIGHT, 8 * members)
  forward(FOUR, 4 * members)
  if (paired) {
    forward(TWINS, 8 * members)
    load(c, 'i32.load', LEFT.sample)
    c.set(SAMPLE)
  }
  forward(groups, -1)
  c.get(groups)
  c.branchIf(0)
  c.op('end')
  c.i32(0)
  return c
}

function load(c: Code, instruction: 'i32.load' | 'f64.load', address: number): void {
  c.i32(0)
  c.memory(instruction, address)
}
