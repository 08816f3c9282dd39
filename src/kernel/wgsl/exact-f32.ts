// Sums and products of f32 by integers alone: for devices whose own arithmetic fails the probe.

import { BITS_F32, literalF32 } from './bits-f32.ts'
import type { Dialect } from './dialect.ts'
import { writeQuotients } from './quotients-f32.ts'

/** Below the last place stand three more bits, of which the last remembers all that are lost. */
const SUMS = `
fn fsub(a:u32,b:u32)->u32{return fadd(a,b^0x80000000u);}
fn fadd(a:u32,b:u32)->u32{
let swap=(a&0x7fffffffu)<(b&0x7fffffffu);
let x=select(a,b,swap);
let y=select(b,a,swap);
let p=x&0x7fffffffu;
let q=y&0x7fffffffu;
let opposite=((x^y)>>31u)==1u;
if(p>0x7f800000u||(q==0x7f800000u&&opposite)){return 0x7fc00000u;}
if(p==0x7f800000u||q==0u){return select(x,0u,p==0u);}
let sign=x&0x80000000u;
var e=p>>23u;
let far=e-(q>>23u);
let m=((p&0x7fffffu)|0x800000u)<<3u;
var n=((q&0x7fffffu)|0x800000u)<<3u;
if(far>26u){n=1u;}
else{n=(n>>far)|u32((n&((1u<<far)-1u))!=0u);}
var s=0u;
if(opposite){
s=m-n;
if(s==0u){return 0u;}
let up=countLeadingZeros(s)-5u;
s=s<<up;
if(e<=up){return 0u;}
e=e-up;
}else{
s=m+n;
if(s>=0x8000000u){s=(s>>1u)|(s&1u);e=e+1u;}
}
let rest=s&7u;
let t=s>>3u;
let bits=((e-1u)<<23u)+t+u32(rest>4u||(rest==4u&&(t&1u)==1u));
return sign|min(bits,0x7f800000u);
}
fn fmul(a:u32,b:u32)->u32{
let sign=(a^b)&0x80000000u;
let p=a&0x7fffffffu;
let q=b&0x7fffffffu;
if(p>0x7f800000u||q>0x7f800000u){return 0x7fc00000u;}
if(p==0u||q==0u){return select(0u,0x7fc00000u,max(p,q)==0x7f800000u);}
if(max(p,q)==0x7f800000u){return sign|0x7f800000u;}
let m=(p<<8u)|0x80000000u;
let n=(q<<8u)|0x80000000u;
var high=mulHigh(m,n);
var low=m*n;
var e=i32(p>>23u)+i32(q>>23u)-126;
if(high<0x80000000u){high=(high<<1u)|(low>>31u);low=low<<1u;e=e-1;}
let t=high>>8u;
let rest=high&255u;
if(e<=0){return 0u;}
if(e>=255){return sign|0x7f800000u;}
return settle(sign|(((u32(e)-1u)<<23u)+t+u32(rest>128u||(rest==128u&&(low!=0u||(t&1u)==1u)))));
}
`

/** Eight digits at a time by the division of integers; a root's one by one. */
const QUOTIENTS = writeQuotients({
  quotient: `let r0=((full<<short)-n)<<8u;
let q0=r0/n;
let r1=(r0-q0*n)<<8u;
let q1=r1/n;
let r2=(r1-q1*n)<<8u;
let q2=r2/n;
let q=0x1000000u|(q0<<16u)|(q1<<8u)|q2;
let r=r2-q2*n;`,
  root: `var r=0u;
var c=0u;
for(var i=24;i>=0;i--){
let shift=2*i-25;
var pair=0u;
if(shift>=0){pair=(m>>u32(shift))&3u;}
else if(shift==-1){pair=(m<<1u)&3u;}
r=(r<<2u)|pair;
let t=(c<<2u)|1u;
c=c<<1u;
if(r>=t){r=r-t;c=c|1u;}
}`,
})

export const EXACT_F32: Dialect = {
  name: 'exact f32',
  float: 'u32',
  words: 1,
  isLong: true,
  text: SUMS + QUOTIENTS + BITS_F32,
  literal: literalF32,
}
