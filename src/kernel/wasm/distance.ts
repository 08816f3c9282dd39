// The Euclidean distance of members and their twins, in f64 whatever the precision of the program.

import { ownComponents, type Program } from '../ir.ts'
import { type Code, V128 } from './code.ts'
import type { Register } from './columns.ts'
import { laneCount, UPPER_HALF } from './ops.ts'

/**
 * Stores the distances of register `index` of a group at the address in a variable: the square root
 * of the sum of squares, component after component. An infinite one says that a difference was too
 * large; all states are finite here.
 */
export function storeDistances(
  c: Code,
  program: Program,
  [reference, twin]: readonly [Register, Register],
  address: number,
  index: number,
): void {
  const lanes = laneCount(program.precision)
  const own = ownComponents(program)
  for (let half = 0; half < lanes / 2; half++) {
    c.get(address)
    if (own === 0) {
      c.f64(0)
      c.op('f64x2.splat')
    }
    for (let i = 0; i < own; i++) {
      for (const register of [reference, twin]) {
        c.get(register.variable('state', i))
        if (lanes === 2) continue
        if (half === 1) c.rearrange(UPPER_HALF)
        c.op('f64x2.promote_low_f32x4')
      }
      c.op('f64x2.sub')
      const apart = c.pop(V128)
      c.get(apart, apart)
      c.op('f64x2.mul')
      c.release(apart)
      if (i > 0) c.op('f64x2.add')
    }
    c.op('f64x2.sqrt')
    c.memory('v128.store', 8 * lanes * index + 16 * half)
  }
}
