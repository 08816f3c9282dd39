// What f32 programs compute on bit patterns alone, by integers, which every device does exactly:
// all but sums and products. Values are those of DESIGN.md's f32 rule: +0, or at least 2^-123 in
// magnitude; and never subnormal.

import { floatBits } from '../../math/bits.ts'
import { NAN_BITS_F32, SMALLEST_F32 } from '../f32-rule.ts'

const hex = (bits: number) => `0x${(bits >>> 0).toString(16)}u`

/**
 * The bits of a constant. Zero is the unknown `z`, so that no compiler makes a negation of `0 - x`
 * or drops a product; nor shall one know of a constant that is not finite.
 */
export function literalF32(x: number): string {
  if (x === 0) return 'z'
  const bits = x === x ? floatBits(x) : NAN_BITS_F32
  return Number.isFinite(x) ? hex(bits) : `(${hex(bits)}^z)`
}

/** `key` orders all values but NaN as signed integers. */
export const BITS_F32 = `
fn settle(a:u32)->u32{return select(a,0u,(a&0x7fffffffu)<${hex(floatBits(SMALLEST_F32))});}
fn isNaN(a:u32)->bool{return (a&0x7fffffffu)>0x7f800000u;}
fn finite(a:u32)->bool{return (a&0x7f800000u)!=0x7f800000u;}
fn key(a:u32)->i32{return bitcast<i32>(select(a,0x80000000u-a,(a>>31u)==1u));}
fn ordered(a:u32,b:u32)->bool{return max(a&0x7fffffffu,b&0x7fffffffu)<=0x7f800000u;}
fn flt(a:u32,b:u32)->bool{return (key(a)<key(b))&ordered(a,b);}
fn fle(a:u32,b:u32)->bool{return (key(a)<=key(b))&ordered(a,b);}
fn feq(a:u32,b:u32)->bool{return (a==b)&(!isNaN(a));}
fn fmin(a:u32,b:u32)->u32{return select(select(b,a,(key(a)<key(b))|isNaN(a)),b,isNaN(b));}
fn fmax(a:u32,b:u32)->u32{return select(select(b,a,(key(b)<key(a))|isNaN(a)),b,isNaN(b));}
fn fabs(a:u32)->u32{return a&0x7fffffffu;}
fn fneg(a:u32)->u32{return settle(a^0x80000000u);}
fn fround(a:u32)->u32{return a;}
fn floatBits(a:u32)->u32{return select(a,0x7fc00000u,isNaN(a));}
fn floatFromBits(a:u32)->u32{return settle(a);}
fn ftrunc(a:u32)->u32{
let e=(a>>23u)&255u;
let lost=0x7fffffu>>min(max(e,127u)-127u,31u);
return select(a&(~lost),0u,e<127u);
}
fn ffloor(a:u32)->u32{
let t=ftrunc(a);
return select(t,fsub(t,0x3f800000u),(t!=a)&((a>>31u)==1u));
}
fn fceil(a:u32)->u32{
let t=ftrunc(a);
return select(t,fadd(t,0x3f800000u),(t!=a)&((a>>31u)==0u));
}
fn fromUnsigned(a:u32)->u32{
let zeros=countLeadingZeros(a|1u);
let wide=a<<zeros;
let m=wide>>8u;
let rest=wide&255u;
let up=((rest+127u+(m&1u))>>8u)&1u;
return select(((157u-zeros)<<23u)+m+up,0u,a==0u);
}
fn fromInt(a:u32)->u32{
let minus=(a>>31u)==1u;
return fromUnsigned(select(a,0u-a,minus))|(a&0x80000000u);
}
fn toInt(a:u32)->u32{
let e=(a>>23u)&255u;
let m=(a&0x7fffffu)|0x800000u;
let r=select(m<<((e-150u)&31u),m>>((150u-e)&31u),e<150u);
let whole=select(r,0u,(e<127u)|(e>181u));
return select(whole,0u-whole,(a>>31u)==1u);
}
fn words(a:u32)->vec2u{
let e=(a>>23u)&255u;
let wide=select(e+896u,2047u,e==255u);
let number=vec2u(a<<29u,(a&0x80000000u)|(wide<<20u)|((a&0x7fffffu)>>3u));
return select(select(number,vec2u(0u,0u),e==0u),vec2u(0u,0x7ff80000u),isNaN(a));
}
fn frem(a:u32,b:u32)->u32{
let x=a&0x7fffffffu;
let y=b&0x7fffffffu;
let none=(x>=0x7f800000u)|(y>0x7f800000u)|(y==0u);
let n=(y&0x7fffffu)|0x800000u;
var r=(x&0x7fffffu)|0x800000u;
r=r-select(0u,n,r>=n);
var left=select(i32(x>>23u)-i32(y>>23u),0,none);
loop{
if(left<=0){break;}
r=r<<1u;
r=r-select(0u,n,r>=n);
left=left-1;
}
let up=countLeadingZeros(r|1u)-8u;
let e=(y>>23u)-up;
let rest=(a&0x80000000u)|(((e-1u)<<23u)+(r<<up));
let number=select(select(rest,0u,r==0u),a,x<y);
return select(number,0x7fc00000u,none);
}
`
