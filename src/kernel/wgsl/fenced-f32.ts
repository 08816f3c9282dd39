// Sums and products of f32 by the device's own arithmetic, behind fences: a result goes through an
// integer that no compiler knows, so that nothing is fused or taken in another order.

import { BITS_F32, literalF32 } from './bits-f32.ts'
import type { Dialect } from './dialect.ts'

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
const QUOTIENTS = `
fn fdiv(a:u32,b:u32)->u32{
let sign=(a^b)&0x80000000u;
let x=a&0x7fffffffu;
let y=b&0x7fffffffu;
let n=(y&0x7fffffu)|0x800000u;
let full=(x&0x7fffffu)|0x800000u;
let short=u32(full<n);
let e=i32(x>>23u)-i32(y>>23u)+127-i32(short);
let d=full<<short;
var q=u32(bitcast<f32>((bitcast<u32>(f32(d)/f32(n))^z)+0xc000000u))-8u;
var r=(d<<24u)-q*n;
${STEPS.map((s) => `{let t=u32(r>=${s}u*n);q=q+${s}u*t;r=r-${s}u*n*t;}`).join('\n')}
let m=q>>1u;
let up=q&(u32(r!=0u)|m)&1u;
let number=settle(sign|((u32(e-1)<<23u)+m+up));
let large=(e>=255)|(x==0x7f800000u)|(y==0u);
let small=((e<=0)|(x==0u)|(y==0x7f800000u))&((x!=0x7f800000u)&(y!=0u));
let none=(x>0x7f800000u)|(y>0x7f800000u)|((x==y)&((x==0u)|(x==0x7f800000u)));
return select(select(select(number,sign|0x7f800000u,large),0u,small),0x7fc00000u,none);
}
fn fsqrt(a:u32)->u32{
let e=i32(a>>23u)-127;
let odd=u32(e&1);
let m=((a&0x7fffffu)|0x800000u)<<odd;
var c=u32(bitcast<f32>((bitcast<u32>(sqrt(f32(m)*2.0))^z)+0x6000000u))-8u;
var r=(m<<25u)-c*c;
${STEPS.map((s) => `{let w=(2u*c+${s}u)*${s}u;let t=u32(r>=w);c=c+${s}u*t;r=r-w*t;}`).join('\n')}
let half=(e-i32(odd))/2;
let n=c>>1u;
let up=c&(u32(r!=0u)|n)&1u;
let number=(u32(half+126)<<23u)+n+up;
return select(select(number,0x7fc00000u,a>0x7f800000u),a,(a==0u)|(a==0x7f800000u));
}
`

export const FENCED_F32: Dialect = {
  name: 'fenced f32',
  float: 'u32',
  words: 1,
  isLong: false,
  text: SUMS + QUOTIENTS + BITS_F32,
  literal: literalF32,
}
