// Sums and products of f32 by the device's own arithmetic, behind fences: a result goes through an
// integer that no compiler knows, so that nothing is fused or taken in another order.

import { BITS_F32, literalF32 } from './bits-f32.ts'
import type { Dialect } from './dialect.ts'
import { writeQuotients } from './quotients-f32.ts'

/**
 * A float operation whose result passes the fence. What is subtracted passes one before, or a
 * compiler that finds both sides equal makes 0 of them, also of two infinities; it adds z, since an
 * XOR would undo the fence that the number has passed already.
 */
export const fenced = (operation: '+' | '-' | '*') => {
  const b = operation === '-' ? 'b+z' : 'b'
  return `bitcast<u32>(bitcast<f32>(a)${operation}bitcast<f32>(${b}))^z`
}

const SUMS = `
fn fadd(a:u32,b:u32)->u32{return ${fenced('+')};}
fn fsub(a:u32,b:u32)->u32{return ${fenced('-')};}
fn fmul(a:u32,b:u32)->u32{return settle(${fenced('*')});}
`

/**
 * The device's quotient and root may be some ulps off: with one more bit than a mantissa has they
 * are candidates, whose rest is taken in integers (modulo 2^32, as it is small), and which move by
 * up to 8 down and 7 up. Integer division would do, but some compilers take minutes over it.
 */
const STEPS = [8, 4, 2, 1]
const QUOTIENTS = writeQuotients({
  quotient: `let d=full<<short;
var q=u32(bitcast<f32>((bitcast<u32>(f32(d)/f32(n))^z)+0xc000000u))-8u;
var r=(d<<24u)-q*n;
${STEPS.map((s) => `{let t=u32(r>=${s}u*n);q=q+${s}u*t;r=r-${s}u*n*t;}`).join('\n')}`,
  root: `var c=u32(bitcast<f32>((bitcast<u32>(sqrt(f32(m)*2.0))^z)+0x6000000u))-8u;
var r=(m<<25u)-c*c;
${STEPS.map((s) => `{let w=(2u*c+${s}u)*${s}u;let t=u32(r>=w);c=c+${s}u*t;r=r-w*t;}`).join('\n')}`,
})

export const FENCED_F32: Dialect = {
  name: 'fenced f32',
  float: 'u32',
  words: 1,
  isLong: false,
  text: SUMS + QUOTIENTS + BITS_F32,
  literal: literalF32,
}
