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
fn flt(a:u32,b:u32)->bool{return key(a)<key(b)&&ordered(a,b);}
fn fle(a:u32,b:u32)->bool{return key(a)<=key(b)&&ordered(a,b);}
fn feq(a:u32,b:u32)->bool{return a==b&&!isNaN(a);}
fn fmin(a:u32,b:u32)->u32{return select(select(b,a,key(a)<key(b)||isNaN(a)),b,isNaN(b));}
fn fmax(a:u32,b:u32)->u32{return select(select(b,a,key(b)<key(a)||isNaN(a)),b,isNaN(b));}
fn fabs(a:u32)->u32{return a&0x7fffffffu;}
fn fneg(a:u32)->u32{return settle(a^0x80000000u);}
fn fround(a:u32)->u32{return a;}
fn floatBits(a:u32)->u32{return select(a,0x7fc00000u,isNaN(a));}
fn floatFromBits(a:u32)->u32{return settle(a);}
fn ftrunc(a:u32)->u32{
let e=(a>>23u)&255u;
if(e<127u){return 0u;}
if(e>=150u){return a;}
return a&~(0x7fffffu>>(e-127u));
}
fn ffloor(a:u32)->u32{
let t=ftrunc(a);
if(t==a||(a>>31u)==0u){return t;}
return fsub(t,0x3f800000u);
}
fn fceil(a:u32)->u32{
let t=ftrunc(a);
if(t==a||(a>>31u)==1u){return t;}
return fadd(t,0x3f800000u);
}
fn fromUnsigned(a:u32)->u32{
if(a==0u){return 0u;}
let zeros=countLeadingZeros(a);
let wide=a<<zeros;
let m=wide>>8u;
let rest=wide&255u;
let up=u32(rest>128u||(rest==128u&&(m&1u)==1u));
return ((157u-zeros)<<23u)+m+up;
}
fn fromInt(a:u32)->u32{
let minus=(a>>31u)==1u;
return fromUnsigned(select(a,0u-a,minus))|select(0u,0x80000000u,minus);
}
fn toInt(a:u32)->u32{
let e=(a>>23u)&255u;
if(e<127u||e>181u){return 0u;}
let m=(a&0x7fffffu)|0x800000u;
var r=0u;
if(e<150u){r=m>>(150u-e);}
else if(e<182u){r=m<<(e-150u);}
return select(r,0u-r,(a>>31u)==1u);
}
fn words(a:u32)->vec2u{
if(isNaN(a)){return vec2u(0u,0x7ff80000u);}
let e=(a>>23u)&255u;
let sign=a&0x80000000u;
if(e==0u){return vec2u(0u,0u);}
let wide=select(e+896u,2047u,e==255u);
return vec2u(a<<29u,sign|(wide<<20u)|((a&0x7fffffu)>>3u));
}
fn fdiv(a:u32,b:u32)->u32{
let sign=(a^b)&0x80000000u;
let x=a&0x7fffffffu;
let y=b&0x7fffffffu;
if(x>0x7f800000u||y>0x7f800000u||(x==y&&(x==0u||x==0x7f800000u))){return 0x7fc00000u;}
if(x==0x7f800000u||y==0u){return sign|0x7f800000u;}
if(x==0u||y==0x7f800000u){return 0u;}
var e=i32(x>>23u)-i32(y>>23u)+127;
var r=(x&0x7fffffu)|0x800000u;
let n=(y&0x7fffffu)|0x800000u;
if(r<n){r=r<<1u;e=e-1;}
r=r-n;
var q=1u;
for(var i=0;i<3;i++){
let part=(r<<8u)/n;
q=(q<<8u)|part;
r=(r<<8u)-part*n;
}
let m=q>>1u;
let up=u32((q&1u)==1u&&(r!=0u||(m&1u)==1u));
if(e<=0){return 0u;}
if(e>=255){return sign|0x7f800000u;}
return settle(sign|((u32(e-1)<<23u)+m+up));
}
fn fsqrt(a:u32)->u32{
if(a==0u||a==0x7f800000u){return a;}
if(a>0x7f800000u){return 0x7fc00000u;}
let e=i32(a>>23u)-127;
let odd=u32(e&1);
let m=((a&0x7fffffu)|0x800000u)<<odd;
var r=0u;
var root=0u;
for(var i=24;i>=0;i--){
let shift=2*i-25;
var pair=0u;
if(shift>=0){pair=(m>>u32(shift))&3u;}
else if(shift==-1){pair=(m<<1u)&3u;}
r=(r<<2u)|pair;
let t=(root<<2u)|1u;
root=root<<1u;
if(r>=t){r=r-t;root=root|1u;}
}
let half=(e-i32(odd))/2;
let n=root>>1u;
let up=u32((root&1u)==1u&&(r!=0u||(n&1u)==1u));
return (u32(half+126)<<23u)+n+up;
}
fn frem(a:u32,b:u32)->u32{
let x=a&0x7fffffffu;
let y=b&0x7fffffffu;
if(x>=0x7f800000u||y>0x7f800000u||y==0u){return 0x7fc00000u;}
if(x<y){return a;}
let n=(y&0x7fffffu)|0x800000u;
var r=((x&0x7fffffu)|0x800000u)%n;
var left=i32(x>>23u)-i32(y>>23u);
while(left>0){
let by=u32(min(left,8));
r=(r<<by)%n;
left=left-i32(by);
}
if(r==0u){return 0u;}
let up=countLeadingZeros(r)-8u;
let e=(y>>23u)-up;
return (a&0x80000000u)|(((e-1u)<<23u)+(r<<up));
}
`
