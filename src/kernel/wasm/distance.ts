// The Euclidean distance of members and their twins, in f64 whatever the precision of the program.

import { DOWN, LARGE, SMALL, UP } from '../../math/separation.ts'
import { ownComponents, type Program } from '../ir.ts'
import type { Metric } from '../kernel.ts'
import { type Code, V128 } from './code.ts'
import type { Register } from './columns.ts'
import { laneCount, UPPER_HALF } from './ops.ts'

type Beside = readonly [reference: Register, twin: Register]

/**
 * Stores the distances of register `index` of a group at the address in a variable: the square root
 * of the sum of squares, component after component. All states are finite here; a distance that is
 * not says that a difference was too large.
 */
export function storeDistances(
  c: Code,
  program: Program,
  metric: Metric | undefined,
  beside: Beside,
  address: number,
  index: number,
): void {
  const lanes = laneCount(program.precision)
  for (let half = 0; half < lanes / 2; half++) {
    const differences = writeDifferences(c, program, beside, half)
    const scales = metric === 'sound' ? writeSound(c, program, differences) : undefined
    c.get(address)
    if (differences.length === 0) splat(c, 0)
    for (const [i, apart] of differences.entries()) {
      if (scales) {
        c.get(apart, scales.scale)
        c.op('f64x2.mul')
        c.set(apart)
      }
      c.get(apart, apart)
      c.op('f64x2.mul')
      c.release(apart)
      if (i > 0) c.op('f64x2.add')
    }
    c.op('f64x2.sqrt')
    if (scales) {
      c.get(scales.back)
      c.op('f64x2.mul')
      c.release(scales.scale)
      c.release(scales.back)
    }
    c.memory('v128.store', 8 * lanes * index + 16 * half)
  }
}

/** Variables with the differences of all own components, for two members. */
function writeDifferences(c: Code, program: Program, beside: Beside, half: number): number[] {
  const wide = laneCount(program.precision) === 4
  return Array.from({ length: ownComponents(program) }, (_, i) => {
    for (const register of beside) {
      c.get(register.variable('state', i))
      if (!wide) continue
      if (half === 1) c.rearrange(UPPER_HALF)
      c.op('f64x2.promote_low_f32x4')
    }
    c.op('f64x2.sub')
    return c.pop(V128)
  })
}

/** As `wrapped` of math. */
function wrap(c: Code, apart: number, period: number): void {
  if (period === 0) return
  c.get(apart, apart)
  splat(c, period)
  c.op('f64x2.div')
  splat(c, 0.5)
  c.op('f64x2.add', 'f64x2.floor')
  splat(c, period)
  c.op('f64x2.mul', 'f64x2.sub')
  c.set(apart)
}

/**
 * Takes whole periods off, and gives variables with the powers of two that `magnitude` of math
 * scales by, before and behind.
 */
function writeSound(c: Code, { periods }: Program, differences: readonly number[]) {
  for (const [i, apart] of differences.entries()) wrap(c, apart, periods?.[i] ?? 0)
  splat(c, 0)
  for (const apart of differences) {
    c.get(apart)
    c.op('f64x2.abs', 'f64x2.max')
  }
  const largest = c.pop(V128)
  const choose = (whereLarge: number, whereSmall: number) => {
    splat(c, whereLarge)
    splat(c, whereSmall)
    splat(c, 1)
    c.get(largest)
    splat(c, SMALL)
    c.op('f64x2.lt', 'v128.bitselect')
    c.get(largest)
    splat(c, LARGE)
    c.op('f64x2.ge', 'v128.bitselect')
    return c.pop(V128)
  }
  const scale = choose(DOWN, UP)
  const back = choose(UP, DOWN)
  c.release(largest)
  return { scale, back }
}

function splat(c: Code, x: number): void {
  c.f64(x)
  c.op('f64x2.splat')
}
