// Sums and products of f32 by the device's own arithmetic, behind fences: a result goes through an
// integer that no compiler knows, so that nothing is fused or taken in another order.

import { BITS_F32, literalF32 } from './bits-f32.ts'
import type { Dialect } from './dialect.ts'

/** A float operation whose result passes the fence. */
export const fenced = (operation: '+' | '-' | '*') =>
  `bitcast<u32>(bitcast<f32>(a)${operation}bitcast<f32>(b))^z`

const SUMS = `
fn fadd(a:u32,b:u32)->u32{return ${fenced('+')};}
fn fsub(a:u32,b:u32)->u32{return ${fenced('-')};}
fn fmul(a:u32,b:u32)->u32{return settle(${fenced('*')});}
`

export const FENCED_F32: Dialect = {
  name: 'fenced f32',
  float: 'u32',
  words: 1,
  text: SUMS + BITS_F32,
  literal: literalF32,
}
